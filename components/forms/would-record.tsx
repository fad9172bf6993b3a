import { Fact, Facts } from '@/components/ui/facts'
import { Prose } from '@/components/ui/prose'
import { ExactText, Raw } from '@/components/ui/raw'
import type { Trial } from '@/lib/api/request'
import { isJsonObject } from '@/lib/json'
import { nameInWords } from '@/lib/text/name-in-words'

const isShown = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Values that are generated only when the record is stored, so a dry run says nothing about them. */
const MADE_ANEW: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt'])

/** The result of a dry run: the record, and the whole response. */
export function WouldRecord({ trial }: { trial: Trial }) {
  const record = Object.values(trial).find(isJsonObject) ?? trial
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
