import { expect, test } from 'vitest'
import { challengeSteps } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import type { MissionRecord } from '@/lib/missions/schemas'
import { MISSION_STATES, type MissionState } from '@/lib/missions/states'
import { challengeActions } from '@/lib/turns/challenge-actions'
import { missionActions } from '@/lib/turns/mission-actions'
import {
  CONTRIBUTOR,
  challenge,
  LINKED,
  link,
  mission,
  NO_CHECK,
  OWNER,
  proof,
  STRANGER,
  TODAY,
  VERIFIER,
  viewer,
} from '@/tests/support/records'

const possible = (actions: readonly { name: string; refusal: string | null }[]) =>
  actions.filter(({ refusal }) => refusal === null).map(({ name }) => name)
const reason = (actions: readonly { name: string; refusal: string | null }[], name: string) =>
  actions.find((action) => action.name === name)?.refusal

test('what each wallet may do on a challenge, state by state', () => {
  const table = CHALLENGE_STATES.map((state) => [
    state,
    ...[OWNER, VERIFIER, STRANGER].map((who) =>
      possible(challengeActions(challenge(state, state === 'DRAFT' ? {} : LINKED), viewer(who), TODAY)).join(),
    ),
  ])
  expect(table).toEqual([
    ['DRAFT', 'link,cancel,move-deadlines', 'link', 'link'],
    ['OPEN', 'cancel', '', ''],
    ['AWAITING_DECISION', 'decide,cancel,move-deadlines', '', ''],
    ['DECISION_SUBMITTED', 'withdraw,cancel', 'verify', ''],
    ['DECISION_VERIFIED', 'convert', '', ''],
    ['CONVERTED_TO_MISSION', '', '', ''],
    ['CANCELLED', '', '', ''],
  ])
})

test('an open challenge takes a link for a side whose link is hidden, and names it as what comes next', () => {
  const freed = challenge('OPEN', { submissions: { A: null, B: link('B') } })
  for (const who of [OWNER, VERIFIER, STRANGER])
    expect(possible(challengeActions(freed, viewer(who), TODAY))).toContain('link')
  expect(reason(challengeActions(freed, viewer(STRANGER), '2026-11-22'), 'link')).toBe(
    'Response links are recorded only until the submission deadline ends.',
  )
  const steps = (one: ChallengeView) => challengeSteps(one).map(({ by }) => by)
  expect([steps(freed), steps(challenge('OPEN', LINKED))]).toEqual([
    ['wallet', 'schedule', 'owner'],
    ['schedule', 'owner'],
  ])
})

test('what each wallet may do on a mission, state by state', () => {
  const table = MISSION_STATES.map((state) => [
    state,
    ...[OWNER, CONTRIBUTOR, VERIFIER].map((who) => possible(missionActions(mission(state), viewer(who), TODAY)).join()),
  ])
  expect(table).toEqual([
    ['SEED', 'end,move-deadline', 'claim', ''],
    ['CLAIMED', 'end,move-deadline', 'prove,give-back', ''],
    ['GROWING', 'end,move-deadline', 'prove,give-back', ''],
    ['PROOF_SUBMITTED', 'end,move-deadline', '', 'review'],
    ['CHANGES_REQUESTED', 'end,move-deadline', 'prove,give-back', ''],
    ['VERIFIED', 'complete,end,move-deadline', '', ''],
    ['COMPLETED', '', '', ''],
    ['FAILED', '', '', ''],
    ['ABANDONED', '', '', ''],
  ])
})

test('an owner releases a claim that was waited for: by the deadline, or by days without a proof', () => {
  const claimed = (over: Partial<MissionRecord>) => missionActions(mission('CLAIMED', over), viewer(OWNER), TODAY)
  const event = (kind: string, at: string) => ({
    ...{ seq: 1, kind, actor: CONTRIBUTOR, at, from: null, to: null, data: {}, prevHash: null, hash: '0'.repeat(64) },
  })
  const waited = (at: string) => claimed({ history: [event('mission-claimed', at), event('file-added', TODAY)] })
  expect(possible(waited('2026-11-06T10:00:00.000Z'))).toContain('release')
  expect(reason(waited('2026-11-07T10:00:00.000Z'), 'release'), 'not a moment before the service takes it').toMatch(
    /^You may once the deadline has passed/,
  )
  expect(possible(claimed({ deadline: '2026-11-20' }))).toContain('release')
  expect(reason(missionActions(mission('CLAIMED'), viewer(STRANGER), TODAY), 'release')).toBeUndefined()
})

test('a file is asked for from the contributor only, between the claim and the outcome, where there is storage', () => {
  const offered = (state: MissionState, who: string, storesFiles = true) =>
    missionActions(mission(state), viewer(who), TODAY, storesFiles).some(({ name }) => name === 'attach')
  const states = MISSION_STATES.filter((state) => offered(state, CONTRIBUTOR))
  expect(states).toEqual(['CLAIMED', 'GROWING', 'PROOF_SUBMITTED', 'CHANGES_REQUESTED', 'VERIFIED'])
  for (const state of MISSION_STATES) {
    expect([OWNER, VERIFIER, STRANGER].some((who) => offered(state, who))).toBe(false)
    expect(offered(state, CONTRIBUTOR, false)).toBe(false)
  }
})

test('no link is offered once the submission day has ended', () => {
  const actions = challengeActions(challenge('DRAFT', { submissionDeadline: '2026-11-20' }), viewer(STRANGER), TODAY)
  expect(reason(actions, 'link')).toBe('Response links are recorded only until the submission deadline ends.')
})

test('a mission that nobody claimed in time is not said to have a contributor', () => {
  const over = mission('SEED', { contributorWallet: null, deadline: '2026-11-20' })
  expect(reason(missionActions(over, viewer(STRANGER), TODAY), 'claim')).toBe(
    'The deadline of this mission has ended. It can be claimed once its owner moves it.',
  )
})

test('a conflict of interest is explained, to a verifier too', () => {
  const decided = challengeActions(challenge('DECISION_SUBMITTED'), viewer(OWNER, true), TODAY)
  expect(reason(decided, 'verify')).toBe('You own this challenge, so you cannot verify its decision.')
  const proven = mission('PROOF_SUBMITTED', { proofs: [proof] })
  expect(reason(missionActions(proven, viewer(OWNER, true), TODAY), 'review')).toMatch(/^You own this mission/)
  expect(reason(missionActions(proven, viewer(CONTRIBUTOR, true), TODAY), 'review')).toMatch(
    /^You submitted this proof/,
  )
  expect(reason(missionActions(mission('SEED', { contributorWallet: null }), viewer(OWNER), TODAY), 'claim')).toMatch(
    /^You own this mission/,
  )
})

test('a payment is offered to the owner and the sponsor, on a receipt that names a contributor', () => {
  const bounty = {
    chainId: '1',
    txHash: null,
    amount: '1',
    currency: 'ETH',
    check: { ...NO_CHECK, status: 'confirmed', from: STRANGER } as const,
  }
  const completed = mission('COMPLETED', { outcome: 'completed', receiptId: proof.id, bounty })
  const mayPay = [OWNER, STRANGER, CONTRIBUTOR].map((who) => possible(missionActions(completed, viewer(who), TODAY)))
  expect(mayPay).toEqual([['pay'], ['pay'], []])
  const failed = mission('FAILED', { outcome: 'failed', receiptId: proof.id })
  expect(possible(missionActions(failed, viewer(OWNER), TODAY)), 'partial work is paid too').toEqual(['pay'])
  expect(missionActions({ ...failed, contributorWallet: null }, viewer(OWNER), TODAY)).toEqual([])
})
