import type { ReactNode } from 'react'
import { TurnCard, type TurnCardProps } from '@/components/record/turn-card'
import { FoldSummary } from '@/components/ui/fold'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { Deadline } from '@/components/ui/times'
import type { Step } from '@/lib/machine/labels'

/** Who must act next and until when. A signed-in viewer whose turn it is sees that, with a button. */
export function NextStep<Actor extends string, DayName extends string>({
  steps,
  days,
  who,
  ended,
  note,
  ...turn
}: {
  steps: readonly Step<Actor, DayName>[]
  /** The UTC dates by which steps may be due. */
  days: Readonly<Record<DayName, string>>
  who: (by: Actor) => ReactNode
  ended: ReactNode
  /** A notice about an obstacle. */
  note: ReactNode
} & Omit<TurnCardProps, 'children'>) {
  const awaited = steps.filter(({ aside }) => !aside)
  const beside = steps.filter(({ aside }) => aside)
  return (
    <section aria-labelledby="next-step" className="relative border border-rule-strong bg-leaf px-5 py-5 sm:px-6">
      <h2 id="next-step" className="caption flex items-center gap-2 font-normal">
        <Icon name="clock" className="size-4" />
        {awaited.length > 0 ? 'Who acts next' : 'Nobody has to act'}
      </h2>
      <TurnCard {...turn}>
        {awaited.length === 0 ? <p className="mt-2 text-lg">{ended}</p> : null}
        {awaited.map(({ by, does, until }) => (
          <div key={does} className="mt-2">
            <p className="text-lg">
              <strong>{who(by)}</strong> {does}.
            </p>
            {until ? (
              <p className="mt-1">
                Until <Deadline day={days[until]} />
              </p>
            ) : null}
          </div>
        ))}
        {beside.length > 0 ? (
          <details
            open={awaited.length === 0}
            className="mt-3 border-t border-rule pt-1 text-sm text-ink-soft print:not-open:hidden"
          >
            <FoldSummary look="">What else may happen</FoldSummary>
            {beside.map(({ by, does }) => (
              <p key={does} className="pb-2">
                {who(by)} {does}.
              </p>
            ))}
          </details>
        ) : null}
        {steps.length > 0 ? (
          <p className="needs-script mt-3 text-sm print:hidden">
            <a href="#act" className="link">
              Your actions
            </a>
          </p>
        ) : null}
      </TurnCard>
      {note}
    </section>
  )
}

/**
 * A notice that no verifier may judge a record, and what can be done.
 * @param isWaiting whether the record already waits for a verifier. @param meanwhile what its owner may do until then.
 */
export function NoVerifier({ isWaiting, meanwhile }: { isWaiting: boolean; meanwhile: string }) {
  return (
    <Notice tone="warning" as="div" className="mt-4 text-sm">
      <p className="font-semibold">No verifier can judge this{isWaiting ? '' : ' yet'}</p>
      <p className="mt-1">
        Nobody reviews what they have a part in, and no other wallet is on this service’s list of verifiers.{' '}
        {isWaiting ? 'It waits until' : 'Nothing will be verified before'} the operator lists another: ask them to.{' '}
        {meanwhile} <TextLink href="/status">How the service stands</TextLink>
      </p>
    </Notice>
  )
}
