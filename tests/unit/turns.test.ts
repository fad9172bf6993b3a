import { expect, test } from 'vitest'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import { MISSION_STATES } from '@/lib/missions/states'
import type { Turn, Wait } from '@/lib/turns/turn'
import { challengeOffer, challengeTurn, challengeWait, missionOffer, missionTurn, missionWait } from '@/lib/turns/turn'
import {
  CONTRIBUTOR,
  challenge,
  LINKED,
  link,
  mission,
  OWNER,
  proof,
  STRANGER,
  TODAY,
  VERIFIER,
  viewer,
} from '@/tests/support/records'

const turn = (of: Turn | null) => of?.kind ?? ''
const wait = (of: Wait | null) => of?.on ?? ''
const YESTERDAY = '2026-11-20'

test('whose turn it is on a challenge, state by state: the owner’s, a verifier’s, a stranger’s; and whom it waits for', () => {
  const table = CHALLENGE_STATES.map((state) => {
    const one = challenge(state, state === 'DRAFT' ? {} : LINKED)
    return [
      state,
      ...[OWNER, VERIFIER, STRANGER].map((who) => turn(challengeTurn(one, viewer(who), TODAY))),
      wait(challengeWait(one, TODAY)),
    ]
  })
  expect(table).toEqual([
    ['DRAFT', 'link', '', '', 'anyone'],
    ['OPEN', '', '', '', 'time'],
    ['AWAITING_DECISION', 'decide', '', '', 'owner'],
    ['DECISION_SUBMITTED', '', 'verify', '', 'verifier'],
    ['DECISION_VERIFIED', 'convert', '', '', 'owner'],
    ['CONVERTED_TO_MISSION', '', '', '', ''],
    ['CANCELLED', '', '', '', ''],
  ])
})

test('whose turn it is on a mission, state by state: the owner’s, the contributor’s, a verifier’s, a stranger’s; and whom it waits for', () => {
  const table = MISSION_STATES.map((state) => {
    const one = mission(state, { milestones: [] })
    return [
      state,
      ...[OWNER, CONTRIBUTOR, VERIFIER, STRANGER].map((who) => turn(missionTurn(one, viewer(who), TODAY))),
      wait(missionWait(one, TODAY)),
    ]
  })
  expect(table).toEqual([
    ['SEED', '', 'claim', '', '', 'contributor'],
    ['CLAIMED', '', 'prove', '', '', 'contributor'],
    ['GROWING', '', 'prove', '', '', 'contributor'],
    ['PROOF_SUBMITTED', '', '', 'review', '', 'verifier'],
    ['CHANGES_REQUESTED', '', 'prove', '', '', 'contributor'],
    ['VERIFIED', 'complete', '', '', '', 'owner'],
    ['COMPLETED', '', '', '', '', ''],
    ['FAILED', '', '', '', '', ''],
    ['ABANDONED', '', '', '', '', ''],
  ])
})

test('a mission that anybody may claim is nobody’s turn, and waits for anyone', () => {
  const free = mission('SEED', { contributorWallet: null })
  for (const who of [OWNER, VERIFIER, STRANGER]) expect(missionTurn(free, viewer(who), TODAY)).toBeNull()
  const offers = [OWNER, VERIFIER, STRANGER].map((who) => turn(missionOffer(free, viewer(who), TODAY)))
  expect(offers, 'whoever may is offered it').toEqual(['', 'claim', 'claim'])
  expect(missionOffer(mission('SEED'), viewer(STRANGER), TODAY), 'one that is meant for somebody else').toBeNull()
  const late = mission('SEED', { contributorWallet: null, deadline: YESTERDAY })
  expect(missionOffer(late, viewer(STRANGER), TODAY), 'after its day').toBeNull()
  expect(missionWait(free, TODAY)).toEqual({
    on: 'anyone',
    action: 'Any signed-in wallet but the owner’s claims the mission',
    until: '2026-12-01',
  })
})

test('a stranger is offered to record a link that is missing, and its owner is asked to', () => {
  const draft = challenge('DRAFT')
  expect(challengeTurn(draft, viewer(STRANGER), TODAY)).toBeNull()
  expect(turn(challengeOffer(draft, viewer(STRANGER), TODAY))).toBe('link')
  expect(challengeOffer(challenge('OPEN', LINKED), viewer(STRANGER), TODAY)).toBeNull()
})

test('a turn names what to do, where and until when', () => {
  const awaiting = challenge('AWAITING_DECISION', LINKED)
  expect(challengeTurn(awaiting, viewer(OWNER), TODAY)).toEqual({
    kind: 'decide',
    action: 'Record the decision',
    until: '2026-12-01',
    href: `/challenges/${awaiting.id}#act`,
  })
})

test('what nobody can do any more is the owner’s to prolong', () => {
  const missed = challenge('DRAFT', { submissionDeadline: YESTERDAY })
  expect(turn(challengeTurn(missed, viewer(OWNER), TODAY))).toBe('move-deadlines')
  expect(challengeTurn(missed, viewer(STRANGER), TODAY)).toBeNull()
  expect(challengeWait(missed, TODAY)).toEqual({
    on: 'owner',
    action: 'The owner gives more time, or closes it: its day has passed',
    until: null,
  })
  const unclaimed = mission('SEED', { deadline: YESTERDAY })
  expect(turn(missionTurn(unclaimed, viewer(OWNER), TODAY))).toBe('move-deadline')
  expect(missionTurn(unclaimed, viewer(CONTRIBUTOR), TODAY), 'a claim is refused after the day').toBeNull()
  expect(wait(missionWait(unclaimed, TODAY))).toBe('owner')
})

test('work that is late is the contributor’s turn all the same', () => {
  const late = mission('CLAIMED', { deadline: YESTERDAY })
  expect(missionTurn(late, viewer(CONTRIBUTOR), TODAY)).toMatchObject({ kind: 'prove', until: YESTERDAY })
})

test('a side whose link is hidden is the owner’s to fill while links are taken', () => {
  const freed = challenge('OPEN', { submissions: { A: null, B: link('B') } })
  expect(turn(challengeTurn(freed, viewer(OWNER), TODAY))).toBe('link')
  expect(challengeTurn(freed, viewer(STRANGER), TODAY)).toBeNull()
})

test('nobody judges what they have a part in, so it is not their turn', () => {
  const decided = challenge('DECISION_SUBMITTED', LINKED)
  expect(challengeTurn(decided, viewer(OWNER, true), TODAY)).toBeNull()
  const proven = mission('PROOF_SUBMITTED', { proofs: [proof] })
  expect(missionTurn(proven, viewer(OWNER, true), TODAY)).toBeNull()
  expect(missionTurn(proven, viewer(CONTRIBUTOR, true), TODAY)).toBeNull()
})

test('a proof for an optional milestone is a verifier’s turn while the outcome is the owner’s', () => {
  const verified = mission('VERIFIED', { proofs: [proof] })
  expect(turn(missionTurn(verified, viewer(VERIFIER), TODAY))).toBe('review')
  expect(turn(missionTurn(verified, viewer(OWNER), TODAY))).toBe('complete')
  expect(missionTurn(mission('VERIFIED'), viewer(VERIFIER), TODAY)).toBeNull()
})
