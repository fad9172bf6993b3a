import { NextStep, NoVerifier } from '@/components/record/next-step'
import { Stepper, wayPoints } from '@/components/record/stepper'
import { Fact, Facts } from '@/components/ui/facts'
import { Icon } from '@/components/ui/icon'
import { LabelBadge } from '@/components/ui/label-badge'
import { TextLink } from '@/components/ui/text-link'
import { CalendarLink, Deadline, Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { ShownHistory } from '@/lib/history/schemas'
import { allows } from '@/lib/machine/machine'
import {
  MISSION_ACTOR_LABELS,
  MISSION_DETOURS,
  MISSION_PATH,
  MISSION_STATE_LABELS,
  OUTCOME_LABELS,
} from '@/lib/missions/labels'
import type { MissionRecord, MissionView } from '@/lib/missions/schemas'
import { MISSION_STATES, type MissionActor, type MissionState, missionMachine } from '@/lib/missions/states'
import { type MissionFacts as FactsOfMission, missionAwaits, missionFacts } from '@/lib/turns/awaited'
import { waitingProof } from '@/lib/turns/mission-actions'

export function MissionStepper({ mission }: { mission: MissionView & Pick<ShownHistory, 'leftState'> }) {
  const onPath = (state: MissionState | undefined) =>
    state && (MISSION_DETOURS[state] ?? MISSION_PATH.find((point) => point === state))
  const here = onPath(mission.state)
  const leftFrom = onPath(MISSION_STATES.find((state) => state === mission.leftState)) ?? 'SEED'
  const points = wayPoints<MissionState>(
    MISSION_PATH,
    MISSION_STATE_LABELS,
    here ?? leftFrom,
    mission.state,
    here === undefined,
  )
  return <Stepper points={points} />
}

/** Who acts next, or, after the end, a link to the receipt. @param page the path of the page that shows it. */
export function MissionNextStep({
  mission,
  page,
  today,
}: {
  mission: MissionView & Pick<FactsOfMission, 'proofs'> & Pick<MissionRecord, 'eligibleVerifiers'>
  page: string
  today: string
}) {
  if (mission.receiptId) return <ReceiptLink mission={mission} receiptId={mission.receiptId} />
  const note =
    mission.eligibleVerifiers === 0 ? (
      <NoVerifier
        isWaiting={waitingProof(mission) !== null}
        meanwhile={
          allows(missionMachine, mission.state, 'complete-completed')
            ? 'The owner may record the outcome meanwhile.'
            : 'The owner may close the mission as failed or abandoned meanwhile.'
        }
      />
    ) : null
  return (
    <NextStep
      steps={missionAwaits(mission, today)}
      days={mission}
      who={(by) => <Actor by={by} mission={mission} />}
      ended="This mission has ended."
      note={note}
      record={{ type: 'mission', facts: missionFacts(mission) }}
      page={page}
      today={today}
    />
  )
}

/** An actor by role, and by address if the record knows one. */
function Actor({ by, mission }: { by: MissionActor; mission: MissionView }) {
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

/** `recordedBy` is null if an older version, running beside this one, recorded the outcome. */
function outcomeWords({ recordedBy, owner }: MissionView): string {
  if (recordedBy === null) return 'Outcome'
  return recordedBy === owner ? 'Outcome, recorded by the owner' : 'Outcome, not recorded by the owner'
}

function ReceiptLink({ mission, receiptId }: { mission: MissionView; receiptId: string }) {
  return (
    <section aria-labelledby="outcome" className="border border-green bg-leaf px-5 py-5">
      <h2 id="outcome" className="caption font-normal">
        {outcomeWords(mission)}
      </h2>
      <p className="mt-2">
        {mission.outcome ? <LabelBadge label={OUTCOME_LABELS[mission.outcome]} size="large" /> : null}
      </p>
      {mission.recordedBy && mission.recordedBy !== mission.owner ? (
        <p className="mt-2 text-sm text-ink-soft">
          Recorded by <WalletAddress address={mission.recordedBy} />
        </p>
      ) : null}
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

export function MissionFacts({ mission }: { mission: MissionView }) {
  const ended = mission.receiptId !== null
  return (
    <Facts columns="aside">
      <Fact name="Deadline">
        <Deadline day={mission.deadline} ended={ended} />
        {ended ? null : <CalendarLink href={`/missions/${mission.id}/deadlines.ics`} />}
      </Fact>
      <Fact name="Owner">
        <WalletAddress address={mission.owner} />
      </Fact>
      <Fact name={mission.state === 'SEED' && mission.contributorWallet ? 'Designated contributor' : 'Contributor'}>
        {mission.contributorWallet ? (
          <WalletAddress address={mission.contributorWallet} />
        ) : ended ? (
          'Nobody, at the end'
        ) : (
          'Nobody yet'
        )}
      </Fact>
      <Fact name="Published">
        <Moment at={mission.createdAt} />
      </Fact>
    </Facts>
  )
}
