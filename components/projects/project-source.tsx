import { MissionSource } from '@/components/missions/mission-source'
import { PostCard } from '@/components/projects/post-card'
import { ExternalLink } from '@/components/ui/external-link'
import { Section } from '@/components/ui/section'
import type { ProjectView } from '@/lib/projects/schemas'

/** The post that a project came from, as it was then; of one that grew from a challenge, the challenge. */
export function ProjectSource({ project: { source, sourcePost } }: { project: ProjectView }) {
  if (source.challengeId || !source.sourceUrl) return <MissionSource source={source} />
  return (
    <Section id="source" title="Where it comes from">
      {sourcePost ? (
        <div className="max-w-2xl">
          <PostCard post={sourcePost} readAt={sourcePost.readAt} />
        </div>
      ) : (
        <>
          <p>
            <ExternalLink href={source.sourceUrl} label="The public post it was published from" />
          </p>
          <p className="mt-1 text-sm text-ink-soft">What the post said then was not kept.</p>
        </>
      )}
    </Section>
  )
}
