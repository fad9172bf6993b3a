import { describe, expect, test } from 'vitest'
import { challengeMachine } from '@/lib/challenges/states'
import { Refusal } from '@/lib/errors'
import { allows, finals, type Machine, next, outOf } from '@/lib/machine/machine'
import { missionMachine, OUTCOME_TRIGGERS, REVIEW_EFFECTS } from '@/lib/missions/states'

/** From, trigger, to, actor. */
type Line = readonly [string | null, string, string, string]

/** docs/interface.md#states, Challenge states, row by row; "any state before DECISION_VERIFIED" is written out. */
const CHALLENGE: readonly Line[] = [
  [null, 'create', 'DRAFT', 'wallet'],
  ['DRAFT', 'link', 'OPEN', 'wallet'],
  ['OPEN', 'time', 'AWAITING_DECISION', 'schedule'],
  ['AWAITING_DECISION', 'decide', 'DECISION_SUBMITTED', 'owner'],
  // docs/decisions.md#challenges: until a verifier has signed, the owner may take the decision back.
  ['DECISION_SUBMITTED', 'withdraw-decision', 'AWAITING_DECISION', 'owner'],
  ['DECISION_SUBMITTED', 'verify-approve', 'DECISION_VERIFIED', 'verifier'],
  ['DECISION_SUBMITTED', 'verify-reject', 'AWAITING_DECISION', 'verifier'],
  ['DECISION_VERIFIED', 'convert', 'CONVERTED_TO_MISSION', 'owner'],
  ['DRAFT', 'cancel', 'CANCELLED', 'owner'],
  ['OPEN', 'cancel', 'CANCELLED', 'owner'],
  ['AWAITING_DECISION', 'cancel', 'CANCELLED', 'owner'],
  ['DECISION_SUBMITTED', 'cancel', 'CANCELLED', 'owner'],
  // docs/decisions.md#challenges: both links at creation open it at once; the first of two links leaves it a draft.
  [null, 'create', 'OPEN', 'wallet'],
  ['DRAFT', 'link', 'DRAFT', 'wallet'],
  // docs/decisions.md#challenges: a side whose link a moderator hid is free again.
  ['OPEN', 'link', 'OPEN', 'wallet'],
]

const RUNNING = ['SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED', 'VERIFIED']

/** docs/interface.md#states, Mission states, row by row; "any state" is every state that is not final (docs/decisions.md#missions-milestones-proof). */
const MISSION: readonly Line[] = [
  [null, 'create', 'SEED', 'wallet'],
  ['SEED', 'claim', 'CLAIMED', 'wallet'],
  // docs/decisions.md#missions-milestones-proof: a claim is given back, and what was verified stays.
  ...['CLAIMED', 'GROWING', 'CHANGES_REQUESTED'].flatMap((from): Line[] => [
    [from, 'release', 'SEED', 'contributor'],
    [from, 'release-overdue', 'SEED', 'owner'],
  ]),
  ['CLAIMED', 'submit-proof', 'PROOF_SUBMITTED', 'contributor'],
  ['GROWING', 'submit-proof', 'PROOF_SUBMITTED', 'contributor'],
  ['PROOF_SUBMITTED', 'review-request-changes', 'CHANGES_REQUESTED', 'verifier'],
  ['PROOF_SUBMITTED', 'review-reject', 'CHANGES_REQUESTED', 'verifier'],
  ['PROOF_SUBMITTED', 'review-approve', 'GROWING', 'verifier'],
  ['PROOF_SUBMITTED', 'review-approve', 'VERIFIED', 'verifier'],
  // docs/decisions.md#missions-milestones-proof: an optional milestone is proven while the outcome is awaited.
  ['VERIFIED', 'submit-proof', 'VERIFIED', 'contributor'],
  ...['review-approve', 'review-request-changes', 'review-reject'].map(
    (on): Line => ['VERIFIED', on, 'VERIFIED', 'verifier'],
  ),
  ['VERIFIED', 'complete-completed', 'COMPLETED', 'owner'],
  ...RUNNING.map((from): Line => [from, 'complete-failed', 'FAILED', 'owner']),
  ...RUNNING.map((from): Line => [from, 'complete-abandoned', 'ABANDONED', 'owner']),
  // "Earlier interface": `expired` may be set by any signed-in wallet after the deadline, which is `FAILED`.
  // Not while a proof waits for its review, and not once every required milestone is verified.
  ...['SEED', 'CLAIMED', 'GROWING', 'CHANGES_REQUESTED'].map((from): Line => [from, 'expire', 'FAILED', 'anyone']),
  // docs/decisions.md#missions-milestones-proof: after changes were requested the contributor submits again.
  ['CHANGES_REQUESTED', 'submit-proof', 'PROOF_SUBMITTED', 'contributor'],
  // A proof that waits holds its mission: a moderator who hides it lets go of it, who restores it takes hold again.
  ...['CLAIMED', 'GROWING', 'CHANGES_REQUESTED'].flatMap((state): Line[] => [
    ['PROOF_SUBMITTED', 'hide-proof', state, 'moderator'],
    [state, 'restore-proof', 'PROOF_SUBMITTED', 'moderator'],
  ]),
  // A hidden proof takes its milestone's verification away; a restored one gives it back, maybe while another waits.
  ['VERIFIED', 'hide-proof', 'GROWING', 'moderator'],
  ['VERIFIED', 'hide-proof', 'PROOF_SUBMITTED', 'moderator'],
  // It was restored after a release, so nobody holds the mission.
  ['VERIFIED', 'hide-proof', 'SEED', 'moderator'],
  ...['SEED', 'CLAIMED', 'GROWING', 'CHANGES_REQUESTED'].map(
    (from): Line => [from, 'restore-proof', 'VERIFIED', 'moderator'],
  ),
  ['PROOF_SUBMITTED', 'hide-proof', 'VERIFIED', 'moderator'],
  ['PROOF_SUBMITTED', 'review-request-changes', 'VERIFIED', 'verifier'],
  ['PROOF_SUBMITTED', 'review-reject', 'VERIFIED', 'verifier'],
]

