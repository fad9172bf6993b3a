import { type Machine, outOf } from '@/lib/machine/machine'

/** The visual status of a thing. A tone is always shown together with its mark and its word. */
export type Tone = 'resting' | 'growing' | 'waiting' | 'done' | 'refused'

/** The small icons beside a word. */
export type Mark =
  | 'outline'
  | 'seed'
  | 'sprout'
  | 'hand'
  | 'hourglass'
  | 'quill'
  | 'lens'
  | 'pencil'
  | 'seal'
  | 'branch'
  | 'flower'
  | 'leaf'
  | 'cross'
  | 'check'

export interface Label {
  readonly word: string
  readonly tone: Tone
  readonly mark: Mark
}

export interface StateLabel extends Label {
  /** One sentence that explains the word to a newcomer. */
  readonly meaning: string
}

/** A trigger in words. Triggers with the same words are one step with several outcomes. */
export interface TriggerLabel<Deadline extends string> {
  /** Completes a sentence that begins with the actor: "submits the community's decision". */
  readonly does: string
  /** The record's field that holds the last day for it. */
  readonly until?: Deadline
  /** Why the trigger is impossible once that day has ended, as a full sentence. Without it, it is only late. */
  readonly closed?: string
  /** Possible, but not what the record waits for. */
  readonly aside?: boolean
  /** Never a task for a reader of the record. It appears in the documentation only. */
  readonly unasked?: boolean
}

export interface Step<Actor extends string, Deadline extends string> {
  readonly by: Actor
  readonly does: string
  readonly until: Deadline | null
  /** Whether it is impossible once that day has ended. */
  readonly closes: boolean
  readonly aside: boolean
}

/**
 * Who acts next on a record, in words: the rows that lead out of its state, each step once.
 * @example
 * stepsFrom(challengeMachine, 'AWAITING_DECISION', CHALLENGE_TRIGGER_LABELS)[0]?.by // 'owner'
 */
export function stepsFrom<S extends string, T extends string, A extends string, D extends string>(
  machine: Machine<S, T, A>,
  state: S,
  labels: Readonly<Record<T, TriggerLabel<D>>>,
): readonly Step<A, D>[] {
  const steps = new Map<string, Step<A, D>>()
  for (const row of outOf(machine, state)) {
    const { does, until = null, closed, aside = false, unasked = false } = labels[row.on]
    if (unasked || row.aside) continue
    steps.set(`${row.by} ${does}`, { by: row.by, does, until, closes: closed !== undefined, aside })
  }
  return [...steps.values()].sort((a, b) => Number(a.aside) - Number(b.aside))
}
