import { Icon } from '@/components/ui/icon'
import type { SignaturePhase } from '@/components/wallet/signing/phases'

const STEPS = ['Prepared', 'In your wallet', 'Recorded'] as const

const IN_WALLET: ReadonlySet<SignaturePhase['at']> = new Set(['waiting', 'recording', 'smart-account'])

/** The step that a phase belongs to. */
function stepOf(phase: SignaturePhase): number {
  if (phase.at === 'recorded') return 2
  const isBeyond = phase.at === 'failed' ? phase.again !== 'prepare' : IN_WALLET.has(phase.at)
  return isBeyond ? 1 : 0
}

/** The three steps of every signature, the present one marked. */
export function SignatureSteps({ phase }: { phase: SignaturePhase }) {
  const now = stepOf(phase)
  return (
    <ol className="flex gap-2 text-sm">
      {STEPS.map((word, step) => {
        const done = step < now || phase.at === 'recorded'
        return (
          <li
            key={word}
            aria-current={step === now ? 'step' : undefined}
            className="flex flex-1 items-center gap-1.5 border-t-2 border-rule pt-1.5 text-ink-soft aria-[current]:border-green aria-[current]:font-semibold aria-[current]:text-green"
          >
            {done ? <Icon name="check" className="size-4 text-green" /> : <span>{step + 1}</span>}
            {word}
            {done ? <span className="sr-only"> (done)</span> : null}
          </li>
        )
      })}
    </ol>
  )
}
