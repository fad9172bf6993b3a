import type { PlatformPlace } from '@/components/discussion/place'
import { Gallery } from '@/components/evidence/gallery'
import { MissionActionsIsland } from '@/components/missions/actions/mission-actions-island'
import { Bounty } from '@/components/missions/bounty'
import { Milestones } from '@/components/missions/milestones'
import { MissionSource } from '@/components/missions/mission-source'
import { MissionTerms } from '@/components/missions/mission-terms'
import { MissionPosts } from '@/components/outbox/mission-posts'
import { History } from '@/components/record/history'
import { NextStep } from '@/components/record/next-step'
import { RecordHead } from '@/components/record/record-head'
import { Stepper, wayPoints } from '@/components/record/stepper'
import { CalendarLink } from '@/components/ui/calendar-link'
import { Fact, Facts } from '@/components/ui/facts'
import { Icon } from '@/components/ui/icon'
import { LabelBadge } from '@/components/ui/label-badge'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Deadline, Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { SeedsLedger } from '@/components/wallets/seeds-ledger'
import {
  MISSION_ACTOR_LABELS,
  MISSION_DETOURS,
  MISSION_PATH,
  MISSION_STATE_LABELS,
  missionSteps,
  OUTCOME_LABELS,
} from '@/lib/missions/labels'
import type { MissionRecord as Mission } from '@/lib/missions/schemas'
import { MISSION_STATES, type MissionActor, type MissionState } from '@/lib/missions/states'
import type { DiscussionView } from '@/lib/platform/schemas'

/**
 * A mission as its page shows it.
 * @param posts what the service posted about it.
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
  platform: PlatformPlace
  storesFiles: boolean
}) {
  return (
    <article>
      <RecordHead kind="Mission" href="/missions" title={mission.title} state={MISSION_STATE_LABELS[mission.state]}>
        <MissionStepper mission={mission} />
      </RecordHead>
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          {mission.receiptId ? (
            <ReceiptLink mission={mission} receiptId={mission.receiptId} />
          ) : (
            <MissionNextStep mission={mission} />
          )}
        </div>
        <div className="min-w-0 lg:row-span-2 lg:row-start-1">
          <h2 className="sr-only">Terms</h2>
          <MissionTerms terms={mission} />
          <MissionActionsIsland
            id={mission.id}
            shownAt={mission.updatedAt}
            today={today}
            storesFiles={storesFiles}
            ended={missionSteps(mission.state).length === 0 && mission.outcome !== 'completed'}
          />
        </div>
        <div className="lg:col-start-2">
          <MissionFacts mission={mission} />
        </div>
      </div>
      <Milestones mission={mission} />
      <Gallery mission={mission} />
      {mission.bounty ? (
        <Section id="bounty" title="Bounty">
          <Bounty bounty={mission.bounty} />
        </Section>
      ) : null}
      <MissionSource source={mission.source} />
      <MissionPosts mission={mission} posts={posts} platform={platform} />
      {mission.seeds.length > 0 ? (
        <Section id="seeds" title="Seeds" note="What this mission credited. A rejected proof earns none.">
          <SeedsLedger
            entries={mission.seeds}
            showWallet
            sum={mission.seeds.reduce((sum, entry) => sum + entry.amount, 0)}
          />
        </Section>
      ) : null}
      <History events={mission.history} stateWords={MISSION_STATE_LABELS} />
    </article>
  )
}

function MissionStepper({ mission }: { mission: Mission }) {
  const onPath = (state: MissionState | undefined) =>
    state && (MISSION_DETOURS[state] ?? MISSION_PATH.find((point) => point === state))
  const left = mission.history.findLast((event) => event.to === mission.state)?.from
  const here = onPath(mission.state)
  const leftFrom = onPath(MISSION_STATES.find((state) => state === left)) ?? 'SEED'
  const points = wayPoints<MissionState>(
    MISSION_PATH,
    MISSION_STATE_LABELS,
    here ?? leftFrom,
    mission.state,
    here === undefined,
  )
  return <Stepper points={points} />
}

function MissionNextStep({ mission }: { mission: Mission }) {
  const lines = missionSteps(mission.state).map((step) => ({
    who: <Actor by={step.by} mission={mission} />,
    does: step.does,
    until: step.until && mission[step.until],
    aside: step.aside,
  }))
  return <NextStep lines={lines} ended="This mission has ended." />
}

/** Who it is, by name of the role and by address where the record knows one. */
function Actor({ by, mission }: { by: MissionActor; mission: Mission }) {
  const { owner, contributorWallet } = mission
  if (by === 'wallet' && contributorWallet) {
    return (
      <>
        Only <WalletAddress address={contributorWallet} />
      </>
    )
  }
  const address = by === 'owner' ? owner : by === 'contributor' ? contributorWallet : null
  return (
    <>
      {MISSION_ACTOR_LABELS[by]} {address ? <WalletAddress address={address} /> : null}
    </>
  )
}

function ReceiptLink({ mission, receiptId }: { mission: Mission; receiptId: string }) {
  return (
    <section aria-labelledby="outcome" className="border border-green bg-leaf px-5 py-5">
      <h2 id="outcome" className="caption font-normal">
        Outcome, recorded by the owner
      </h2>
      <p className="mt-2">
        {mission.outcome ? <LabelBadge label={OUTCOME_LABELS[mission.outcome]} size="large" /> : null}
      </p>
      <p className="mt-4">
        <TextLink
          href={`/receipts/${receiptId}`}
          className="inline-flex min-h-11 items-center gap-2 rounded-md bg-green px-4 font-semibold text-on-green hover:bg-green-deep"
        >
          <Icon name="receipt" /> Read the receipt
        </TextLink>
      </p>
    </section>
  )
}

function MissionFacts({ mission }: { mission: Mission }) {
  return (
    <Facts>
      <Fact name="Deadline">
        <Deadline day={mission.deadline} />
        <CalendarLink href={`/missions/${mission.id}/deadlines.ics`} />
      </Fact>
      <Fact name="Owner">
        <WalletAddress address={mission.owner} />
      </Fact>
      <Fact name={mission.state === 'SEED' && mission.contributorWallet ? 'Designated contributor' : 'Contributor'}>
        {mission.contributorWallet ? <WalletAddress address={mission.contributorWallet} /> : 'Nobody yet'}
      </Fact>
      <Fact name="Published">
        <Moment at={mission.createdAt} />
      </Fact>
    </Facts>
  )
}
