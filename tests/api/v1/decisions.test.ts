import { recoverMessageAddress } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, signIn } from '@/tests/support/client'
import { PLATFORM, verifierAccounts } from '@/tests/support/environment'
import {
  awaitingChallenge,
  dayFromNow,
  decidedChallenge,
  decisionBody,
  openChallenge,
  verifiedChallenge,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const CHALLENGES = '/api/v1/challenges'
const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const approve = { verdict: 'approve', explanation: 'The linked post says so.' }
const reject = { verdict: 'reject', explanation: 'The post says\nthe opposite.' }

let world: World
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  verifier = await world.verifier()
})
afterEach(() => world.setClock(0))
afterAll(() => world.close())

const decide = (id: string) => `${CHALLENGES}/${id}/decision`
const verify = (id: string) => `${CHALLENGES}/${id}/verify-decision`
const read = async (id: string) => (await world.get(`${CHALLENGES}/${id}`)).body.challenge
const balance = async (wallet: string) => (await world.get(`/api/v1/rewards/wallet/${wallet}`)).body.balance

test("the owner records the community's decision", async () => {
  const owner = await world.wallet()
  const { id } = await awaitingChallenge(world, owner)
  const { status, body } = await owner.post(decide(id), decisionBody)
  expect(status).toBe(201)
  expect(body.challenge.state).toBe('DECISION_SUBMITTED')
  expect(body.challenge.decision).toEqual({
    ...decisionBody,
    submittedAt: expect.any(String),
    late: false,
    verification: null,
  })
  const { history } = await read(id)
  expect(history.at(-1)).toMatchObject({
    kind: 'decision-submitted',
    actor: owner.address,
    from: 'AWAITING_DECISION',
    to: 'DECISION_SUBMITTED',
    data: { ...decisionBody, late: false },
  })
})

test('a decision after the decision deadline is accepted and marked late, and one on its day is not', async () => {
  const owner = await world.wallet()
  const [onTime, late] = [await openChallenge(owner), await openChallenge(owner)]
  world.passDays(5)
  expect((await owner.post(decide(onTime.id), decisionBody)).body.challenge.decision.late).toBe(false)
  world.passDays(1)
  const { status, body } = await owner.post(decide(late.id), decisionBody)
  expect({ status, late: body.challenge.decision.late }).toEqual({ status: 201, late: true })
})

test.each([`${PLATFORM}/board/lobby/42`, `${PLATFORM}/p/42`, 'https://COMMUNITY.example/board/a-b/1'])(
  'a decision names a public post of the platform: %s',
  async (decisionUrl) => {
    const owner = await world.wallet()
    const { id } = await awaitingChallenge(world, owner)
    expect((await owner.post(decide(id), { ...decisionBody, decisionUrl })).status).toBe(201)
  },
)

test.each<[string, object]>([
  ['side', { side: undefined }],
  ['side', { side: 'C' }],
  ['side', { side: null }],
  ['explanation', { explanation: undefined }],
  ['explanation', { explanation: ' ' }],
  ['explanation', { explanation: 'x'.repeat(2001) }],
  ['decisionUrl', { decisionUrl: undefined }],
  ['decisionUrl', { decisionUrl: 'https://example.org/board/lobby/42' }],
  ['decisionUrl', { decisionUrl: 'https://community.example.evil.example/board/lobby/42' }],
  ['decisionUrl', { decisionUrl: 'https://evil.example/https://community.example/board/lobby/42' }],
  ['decisionUrl', { decisionUrl: 'https://community.example@evil.example/board/lobby/42' }],
  ['decisionUrl', { decisionUrl: 'https://evil.example#community.example/board/lobby/42' }],
  ['decisionUrl', { decisionUrl: 'https://community.example:444/board/lobby/42' }],
  ['decisionUrl', { decisionUrl: 'http://community.example/board/lobby/42' }],
  ['decisionUrl', { decisionUrl: 'https://community.example/' }],
  ['decisionUrl', { decisionUrl: 'https://community.example/board/lobby' }],
  ['decisionUrl', { decisionUrl: 'https://community.example/board/lobby/latest' }],
])('a decision is refused that names %s wrongly: %j', async (field, over) => {
  const owner = await world.wallet()
  const { id } = await awaitingChallenge(world, owner)
  expectRefused(await owner.post(decide(id), { ...decisionBody, ...over }), 400, field)
  expect((await read(id)).state).toBe('AWAITING_DECISION')
})

test('a decision needs a session, the owner and a challenge that exists', async () => {
  const { id } = await awaitingChallenge(world, await world.wallet())
  expectRefused(await world.send('POST', decide(id), decisionBody), 401)
  for (const stranger of [await world.wallet(), verifier, await world.admin()]) {
    expectRefused(await stranger.post(decide(id), decisionBody), 403)
  }
  for (const nowhere of [NOWHERE, 'nope']) expectRefused(await verifier.post(decide(nowhere), decisionBody), 404)
})

