import { WouldRecord } from '@/components/forms/would-record'
import { ExactText } from '@/components/ui/raw'
import type { OpenedAgentRequest } from '@/lib/agent-requests/schemas'

/** What would be recorded, as the service's own trial of the write tells it; of a signed action the exact text. */
export function Trial({ asked, trial }: { asked: OpenedAgentRequest; trial: Readonly<Record<string, unknown>> }) {
  const { message } = trial
  if (asked.isSigned && typeof message === 'string')
    return (
      <section aria-labelledby="trial" className="space-y-3">
        <h2 id="trial" className="text-2xl">
          The exact text that your wallet signs
        </h2>
        <ExactText text={message} />
        <p className="text-sm text-ink-soft">Its nonce and its times are made anew when you sign.</p>
      </section>
    )
  return (
    <section aria-labelledby="trial" className="space-y-4">
      <h2 id="trial" className="text-2xl">
        What will be recorded, in public and for good
      </h2>
      <WouldRecord trial={trial} />
    </section>
  )
}
