import { Fact, Facts } from '@/components/ui/facts'
import { Prose } from '@/components/ui/prose'
import { ExactText, Raw } from '@/components/ui/raw'
import type { Trial } from '@/lib/api/request'
import { nameInWords } from '@/lib/text/name-in-words'

const isObject = (value: unknown): value is Trial =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isShown = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** What is made anew when it is recorded, and so says nothing yet. */
const MADE_ANEW: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt'])

/** What the service's trial of a write would have recorded: the record that it is about, and the whole answer. */
export function WouldRecord({ trial }: { trial: Trial }) {
  const record = Object.values(trial).find(isObject) ?? trial
  const facts = Object.entries(record).flatMap(([name, value]) =>
    isShown(value) && !MADE_ANEW.has(name) ? [[name, String(value)] as const] : [],
  )
  return (
    <>
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
    </>
  )
}
