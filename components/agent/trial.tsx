import { Fact, Facts } from '@/components/ui/facts'
import { Prose } from '@/components/ui/prose'
import { ExactText, Raw } from '@/components/ui/raw'
import type { OpenedAgentRequest } from '@/lib/agent-requests/schemas'
import { nameInWords } from '@/lib/text/name-in-words'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isShown = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** What would be recorded, as the service's own trial of the write tells it; of a signed action the exact text. */
export function Trial({ asked, trial }: { asked: OpenedAgentRequest; trial: Fields }) {
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
  const record = Object.values(trial).find(isObject) ?? trial
  const facts = Object.entries(record).flatMap(([name, value]) =>
    isShown(value) ? [[name, String(value)] as const] : [],
  )
  return (
    <section aria-labelledby="trial" className="space-y-4">
      <h2 id="trial" className="text-2xl">
        What will be recorded, in public and for good
      </h2>
      <Facts>
        {facts.map(([name, text]) => (
          <Fact key={name} name={nameInWords(name)}>
            <Prose text={text} />
          </Fact>
        ))}
      </Facts>
      <Raw summary="The whole answer of the trial">
        <ExactText text={JSON.stringify(trial, null, 2)} />
      </Raw>
    </section>
  )
}
