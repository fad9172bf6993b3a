import { fieldLabel } from '@/components/forms/field-labels'
import { Fact, Facts } from '@/components/ui/facts'
import { Prose } from '@/components/ui/prose'
import { ExactText, Raw } from '@/components/ui/raw'
import type { Trial } from '@/lib/api/request'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import { isJsonObject } from '@/lib/json'
import type { StateLabel } from '@/lib/machine/labels'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'

const isShown = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Values that are generated only when the record is stored, so a dry run says nothing about them. */
const MADE_ANEW: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt'])

/** The states of records by the name that a record has in a response. */
const STATES: Readonly<Record<string, Readonly<Record<string, StateLabel>>>> = {
  challenge: CHALLENGE_STATE_LABELS,
  mission: MISSION_STATE_LABELS,
  project: MISSION_STATE_LABELS,
}

/** A value as the pages say it. */
function inWords(kind: string, name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const state = name === 'state' ? STATES[kind]?.[value] : undefined
  return state?.word ?? String(value)
}

/** The result of a dry run: the record, and the whole response. */
export function WouldRecord({ trial }: { trial: Trial }) {
  const records = Object.entries(trial).flatMap(([kind, part]) => (isJsonObject(part) ? [{ kind, record: part }] : []))
  const { kind, record } = records[0] ?? { kind: '', record: trial }
  const facts = Object.entries(record).flatMap(([name, value]) =>
    isShown(value) && !MADE_ANEW.has(name) ? [[name, inWords(kind, name, value)] as const] : [],
  )
  return (
    <>
      <Facts>
        {facts.map(([name, text]) => (
          <Fact key={name} name={fieldLabel(name)}>
            <Prose text={text} />
          </Fact>
        ))}
      </Facts>
      <Raw summary="The whole answer, as data">
        <ExactText text={JSON.stringify(trial, null, 2)} />
      </Raw>
    </>
  )
}
