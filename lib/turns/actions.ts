import type { SessionView } from '@/lib/auth/schemas'
import { conflictOf, type Parties } from '@/lib/machine/conflict'
import type { TriggerLabel } from '@/lib/machine/labels'
import { type Machine, outOf } from '@/lib/machine/machine'

/** The viewer of a record, with the roles from the allowlists. */
export type Viewer = Pick<SessionView, 'address' | 'isVerifier'>

/** Something that people do on a record by one form, which fires one of its triggers. */
export interface ActionSpec<Trigger extends string> {
  readonly title: string
  /** The consequence, in a sentence. */
  readonly meaning: string
  readonly triggers: readonly Trigger[]
  /** Whether it is shown only to viewers who may do it. */
  readonly unlisted?: boolean
}

export interface Action<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly meaning: string
  /** Why this wallet may not do it, as a full sentence; null when it may. */
  readonly refusal: string | null
  /** Where a refused viewer may change that. */
  readonly remedy?: { readonly href: string; readonly words: string }
  /** The UTC date by whose end it is due. */
  readonly until: string | null
  /** Possible, but not what the record waits for. */
  readonly aside: boolean
  /** The actor in the row of the machine; absent when the action moves no state. */
  readonly by?: string
}

/** An action that moves no state, so it is in no row of the machine. It is listed after what the record waits for. */
export const asideAction = <Name extends string>(name: Name, title: string, meaning: string): Action<Name> => ({
  name,
  title,
  meaning,
  refusal: null,
  until: null,
  aside: true,
})

/** Why the viewer is not the actor in a row of the machine; null when it is. */
export type ActorChecks<Actor extends string, Record_> = Readonly<
  Record<Actor, (record: Record_, viewer: Viewer) => string | null>
>

/** Why the viewer may not judge an item that waits for a signature; null when they may. */
export const judgeRefusal = (item: Parties, { address, isVerifier }: Viewer): string | null =>
  conflictOf(item, address) ??
  (isVerifier ? null : 'Only a verifier may do this: a wallet on the list of this service.')

interface Actions<S extends string, T extends string, A extends string, D extends string, N extends string, R> {
  readonly machine: Machine<S, T, A>
  readonly labels: Readonly<Record<T, TriggerLabel<D>>>
  readonly specs: Readonly<Record<N, ActionSpec<T>>>
  readonly names: readonly N[]
  readonly actorChecks: ActorChecks<A, R>
}

/**
 * The actions on a record in its state, by the rows of the machine that lead out of the state. Actions of other actors
 * are included, with the reason why this viewer may not do them.
 * @param today the service's UTC date.
 */
export function actionsOn<
  S extends string,
  T extends string,
  A extends string,
  D extends string,
  N extends string,
  R extends Readonly<Record<'state', S> & Record<D, string>>,
>(
  { machine, labels, specs, names, actorChecks }: Actions<S, T, A, D, N, R>,
  record: R,
  viewer: Viewer,
  today: string,
): readonly Action<N>[] {
  const rows = outOf(machine, record.state)
  return names.flatMap((name) => {
    const { title, meaning, triggers, unlisted = false } = specs[name]
    const row = rows.find(({ on }) => triggers.includes(on))
    if (!row) return []
    const { until: day, closed, aside = false } = labels[row.on]
    const until = day === undefined ? null : record[day]
    const isOver = until !== null && until < today
    const refusal = (isOver ? closed : undefined) ?? actorChecks[row.by](record, viewer)
    return unlisted && refusal !== null ? [] : [{ name, title, meaning, refusal, until, aside, by: row.by }]
  })
}

/** Sorts the actions that the record waits for first. */
export const awaitedFirst = <Name extends string>(actions: readonly Action<Name>[]): readonly Action<Name>[] =>
  actions.toSorted((a, b) => Number(a.aside) - Number(b.aside))
