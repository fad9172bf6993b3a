import { expect, test } from 'vitest'
import { CHALLENGE_STATES, challengeMachine, LINKING_STATES, MOVABLE_DEADLINES } from '@/lib/challenges/states'
import { type Machine, refusalIn, requireAllowed, statesBefore } from '@/lib/machine/machine'
import {
  EXPIRED_STATEMENT,
  hasOpenTerms,
  isOpen,
  MISSION_STATES,
  missionMachine,
  takesFiles,
  takesMilestones,
  WORK_EVENTS,
} from '@/lib/missions/states'

// What a record takes in which state, written out from the documents.

const statesThat = (is: (state: (typeof MISSION_STATES)[number]) => boolean) => MISSION_STATES.filter(is)

test('files are added from the claim to the outcome (docs/decisions.md#evidence-files)', () => {
  const taking = ['CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED', 'VERIFIED']
  expect(statesThat(takesFiles).toSorted()).toEqual(taking.toSorted())
})

test('a mission is open until its outcome', () => {
  expect(statesThat((state) => !isOpen(state)).toSorted()).toEqual(['ABANDONED', 'COMPLETED', 'FAILED'])
})

test('required milestones change until the claim, others are added until all required ones are verified', () => {
  expect(statesThat(hasOpenTerms)).toEqual(['SEED'])
  const adding = ['SEED', 'CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED']
  expect(statesThat(takesMilestones).toSorted()).toEqual(adding.toSorted())
})

test('an owner waits for a contributor from the claim, the last proof or its review on', () => {
  expect(WORK_EVENTS).toEqual(['mission-claimed', 'proof-submitted', 'proof-reviewed'])
})

test('what the service says in the place of a stranger is a sentence', () => {
  expect(EXPIRED_STATEMENT).toMatch(/^The day of the deadline .*\.$/)
})

test('links are recorded in DRAFT and OPEN; deadlines move in DRAFT, and the decision’s while it is awaited', () => {
  expect(LINKING_STATES).toEqual(['DRAFT', 'OPEN'])
  expect(MOVABLE_DEADLINES).toEqual({
    DRAFT: ['submissionDeadline', 'decisionDeadline'],
    AWAITING_DECISION: ['decisionDeadline'],
  })
})

test('beside the way is what a verified mission still takes, and what a moderator does', () => {
  const besides = (machine: Machine<string, string, string>) =>
    machine.rows.filter(({ aside }) => aside).map(({ from, on, by }) => (by === 'moderator' ? by : `${from} ${on}`))
  expect([...new Set(besides(missionMachine))].toSorted()).toEqual([
    // Turned down after the last required milestone was verified meanwhile, by a moderator's hand.
    'PROOF_SUBMITTED review-reject',
    'PROOF_SUBMITTED review-request-changes',
    'VERIFIED review-approve',
    'VERIFIED review-reject',
    'VERIFIED review-request-changes',
    'VERIFIED submit-proof',
    'moderator',
  ])
  const ofModerators = missionMachine.rows.filter(({ by }) => by === 'moderator')
  expect(ofModerators.filter(({ aside }) => !aside)).toEqual([])
  expect(besides(challengeMachine)).toEqual([])
})

test.each([
  ['challenge', challengeMachine],
  ['mission', missionMachine],
] as [string, Machine<string, string, string>][])('conditions of the %s machine are words', (_, machine) => {
  for (const { when } of machine.rows) if (when !== undefined) expect(when).toMatch(/^[a-z].{9,}[^.]$/)
})

test('who comes too early for a decision is told when, and who has none is not told that it was signed', () => {
  for (const state of ['DRAFT', 'OPEN'] as const) {
    expect(refusalIn(challengeMachine, state, 'decide')).toContain('once both responses are recorded')
    expect(refusalIn(challengeMachine, state, 'withdraw-decision')).toContain('a submitted decision')
  }
})

test('a trigger is required, refused with its reason, and known by the states before it', () => {
  expect(() => requireAllowed(challengeMachine, 'AWAITING_DECISION', 'decide')).not.toThrow()
  expect(() => requireAllowed(challengeMachine, 'DRAFT', 'decide')).toThrow(challengeMachine.refusals.decide)
  expect(refusalIn(challengeMachine, null, 'decide')).toBe(challengeMachine.refusals.decide)
  expect(refusalIn(challengeMachine, 'CANCELLED', 'decide')).toBe(challengeMachine.ended?.CANCELLED)
  expect(refusalIn({ ...challengeMachine, ended: undefined }, 'CANCELLED', 'decide')).toBe(
    challengeMachine.refusals.decide,
  )
  expect(statesBefore(challengeMachine, 'cancel').toSorted()).toEqual([
    'AWAITING_DECISION',
    'DECISION_SUBMITTED',
    'DRAFT',
    'OPEN',
  ])
  expect(CHALLENGE_STATES).toContain('OPEN')
})
