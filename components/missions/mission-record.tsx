import { Contenders } from '@/components/challenges/contenders'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { PostCard } from '@/components/discussion/post-card'
import { Gallery } from '@/components/evidence/gallery'
import { MissionActionsIsland } from '@/components/missions/actions/mission-actions-island'
import { Milestones } from '@/components/missions/milestones'
import { MissionFacts, MissionNextStep, MissionStepper } from '@/components/missions/mission-progress'
import { BountySection, MissionTerms } from '@/components/missions/mission-terms'
import { Commitments, Decisions, Evidence, Funding } from '@/components/missions/parts/parts'
import { ReportLink } from '@/components/moderation/report-link'
import { MissionPosts } from '@/components/outbox/mission-posts'
import { TO_ACT, TO_RECORD_A_PAYMENT } from '@/components/record/actions/invitations'
import { History } from '@/components/record/history'
import { RecordHead } from '@/components/record/record-head'
import { SectionTabs } from '@/components/record/section-tabs'
import { Timeline } from '@/components/record/timeline'
import { ExternalLink } from '@/components/ui/external-link'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { CreditedSeeds } from '@/components/wallets/seeds-ledger'
import type { DiscussionView } from '@/lib/community/schemas'
import { MISSION_STATE_LABELS, missionSteps } from '@/lib/missions/labels'
import type { MissionPage as Mission } from '@/lib/projects/queries'
import type { ProjectView } from '@/lib/projects/schemas'

/**
 * The content of a mission's page.
 * @param posts the service's posts about it.
 * @param today the UTC date, `YYYY-MM-DD`.
 * @param storesFiles whether the service has storage for evidence files.
 */
export function MissionRecord({
  mission,
  posts,
  today,
  platform,
  storesFiles,
}: {
  mission: Mission
  posts: DiscussionView['posts']
  today: string
  platform: PlatformInfo
  storesFiles: boolean
}) {
  const ended = missionSteps(mission.state).length === 0 && mission.contributorWallet === null
  return (
    <article>
      <RecordHead kind="Mission" href="/missions" record={mission} state={MISSION_STATE_LABELS[mission.state]}>
        <MissionStepper mission={mission} />
        <Timeline
          record={mission}
          due={[{ word: 'Deadline', day: mission.deadline }]}
          today={mission.receiptId ? null : today}
        />
      </RecordHead>
      <div className="mt-6 grid gap-x-12 gap-y-6 lg:mt-10 lg:gap-y-10 lg:with-aside lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <MissionNextStep mission={mission} page={`/missions/${mission.id}`} today={today} />
        </div>
        <div className="min-w-0 lg:row-span-2 lg:row-start-1">
          <h2 className="sr-only">Terms</h2>
          <MissionTerms terms={mission} isLong />
          <MissionActionsIsland
            id={mission.id}
            shownAt={mission.updatedAt}
            today={today}
            storesFiles={storesFiles}
            ended={ended}
            invitation={mission.receiptId === null ? TO_ACT : TO_RECORD_A_PAYMENT}
          />
        </div>
        <div className="lg:col-start-2">
          <MissionFacts mission={mission} />
          <ReportLink type="mission" id={mission.id} about="this mission" />
        </div>
      </div>
      <SectionTabs
        parts={[
          { id: 'act', word: 'Actions', shown: !ended },
          { id: 'milestones', word: 'Milestones' },
          { id: 'files', word: 'Files', shown: mission.files.length > 0 },
          { id: 'bounty', word: 'Bounty', shown: mission.bounty !== null },
          { id: 'commitments', word: 'Commitments', shown: mission.commitments.length > 0 },
          { id: 'funding', word: 'Funding', shown: mission.funding.length > 0 },
          { id: 'evidence', word: 'Evidence', shown: mission.evidence.length > 0 },
          { id: 'decisions', word: 'Decisions', shown: mission.decisions.length > 0 },
          { id: 'source', word: 'Origin' },
          { id: 'posts', word: 'Posts', shown: posts.length > 0 },
          { id: 'seeds', word: 'Seeds', shown: mission.seeds.length > 0 },
          { id: 'history', word: 'History' },
        ]}
      />
      <div className="parts">
        <div className="part-first">
          <Milestones mission={mission} />
        </div>
        <Gallery mission={mission} />
        <BountySection bounty={mission.bounty} />
        <Commitments commitments={mission.commitments} />
        <Funding missionId={mission.id} funding={mission.funding} />
        <Evidence missionId={mission.id} evidence={mission.evidence} />
        <Decisions decisions={mission.decisions} events={mission.signedEvents} />
        <MissionSource mission={mission} />
        <div className={posts.length === 0 ? 'part-always' : ''}>
          <MissionPosts mission={mission} posts={posts} platform={platform} />
        </div>
        <CreditedSeeds entries={mission.seeds} />
        <History record={mission} path={`/missions/${mission.id}`} stateWords={MISSION_STATE_LABELS} />
      </div>
    </article>
  )
}

/** The source of the mission: a challenge with both its sides, or a public post with its words at that time. */
function MissionSource({ mission }: { mission: Pick<ProjectView, 'source' | 'sourcePost'> }) {
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