test('there is one decision at a time: a second one is a conflict', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  expectRefused(await owner.post(decide(id), { ...decisionBody, side: 'B' }), 409)
  expect((await read(id)).decision.side).toBe('A')
})

test('a verifier prepares a text to sign, and preparing changes nothing', async () => {
  const { id } = await decidedChallenge(world, await world.wallet())
  const { status, body } = await verifier.post(verify(id), approve)
  expect(status).toBe(200)
  expect(body).toEqual({
    signatureRequired: true,
    nonce: expect.any(String),
    message: expect.any(String),
    expiresAt: expect.any(String),
  })
  expect(await read(id)).toMatchObject({ state: 'DECISION_SUBMITTED', decision: { verification: null } })
})

test("a verifier's signed approval verifies the decision and earns the owner 5 Seeds", async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  const { status, body } = await verifier.signed(verify(id), approve)
  expect({ status, state: body.challenge.state }).toEqual({ status: 201, state: 'DECISION_VERIFIED' })
  const { verification } = body.challenge.decision
  expect(verification).toEqual({
    ...approve,
    verifier: verifier.address,
    message: expect.any(String),
    signature: expect.any(String),
    signedAt: expect.any(String),
    disclosures: [],
  })
  expect(await recoverMessageAddress(verification)).toBe(verifier.address)
  const { balance: seeds, entries } = (await world.get(`/api/v1/rewards/wallet/${owner.address}`)).body
  expect(seeds).toBe(5)
  expect(entries).toMatchObject([
    { kind: 'decision-verified', amount: 5, challengeId: id, missionId: null, proofId: null, reversesId: null },
  ])
})

test('a rejected decision leaves none behind, and the owner records another', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  const { status, body } = await verifier.signed(verify(id), reject)
  expect(status).toBe(201)
  expect(body.challenge).toMatchObject({ state: 'AWAITING_DECISION', decision: null })
  expect(await balance(owner.address)).toBe(0)

  const second = { ...decisionBody, side: 'B', explanation: 'Read again: the friendly one.' }
  expect((await owner.post(decide(id), second)).status).toBe(201)
  const done = await verifier.signed(verify(id), approve)
  expect(done.body.challenge).toMatchObject({
    state: 'DECISION_VERIFIED',
    decision: { ...second, verification: { verdict: 'approve' } },
  })
})

test('a rejected decision stays whole in the history, with a signature that anyone can recover', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  await verifier.signed(verify(id), reject)
  const { history } = await read(id)
  const event = history.at(-1)
  expect(event).toMatchObject({
    kind: 'decision-rejected',
    actor: verifier.address,
    from: 'DECISION_SUBMITTED',
    to: 'AWAITING_DECISION',
    data: { decision: { challengeId: id, ...decisionBody }, verification: { ...reject, verifier: verifier.address } },
  })
  expect(await recoverMessageAddress(event.data.verification)).toBe(verifier.address)
})

test.each<[string, object]>([
  ['verdict', { verdict: undefined }],
  ['verdict', { verdict: 'request-changes' }],
  ['verdict', { verdict: 'APPROVE' }],
  ['verdict', { verdict: true }],
  ['explanation', { explanation: undefined }],
  ['explanation', { explanation: '' }],
  ['explanation', { explanation: 'x'.repeat(2001) }],
])('a verification is refused that names %s wrongly: %j', async (field, over) => {
  const { id } = await decidedChallenge(world, await world.wallet())
  expectRefused(await verifier.post(verify(id), { ...approve, ...over }), 400, field)
})

test('the second step refuses a nonce without signature, a signature without nonce, and malformed ones', async () => {
  const { id } = await decidedChallenge(world, await world.wallet())
  const { nonce } = (await verifier.post(verify(id), approve)).body
  const signature = `0x${'ab'.repeat(65)}`
  expectRefused(await verifier.post(verify(id), { nonce }), 400, 'signature')
  expectRefused(await verifier.post(verify(id), { signature }), 400, 'nonce')
  expectRefused(await verifier.post(verify(id), { nonce, signature: signature.slice(0, -2) }), 400, 'signature')
  expectRefused(await verifier.post(verify(id), { nonce: '', signature }), 400, 'nonce')
})

test('a verification needs a session, the role of a verifier and a challenge that exists', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  expectRefused(await world.send('POST', verify(id), approve), 401)
  for (const other of [await world.wallet(), owner, await world.admin()])
    expectRefused(await other.post(verify(id), approve), 403)
  for (const nowhere of [NOWHERE, 'nope']) expectRefused(await verifier.post(verify(nowhere), approve), 404)
})

