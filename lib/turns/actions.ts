import type { SessionView } from '@/lib/auth/schemas'
import type { TriggerLabel } from '@/lib/machine/labels'
import { type Machine, outOf } from '@/lib/machine/machine'

/** Who looks at a record, with the roles that the allowlists give. */
export type Viewer = Pick<SessionView, 'address' | 'isVerifier'>

/** Something that people do on a record: one form, whichever of its triggers comes of it. */
export interface ActionSpec<Trigger extends string> {
  readonly title: string
  /** What it leads to, in a sentence. */
  readonly meaning: string
  readonly triggers: readonly Trigger[]
  /** Whether only those who may are told of it. */
  readonly unlisted?: boolean
}

export interface Action<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly meaning: string
  /** Why this wallet may not, as a full sentence; null when it may. */
  readonly refusal: string | null
  /** The UTC date by whose end it is due. */
  readonly until: string | null
  /** Possible, but not what the record waits for. */
  readonly aside: boolean
  /** The actor that the row of the machine names; absent where it moves no state. */
  readonly by?: string
}

/** What moves no state, and so stands in no row of the machine: offered to who may, beside what the record waits for. */
export const asideAction = <Name extends string>(name: Name, title: string, meaning: string): Action<Name> => ({
  name,
  title,
  meaning,
  refusal: null,
  until: null,
  aside: true,
})

/** Why a wallet is not the one that a row of the machine names; null when it is. */
export type ActorChecks<Actor extends string, Record_> = Readonly<
  Record<Actor, (record: Record_, viewer: Viewer) => string | null>
>

interface Actions<S extends string, T extends string, A extends string, D extends string, N extends string, R> {
  readonly machine: Machine<S, T, A>
  readonly labels: Readonly<Record<T, TriggerLabel<D>>>
  readonly specs: Readonly<Record<N, ActionSpec<T>>>
  readonly names: readonly N[]
  readonly standing: ActorChecks<A, R>
}

/**
 * What can be done on a record in its state, and whether this wallet may: the rows that lead out of the state, each
 * held against the wallet's roles. What somebody else must do stands there too, with the reason.
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
  { machine, labels, specs, names, standing }: Actions<S, T, A, D, N, R>,
  record: R,
  viewer: Viewer,
  today: string,
): readonly Action<N>[] {
  const rows = outOf(machine, record.state)
  return names.flatMap((name) => {
    const { title, meaning, triggers, unlisted = false } = specs[name]
    const row = rows.find(({ on }) => triggers.includes(on))
    if (!row) return []
    const { until: day, closes = false, aside = false } = labels[row.on]
    const until = day === undefined ? null : record[day]
    const closed = closes && until !== null && until < today
    const refusal = closed ? machine.refusals[row.on] : standing[row.by](record, viewer)
    return unlisted && refusal !== null ? [] : [{ name, title, meaning, refusal, until, aside, by: row.by }]
  })
}

/** What the record waits for stands first. */
export const awaitedFirst = <Name extends string>(actions: readonly Action<Name>[]): readonly Action<Name>[] =>
  actions.toSorted((a, b) => Number(a.aside) - Number(b.aside))
