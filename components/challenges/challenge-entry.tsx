import { RecordEntry } from '@/components/record/record-entry'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/prose'
import { Day } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { CHALLENGE_STATE_LABELS, type ChallengeDeadline, challengeSteps } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { now, utcDay } from '@/lib/clock'
import type { Growth } from '@/lib/history/growth'

/** The words before the day that a challenge waits for. */
function dueWords({ state, submissionDeadline }: ChallengeView, due: ChallengeDeadline): string {
  if (due === 'decisionDeadline') return 'Decision due'
  if (state === 'OPEN') return 'Open until'
  return submissionDeadline >= utcDay(now()) ? 'Responses until' : 'Responses were due'
}

/** A challenge in a list. @param sameState whether the list's title already names the state. */
export function ChallengeEntry({
  challenge,
  growth,
  level,
  sameState = false,
}: {
  challenge: ChallengeView
  growth?: Growth | undefined
  level: 'h2' | 'h3'
  sameState?: boolean
}) {
  const due = challengeSteps(challenge).find((step) => step.until)?.until
  return (
    <RecordEntry
      href={`/challenges/${challenge.id}`}
      title={challenge.title}
      level={level}
      badge={sameState ? null : <LabelBadge label={CHALLENGE_STATE_LABELS[challenge.state]} />}
      growth={growth}
      facts={[
        due && (
          <>
            {dueWords(challenge, due)} <Day day={challenge[due]} />
          </>
        ),
        <>
          Owner <WalletAddress address={challenge.owner} copies={false} />
        </>,
      ]}
    >
      <p>
        <Name text={challenge.contenderA} /> <em className="px-0.5 font-display">versus</em>{' '}
        <Name text={challenge.contenderB} />
      </p>
    </RecordEntry>
  )
}