test('the owner can never verify their own decision, even as an allowlisted verifier: neither verdict', async () => {
  const owner = await signIn(world.base, verifierAccounts[1])
  const { id } = await decidedChallenge(world, owner)
  expectRefused(await owner.post(verify(id), approve), 403)
  expectRefused(await owner.post(verify(id), reject), 403)
  expect((await verifier.signed(verify(id), approve)).status).toBe(201)
})

test('a decision that is verified cannot be judged again', async () => {
  const { id } = await verifiedChallenge(world, await world.wallet(), verifier)
  const second = await world.verifier(1)
  expectRefused(await second.post(verify(id), reject), 409)
  expectRefused(await second.post(verify(id), approve), 409)
})

test('of two verifiers who sign at once one verdict stands and the other is a conflict', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  const second = await world.verifier(1)
  const steps = await Promise.all(
    [
      { by: verifier, body: approve },
      { by: second, body: reject },
    ].map(async ({ by, body }) => {
      const { nonce, message } = (await by.post(verify(id), body)).body
      return { by, nonce, signature: await by.account.signMessage({ message }) }
    }),
  )
  const replies = await Promise.all(steps.map(({ by, nonce, signature }) => by.post(verify(id), { nonce, signature })))
  expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409])
  const { history } = await read(id)
  expect(history.filter(({ kind }: { kind: string }) => /^decision-(verified|rejected)$/.test(kind))).toHaveLength(1)
  expect(await balance(owner.address)).toBe(replies[0]?.status === 201 ? 5 : 0)
})

test.each([
  [CHALLENGES, 'challenge'],
  ['/api/battles', 'battle'],
])('by %s the owner withdraws a decision that nobody has signed, and records another', async (base, name) => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  const { body: step } = await verifier.post(verify(id), approve)
  const { status, body } = await owner.post(`${base}/${id}/decision/withdraw`, { reason: 'Another thread.' })
  expect([status, body[name].state, body[name].decision]).toEqual([201, 'AWAITING_DECISION', null])
  const { history } = await read(id)
  const [submitted, withdrawn] = history.slice(-2)
  expect(submitted.data).toMatchObject(decisionBody)
  expect(withdrawn).toMatchObject({
    kind: 'decision-withdrawn',
    actor: owner.address,
    from: 'DECISION_SUBMITTED',
    to: 'AWAITING_DECISION',
    data: { decisionId: submitted.data.decisionId, reason: 'Another thread.' },
  })
  const told = (await verifier.get('/api/v1/notifications')).body.notifications
  expect(told[0]).toMatchObject({ kind: 'decision-withdrawn', href: `/challenges/${id}` })

  const signature = await verifier.account.signMessage({ message: step.message })
  const sign = () => verifier.post(verify(id), { nonce: step.nonce, signature })
  expectRefused(await sign(), 409)
  expect((await owner.post(decide(id), { ...decisionBody, side: 'B' })).status).toBe(201)
  expectRefused(await sign(), 409)
  expect((await verifier.signed(verify(id), approve)).body.challenge).toMatchObject({
    state: 'DECISION_VERIFIED',
    decision: { side: 'B', verification: { verdict: 'approve' } },
  })
  expectRefused(await owner.post(`${base}/${id}/decision/withdraw`, { reason: 'Too late.' }), 409)
})

test('a decision is not withdrawn by others, without a reason, or where there is none', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  const path = `${decide(id)}/withdraw`
  expectRefused(await verifier.post(path, { reason: 'No.' }), 403)
  expectRefused(await owner.post(path, {}), 400, 'reason')
  const waiting = await awaitingChallenge(world, owner)
  expectRefused(await owner.post(`${decide(waiting.id)}/withdraw`, { reason: 'No.' }), 409)
})

test('of a withdrawal and a signature at once one stands, and the state says which', async () => {
  const owner = await world.wallet()
  const { id } = await decidedChallenge(world, owner)
  const { body: step } = await verifier.post(verify(id), approve)
  const signature = await verifier.account.signMessage({ message: step.message })
  const [withdrawn, signed] = await Promise.all([
    owner.post(`${decide(id)}/withdraw`, { reason: 'Wait.' }),
    verifier.post(verify(id), { nonce: step.nonce, signature }),
  ])
  expect([withdrawn.status, signed.status].sort()).toEqual([201, 409])
  expect((await read(id)).state).toBe(signed.status === 201 ? 'DECISION_VERIFIED' : 'AWAITING_DECISION')
})

test('a decision is recorded only after the submission day has ended', async () => {
  const owner = await world.wallet()
  const { id } = await openChallenge(owner, { submissionDeadline: dayFromNow(0), decisionDeadline: dayFromNow(0) })
  expectRefused(await owner.post(decide(id), decisionBody), 409)
  expect((await read(id)).decision).toBeNull()
})