const MACHINES: [string, Machine<string, string, string>, readonly Line[], string[], string[]][] = [
  ['challenge', challengeMachine, CHALLENGE, ['DRAFT', 'OPEN'], ['CONVERTED_TO_MISSION', 'CANCELLED']],
  ['mission', missionMachine, MISSION, ['SEED'], ['COMPLETED', 'FAILED', 'ABANDONED']],
]

const sorted = (lines: readonly Line[]) => lines.map((line) => line.join(' ')).sort()

describe.each(MACHINES)('the %s machine', (_name, machine, table, firsts, lasts) => {
  const triggers = Object.keys(machine.refusals)

  test('has exactly the rows of the interface, each once', () => {
    expect(sorted(machine.rows.map(({ from, on, to, by }) => [from, on, to, by]))).toEqual(sorted(table))
  })

  const pairs = [null, ...machine.states].flatMap((state) => triggers.map((trigger) => ({ state, trigger })))
  const targetsOf = (state: string | null, trigger: string) =>
    table.filter(([from, on]) => from === state && on === trigger).map(([, , to]) => to)

  test.each(pairs)('in $state $trigger leads where the interface says, and nowhere else', ({ state, trigger }) => {
    const targets = targetsOf(state, trigger)
    for (const to of targets) expect(next(machine, state, trigger, to)).toBe(to)
    for (const to of machine.states.filter((other) => !targets.includes(other))) {
      expect(() => next(machine, state, trigger, to), to).toThrow(Refusal)
    }
  })

  test.each(pairs)(
    'in $state $trigger is refused with a conflict when the interface has no row for it',
    ({ state, trigger }) => {
      const isAllowed = targetsOf(state, trigger).length > 0
      if (state !== null) expect(allows(machine, state, trigger)).toBe(isAllowed)
      const act = () => next(machine, state, trigger)
      if (isAllowed) expect(act).not.toThrow()
      else {
        const message = (state === null ? undefined : machine.ended?.[state]) ?? machine.refusals[trigger]
        expect(act).toThrow(expect.objectContaining({ code: 'conflict', message }))
      }
    },
  )

  test('names one kind of actor for each trigger', () => {
    for (const trigger of triggers) {
      expect(new Set(machine.rows.filter((row) => row.on === trigger).map((row) => row.by)).size, trigger).toBe(1)
    }
  })

  test('says which target is meant wherever a trigger has several', () => {
    for (const row of machine.rows) {
      const twins = machine.rows.filter((other) => other.from === row.from && other.on === row.on)
      if (twins.length > 1) expect(row.when, `${row.from} ${row.on} ${row.to}`).toBeTruthy()
    }
  })

  test('begins and ends where the interface says', () => {
    expect(machine.rows.filter((row) => row.from === null).map((row) => row.to)).toEqual(firsts)
    expect([...finals(machine)].sort()).toEqual([...lasts].sort())
  })

  test('leads from its beginning to every state', () => {
    const reached = new Set(firsts)
    for (const state of reached) for (const row of outOf(machine, state)) reached.add(row.to)
    expect([...reached].sort()).toEqual([...machine.states].sort())
  })

  test('refuses in full sentences', () => {
    for (const sentence of [...Object.values(machine.refusals), ...Object.values(machine.ended ?? {})])
      expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  test.each(finals(machine))('refuses everything in %s because it has ended, whatever the trigger needs', (state) => {
    const reasons = triggers.map((trigger) => {
      try {
        return next(machine, state, trigger)
      } catch (refusal) {
        return refusal instanceof Refusal ? refusal.message : null
      }
    })
    expect(new Set(reasons)).toEqual(new Set([expect.stringMatching(/^This (mission|challenge) (already )?(has|was)/)]))
  })
})

test('a verdict gives a proof the status of the interface', () => {
  expect(REVIEW_EFFECTS).toEqual({
    approve: { status: 'verified', trigger: 'review-approve' },
    'request-changes': { status: 'changes-requested', trigger: 'review-request-changes' },
    reject: { status: 'rejected', trigger: 'review-reject' },
  })
})

test('an outcome word leads to the state of the decisions', () => {
  const target = (trigger: string) => missionMachine.rows.find((row) => row.on === trigger)?.to
  expect(
    Object.fromEntries(Object.entries(OUTCOME_TRIGGERS).map(([word, trigger]) => [word, target(trigger)])),
  ).toEqual({
    completed: 'COMPLETED',
    failed: 'FAILED',
    rejected: 'FAILED',
    expired: 'FAILED',
    abandoned: 'ABANDONED',
  })
})
