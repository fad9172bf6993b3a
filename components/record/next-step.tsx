import type { ReactNode } from 'react'
import { TurnCard, type TurnCardProps } from '@/components/record/turn-card'
import { Icon } from '@/components/ui/icon'
import { Deadline } from '@/components/ui/times'

export interface NextStepLine {
  readonly who: ReactNode
  readonly does: string
  /** The UTC date by whose end it is due. */
  readonly until: string | null
  readonly aside: boolean
}

/** Who must act next and until when; a signed-in wallet whose turn it is reads that, with the button. */
export function NextStep({
  lines,
  ended,
  note,
  ...turn
}: {
  lines: readonly NextStepLine[]
  ended: ReactNode
  /** What stands in the way. */
  note?: ReactNode
} & Omit<TurnCardProps, 'children'>) {
  const awaited = lines.filter((line) => !line.aside)
  const beside = lines.filter((line) => line.aside)
  return (
    <section aria-labelledby="next-step" className="relative border border-rule-strong bg-leaf px-5 py-5 sm:px-6">
      <h2 id="next-step" className="caption flex items-center gap-2 font-normal">
        <Icon name="clock" className="size-4" />
        {awaited.length > 0 ? 'Who acts next' : 'Nobody has to act'}
      </h2>
      <TurnCard {...turn}>
        {awaited.length === 0 ? <p className="mt-2 text-lg">{ended}</p> : null}
        {awaited.map((line) => (
          <div key={line.does} className="mt-2">
            <p className="text-lg">
              <strong>{line.who}</strong> {line.does}.
            </p>
            {line.until ? (
              <p className="mt-1">
                Until <Deadline day={line.until} />
              </p>
            ) : null}
          </div>
        ))}
        {beside.length > 0 ? (
          <details open={awaited.length === 0} className="mt-3 border-t border-rule pt-1 text-sm text-ink-soft">
            <summary className="flex min-h-11 items-center gap-2 hover:text-green">
              <Icon name="raw" className="turns size-4" />
              What else may happen
            </summary>
            {beside.map((line) => (
              <p key={line.does} className="pb-2">
                {line.who} {line.does}.
              </p>
            ))}
          </details>
        ) : null}
        {lines.length > 0 ? (
          <p className="needs-script mt-3 text-sm">
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
