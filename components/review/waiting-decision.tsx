import { CardPart, WaitingCard } from '@/components/review/waiting-card'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose } from '@/components/ui/prose'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { WaitingDecision } from '@/lib/review/schemas'

const SIDES = ['A', 'B'] as const

export function WaitingDecisionCard({
  decision,
  place,
  count,
}: {
  decision: WaitingDecision
  place: number
  count: number
}) {
  const { id, challengeId, title, owner, sides, side } = decision
  return (
    <WaitingCard
      item={{ kind: 'decision', id, recordId: challengeId, title, owner, decisionUrl: decision.decisionUrl }}
      place={place}
      count={count}
      kicker="Decision of a challenge"
      href={`/challenges/${challengeId}`}
      submittedAt={decision.submittedAt}
      asked={
        <>
          <CardPart name="The question">
            <Prose text={decision.prompt} />
          </CardPart>
          <CardPart name="The two sides">
            <ul className="space-y-1.5">
              {SIDES.map((letter) => (
                <li key={letter}>
                  <span className="font-semibold">
                    {letter}: {sides[letter].label}
                  </span>{' '}
                  <span className="text-sm">
                    {sides[letter].url ? <ExternalLink href={sides[letter].url} /> : null}
                  </span>
                </li>
              ))}
            </ul>
          </CardPart>
        </>
      }
      brought={
        <>
          <CardPart name="Recorded by the owner">
            <p className="font-display text-xl">
              Side <em>{side}</em>: {sides[side].label}
            </p>
            <Prose text={decision.explanation} className="mt-1" />
          </CardPart>
          <CardPart name="Evidence">
            <p>
              <ExternalLink href={decision.decisionUrl} label="The public decision" />
            </p>
          </CardPart>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            <span>
              Owner <WalletAddress address={owner} />
            </span>
            {decision.late ? (
              <LabelBadge label={{ word: 'After the decision deadline', tone: 'waiting', mark: 'hourglass' }} />
            ) : null}
          </p>
        </>
      }
    />
  )
}
