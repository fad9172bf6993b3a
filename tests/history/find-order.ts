// Linearizability (Herlihy and Wing 1990), looked for as Wing and Gong did (1993), with the memory of Lowe (2017): what many
// clients were answered at once is right when some order of the calls, one after the other, gives the same answers, and puts no
// call before one that was answered before it began.

/** A call as its client saw it, on one clock. */
export interface Call<Operation, Answer> {
  readonly operation: Operation
  readonly began: number
  /** Infinity for one whose outcome nobody learnt: it may have been done at any time since, or never. */
  readonly ended: number
  /** Null where nobody learnt it. */
  readonly answer: Answer | null
}

/** One record that takes one call after the other. */
export interface Sequential<State, Operation, Answer> {
  /**
   * @returns what may become of the record: nothing where it would not have answered so, several states where it may also have
   * changed by itself before. An answer that is null may be any.
   */
  steps(state: State, operation: Operation, answer: Answer | null): readonly State[]
  /** Two states with one key are the same. */
  key(state: State): string
}

export type Found<Called, State> =
  | { readonly order: readonly Called[]; readonly last: State }
  /** No order is legal: the longest beginning of one, the state after it, and the calls that one of could have come next. */
  | {
      readonly order: null
      readonly longest: readonly Called[]
      readonly state: State
      readonly next: readonly Called[]
    }

/**
 * @example
 * findOrder(register, 0, [
 *   { operation: { write: 1 }, began: 0, ended: 1, answer: 'done' },
 *   { operation: 'read', began: 2, ended: 3, answer: 0 },
 * ]).order // null: the read came after the write
 */
export function findOrder<State, Operation, Answer>(
  sequential: Sequential<State, Operation, Answer>,
  first: State,
  calls: readonly Call<Operation, Answer>[],
): Found<Call<Operation, Answer>, State> {
  type Called = Call<Operation, Answer>
  const byBeginning = calls.toSorted((a, b) => a.began - b.began)
  const tried = new Set<string>()
  const order: Called[] = []
  let longest: { calls: readonly Called[]; state: State; next: readonly Called[] } = {
    calls: [],
    state: first,
    next: [],
  }

  /** The calls that no other one of these was answered before. */
  const candidates = (left: readonly Called[]): Called[] => {
    const firstEnd = Math.min(...left.map(({ ended }) => ended))
    return left.filter(({ began }) => began <= firstEnd)
  }

  const search = (state: State, left: readonly Called[]): { last: State } | null => {
    if (left.every(({ answer }) => answer === null)) return { last: state }
    const key = `${sequential.key(state)} ${left.map((call) => byBeginning.indexOf(call)).join()}`
    if (tried.has(key)) return null
    tried.add(key)
    const next = candidates(left)
    if (order.length > longest.calls.length || longest.calls.length === 0) longest = { calls: [...order], state, next }
    const stateKey = sequential.key(state)
    const steps = next.flatMap((call) => {
      const states = sequential.steps(state, call.operation, call.answer)
      return states.map((then) => ({ call, then, isIdle: sequential.key(then) === stateKey }))
    })
    // A call that changes nothing and is right now can always come now: it hinders no other.
    const idle = steps.find(({ call, isIdle }) => isIdle && call.answer !== null)
    const worthTrying = idle
      ? [idle]
      : steps.filter(({ isIdle }) => !isIdle).toSorted((a, b) => a.call.ended - b.call.ended)
    for (const { call, then } of worthTrying) {
      order.push(call)
      const found = search(
        then,
        left.filter((other) => other !== call),
      )
      if (found !== null) return found
      order.pop()
    }
    return null
  }

  const found = search(first, byBeginning)
  if (found !== null) return { order, last: found.last }
  return { order: null, longest: longest.calls, state: longest.state, next: longest.next }
}
