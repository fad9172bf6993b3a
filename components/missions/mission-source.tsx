import { Contenders } from '@/components/challenges/contenders'
import { PostCard } from '@/components/discussion/post-card'
import { ExternalLink } from '@/components/ui/external-link'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import type { ProjectView } from '@/lib/projects/schemas'

/** Where the mission comes from: a challenge with both its sides, or a public post, with what it said then. */
export function MissionSource({ mission }: { mission: Pick<ProjectView, 'source' | 'sourcePost'> }) {
  const { source, sourcePost } = mission
  const { chosenSide, otherSide } = source
  return (
    <Section id="source" title="Where it comes from">
      <ul className="space-y-2">
        {source.challengeId ? (
          <li>
            Grown from <TextLink href={`/challenges/${source.challengeId}`}>a challenge</TextLink>, by a verified
            decision
          </li>
        ) : null}
        {source.decisionUrl ? (
          <li>
            <ExternalLink href={source.decisionUrl} label="The community’s public decision" />
          </li>
        ) : null}
        {source.sourceUrl && !sourcePost ? (
          <li>
            <ExternalLink href={source.sourceUrl} label="The public post it was published from" />
          </li>
        ) : null}
      </ul>
      {sourcePost ? (
        <div className="max-w-2xl">
          <PostCard post={sourcePost} readAt={sourcePost.readAt} />
        </div>
      ) : null}
      {chosenSide && otherSide ? (
        <div className="mt-6">
          <Contenders
            sides={
              chosenSide.side === 'A'
                ? { A: { label: chosenSide.label, link: chosenSide }, B: { label: otherSide.label, link: otherSide } }
                : { A: { label: otherSide.label, link: otherSide }, B: { label: chosenSide.label, link: chosenSide } }
            }
            chosen={chosenSide.side}
            isVerified
          />
        </div>
      ) : null}
    </Section>
  )
}
