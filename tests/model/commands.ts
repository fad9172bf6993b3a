import fc from 'fast-check'
import { PEOPLE, type Person, type SideName } from '@/tests/model/state'

// What may happen, drawn by fast-check. A command names records and people by numbers that are taken modulo what there is,
// so that every shortened sequence is one that can be played. `by: null` is whoever may.

interface By {
  readonly by: Person | null
}
interface On extends By {
  readonly on: number
}
/** Whether it goes by the earlier interface, where that has it too. */
interface Surface {
  readonly earlier: boolean
}

export type Command =
  | ({
      readonly do: 'challenge'
      readonly links: readonly SideName[]
      readonly closes: number
      readonly decides: number
    } & By &
      Surface)
  | ({ readonly do: 'link'; readonly side: SideName } & On & Surface)
  | ({ readonly do: 'decide'; readonly side: SideName } & On)
  | ({ readonly do: 'withdraw' } & On & Surface)
  | ({ readonly do: 'judge'; readonly verdict: 'approve' | 'reject' } & On)
  | ({ readonly do: 'convert' } & On & Terms)
  | ({ readonly do: 'cancel' } & On)
  | ({ readonly do: 'more-time'; readonly closes: number; readonly decides: number } & On & Surface)
  | ({ readonly do: 'mission' } & By & Terms & Surface)
  | ({ readonly do: 'claim' } & On)
  | ({ readonly do: 'release' } & On & Surface)
  | ({ readonly do: 'prove'; readonly milestone: number } & On)
  | ({
      readonly do: 'review'
      readonly proof: number | null
      readonly verdict: 'approve' | 'request-changes' | 'reject'
    } & On)
  | ({ readonly do: 'end'; readonly outcome: 'completed' | 'failed' | 'rejected' | 'expired' | 'abandoned' } & On &
      Surface)
  | ({ readonly do: 'prolong'; readonly days: number } & On & Surface)
  | ({ readonly do: 'add-milestone'; readonly required: boolean } & On)
  | ({ readonly do: 'remark'; readonly milestone: number; readonly status: 'Pending' | 'Delivered' | 'Cancelled' } & On)
  | ({
      readonly do: 'hide' | 'restore'
      readonly what: 'challenge' | 'mission' | 'proof' | 'submission'
      readonly part: number
    } & On)
  | { readonly do: 'days'; readonly days: number }
  /** The next step of the story of a challenge or mission, by whoever may take it. */
  | { readonly do: 'advance'; readonly what: 'challenge' | 'mission'; readonly on: number }

interface Terms {
  readonly days: number
  readonly milestones: readonly boolean[]
  readonly designated: Person | null
}

/** A command, and how it is sent. */
export interface Step {
  readonly command: Command
  /** First as a dry run, which must tell what then happens and leave nothing. */
  readonly rehearsed: boolean
  /** Once more with the same key, which must tell the same again. */
  readonly replayed: boolean
}

const side = fc.constantFrom<SideName>('A', 'B')
const somebody = fc.constantFrom(...PEOPLE)
/** Mostly whoever may: a story of refusals alone goes nowhere. */
const by = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: somebody })
const on = fc.nat({ max: 3 })
const earlier = fc.boolean()
const terms = {
  days: fc.nat({ max: 4 }),
  // The first is required always: a mission needs one.
  milestones: fc.array(fc.boolean(), { maxLength: 2 }),
  designated: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom<Person>('ada', 'ben', 'vera') },
  ),
}
const one = <T extends Command['do']>(name: T) => fc.constant(name)

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 36,
    arbitrary: fc.record({ do: one('advance'), what: fc.constantFrom('challenge' as const, 'mission' as const), on }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one('challenge'),
      links: fc.subarray<SideName>(['A', 'B']),
      closes: fc.nat({ max: 2 }),
      decides: fc.nat({ max: 2 }),
      by,
      earlier,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('mission'), by, earlier, ...terms }) },
  { weight: 3, arbitrary: fc.record({ do: one('link'), side, by, on, earlier }) },
  { weight: 2, arbitrary: fc.record({ do: one('decide'), side, by, on }) },
  { weight: 2, arbitrary: fc.record({ do: one('withdraw'), by, on, earlier }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: one('judge'), verdict: fc.constantFrom('approve' as const, 'reject' as const), by, on }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('convert'), by, on, ...terms }) },
  { weight: 1, arbitrary: fc.record({ do: one('cancel'), by, on }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('more-time'),
      closes: fc.nat({ max: 2 }),
      decides: fc.nat({ max: 3 }),
      by,
      on,
      earlier,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('claim'), by, on }) },
  { weight: 6, arbitrary: fc.record({ do: one('release'), by, on, earlier }) },
  { weight: 4, arbitrary: fc.record({ do: one('prove'), milestone: fc.nat({ max: 3 }), by, on }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: one('review'),
      proof: fc.option(fc.nat({ max: 4 }), { freq: 2 }),
      verdict: fc.constantFrom('approve' as const, 'request-changes' as const, 'reject' as const),
      by,
      on,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: one('end'),
      outcome: fc.constantFrom('completed' as const, 'failed', 'rejected', 'expired', 'abandoned'),
      by,
      on,
      earlier,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: one('prolong'), days: fc.integer({ min: 1, max: 3 }), by, on, earlier }) },
  { weight: 2, arbitrary: fc.record({ do: one('add-milestone'), required: fc.boolean(), by, on }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('remark'),
      milestone: fc.nat({ max: 3 }),
      status: fc.constantFrom('Pending' as const, 'Delivered', 'Cancelled'),
      by,
      on,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('hide' as const, 'restore' as const),
      what: fc.constantFrom('challenge' as const, 'mission', 'proof', 'proof', 'submission'),
      part: fc.nat({ max: 4 }),
      by,
      on,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: one('days'), days: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(14)) }),
  },
)

/** A life of several records at once, of at most so many steps. */
export const lives = (stepsMax: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      command,
      rehearsed: fc.integer({ min: 0, max: 4 }).map((die) => die === 0),
      replayed: fc.integer({ min: 0, max: 4 }).map((die) => die === 0),
    }),
    { minLength: 1, maxLength: stepsMax, size: 'max' },
  )
