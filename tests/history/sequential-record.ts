import type { Call, Sequential } from '@/tests/history/find-order'
import type { Act } from '@/tests/model/resolve'
import { expected } from '@/tests/model/rules'
import { at, type ModelWorld, type Person, settle } from '@/tests/model/state'
import { challengeByModel, missionByModel } from '@/tests/model/told'

// A record as the documents' rules say that it lives, one call after the other: the model of tests/model, with a world of one record.

/** What was asked of a record. A proof is named by its URL, which its submitter chose. */
export type Operation =
  | { readonly do: 'read' }
  /** `isFirstStep`: only the text to sign was asked for. */
  | { readonly do: 'act'; readonly act: Act; readonly proof: string | null; readonly isFirstStep: boolean }

export interface Answer {
  readonly status: number
  /** Of a reading: what was told, as JSON. */
  readonly told: string | null
  /** It was answered before, with 200 or 201, and is told again with 200. */
  readonly isReplay: boolean
  /** It was given while the database failed: then a reading may show a deadline that has passed as not persisted yet. */
  readonly isAmidFaults: boolean
}

export type RecordCall = Call<Operation, Answer>

export interface RecordState {
  readonly world: ModelWorld
  /** The proofs' URLs, by their places in the model. */
  readonly proofs: readonly string[]
}

/** What the model names by places and by people. */
export interface RecordNames {
  readonly kind: 'challenge' | 'mission'
  readonly address: (who: Person) => string
  readonly milestones: readonly string[]
}

/** What a reader who is nobody is told of it; null where it is hidden. */
function toldByModel({ kind, address, milestones }: RecordNames, { world, proofs }: RecordState): string | null {
  if (kind === 'mission') {
    const mission = at(world.missions, 0)
    return mission.hidden ? null : JSON.stringify(missionByModel(mission, address, { milestones, proofs }))
  }
  const challenge = at(world.challenges, 0)
  const isConverted = challenge.mission !== null
  return challenge.hidden ? null : JSON.stringify(challengeByModel(challenge, address, isConverted ? 'shown' : null))
}

/** The act with the place of the proof that it names; null where there is none yet. */
function placed(act: Act, proof: string | null, proofs: readonly string[]): Act | null {
  if (proof === null || act.do === 'prove') return act
  const place = proofs.indexOf(proof)
  if (place < 0) return null
  if (act.do === 'review') return { ...act, proof: place }
  return act.do === 'hide' || act.do === 'restore' ? { ...act, part: place } : act
}

function afterAct(state: RecordState, operation: Extract<Operation, { do: 'act' }>, answer: Answer | null) {
  const world = structuredClone(state.world)
  const act = placed(operation.act, operation.proof, state.proofs)
  if (act === null) return answer === null ? state : null
  const then = expected(world, act)
  if (operation.isFirstStep) {
    const status = then.status === 201 ? 200 : then.status
    return answer === null || answer.status === status ? state : null
  }
  if (answer !== null && answer.status !== then.status && !(answer.isReplay && then.status < 300)) return null
  if (!then.effect) return state
  then.effect()
  const isNew = act.do === 'prove' && operation.proof !== null
  return { world, proofs: isNew ? [...state.proofs, operation.proof] : state.proofs }
}

/** The same once time has moved it, as whoever looks at it sees it. */
function settled(state: RecordState): RecordState {
  const world = structuredClone(state.world)
  settle(world)
  return { ...state, world }
}

/**
 * A record of its kind as one that takes one call after the other. Time moves it before somebody reads it, at the latest, unless
 * the database took no writes then (docs/database.md#what-503-means).
 */
export const sequentialRecord = (names: RecordNames): Sequential<RecordState, Operation, Answer> => ({
  steps(state, operation, answer) {
    const moved = settled(state)
    if (operation.do === 'act') {
      const states = isSame(state, moved) ? [state] : [state, moved]
      return states.flatMap((one) => afterAct(one, operation, answer) ?? [])
    }
    const states = answer?.isAmidFaults && !isSame(state, moved) ? [moved, state] : [moved]
    return states.filter((one) => {
      const told = toldByModel(names, one)
      return answer === null || (answer.status === (told === null ? 404 : 200) && answer.told === told)
    })
  },
  key: keyOf,
})

const keyOf = ({ world, proofs }: RecordState): string => JSON.stringify([world, proofs])
const isSame = (one: RecordState, other: RecordState): boolean => keyOf(one) === keyOf(other)

/** An order that was not found, for a person: what nothing explains first, then the longest beginning of one, its end first. */
export function explain(
  names: RecordNames,
  found: { longest: readonly RecordCall[]; state: RecordState; next: readonly RecordCall[] },
): string {
  const line = ({ operation, began, ended, answer }: RecordCall) => {
    const what = operation.do === 'read' ? 'read' : JSON.stringify({ ...operation.act, proof: operation.proof })
    const step = operation.do === 'act' && operation.isFirstStep ? ' (first step)' : ''
    return `${began.toFixed(1)}–${ended.toFixed(1)} ${what}${step} → ${answer ? `${answer.status} ${answer.told ?? ''}` : 'unknown'}`
  }
  return [
    'None of these can be next:',
    ...found.next.map(line),
    `when the record is: ${toldByModel(names, found.state) ?? 'hidden'}`,
    'as it is after the longest legal beginning, here from its end:',
    ...found.longest.toReversed().map(line),
  ].join('\n')
}
