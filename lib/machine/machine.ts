import { conflict } from '@/lib/errors'

/**
 * A row of a state machine, with the columns of the interface (docs/interface.md#states). Guards, the OpenAPI texts, the
 * diagrams in the documentation, "who acts next" and the table tests all read the same rows.
 */
export interface Row<State extends string, Trigger extends string, Actor extends string> {
  /** Null when the trigger creates the record. */
  readonly from: State | null
  readonly on: Trigger
  readonly to: State
  readonly by: Actor
  /** Which of several targets applies, and what must be true besides actor and state. */
  readonly when?: string
  /** Off the main path, or only for moderators: the tables list it; the diagrams and "who acts next" leave it out. */
  readonly aside?: boolean
}

export interface Machine<State extends string, Trigger extends string, Actor extends string = string> {
  readonly states: readonly State[]
  readonly rows: readonly Row<State, Trigger, Actor>[]
  /** The reason for refusing a trigger that no row allows: a full sentence, safe to show. */
  readonly refusals: Readonly<Record<Trigger, string>>
  /**
   * The reason for refusing every trigger in a final state, instead of the trigger's own reason: that the record has ended.
   */
  readonly ended?: Readonly<Partial<Record<State, string>>>
}

/** Whether a trigger has any row from a state. */
export function allows<S extends string, T extends string>(machine: Machine<S, T>, state: S, trigger: T): boolean {
  return machine.rows.some((row) => row.from === state && row.on === trigger)
}

/**
 * The state that a trigger leads to.
 * @param state null when the trigger creates the record.
 * @param choose the target, if the rows of this trigger have several (e.g. `GROWING` or `VERIFIED`).
 * @returns the target state.
 * @throws Refusal `conflict` when no row allows the trigger in this state.
 * @example
 * next(challengeMachine, 'AWAITING_DECISION', 'decide') // 'DECISION_SUBMITTED'
 */
export function next<S extends string, T extends string>(
  machine: Machine<S, T>,
  state: S | null,
  trigger: T,
  choose?: S,
): S {
  const targets = machine.rows.filter((row) => row.from === state && row.on === trigger).map((row) => row.to)
  const target = choose === undefined ? targets[0] : targets.find((to) => to === choose)
  if (target === undefined) throw conflict(refusalIn(machine, state, trigger))
  return target
}

/** @throws Refusal `conflict` when no row allows the trigger in this state. */
export function requireAllowed<S extends string, T extends string>(
  machine: Machine<S, T>,
  state: S,
  trigger: T,
  choose?: S,
): void {
  next(machine, state, trigger, choose)
}

/** The reason for refusing a trigger that no row allows in a state. */
export function refusalIn<S extends string, T extends string>(
  machine: Machine<S, T>,
  state: S | null,
  trigger: T,
): string {
  return (state === null ? undefined : machine.ended?.[state]) ?? machine.refusals[trigger]
}

/** The rows that lead out of a state: what can happen next, and who may do it. */
export function outOf<S extends string, T extends string, A extends string>(
  machine: Machine<S, T, A>,
  state: S,
): readonly Row<S, T, A>[] {
  return machine.rows.filter((row) => row.from === state)
}

/** The final states: no row leads out of them. */
export function finals<S extends string, T extends string>(machine: Machine<S, T>): readonly S[] {
  return machine.states.filter((state) => outOf(machine, state).length === 0)
}

/** The states in which a trigger has any row. */
export function statesBefore<S extends string, T extends string>(machine: Machine<S, T>, trigger: T): readonly S[] {
  return machine.states.filter((state) => allows(machine, state, trigger))
}
