import { randomUUID } from 'node:crypto'
import { recoverMessageAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkProjectDecisions } from '@/lib/verify/check-project-decisions'
import { contentHashOf } from '@/lib/verify/primitives'
import { hide } from '@/tests/api/legacy/project-story'
import { allAtOnce } from '@/tests/api/v1/all-at-once'
import { expectRefused } from '@/tests/api/v1/refused'
import { type Actor, type Json, type Reply, signIn } from '@/tests/support/client'
import { verifierAccounts } from '@/tests/support/environment'
import { claimedMission, completedMission, created, seedMission } from '@/tests/support/story'
import { MALFORMED_IDS, UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const TEN_MINUTES = 600
const approve = { verdict: 'approve', reason: 'What was promised is public.' }
const evidence = { kind: 'Deliverable', url: 'https://example.org/newcomers', note: 'The page.' }
const funding = { transactionUrl: 'https://example.org/tx/1', amount: '25', currency: 'USDC' }

let world: World
let owner: Actor
let verifier: Actor
let other: Actor
let allowlist: string | undefined
beforeAll(async () => {
  world = await openWorld()
  ;[owner, verifier, other] = await Promise.all([world.wallet(), world.verifier(0), world.verifier(1)])
  allowlist = process.env.VERIFIER_WALLETS
})
afterEach(() => {
  world.setClock(0)
  process.env.VERIFIER_WALLETS = allowlist
})
afterAll(() => world.close())

const at = (id: string) => `/api/projects/${id}/verifications`
const read = async (id: string) => (await world.get(`/api/projects/${id}`)).body.project
const prepare = (id: string, body: unknown = approve, by = verifier) => by.post(`${at(id)}/prepare`, body)

async function prepared(
  id: string,
  by = verifier,
  body: unknown = approve,
): Promise<{ nonce: string; signature: string }> {
  const { status, body: step, text } = await prepare(id, body, by)
  expect(status, text).toBe(200)
  return { nonce: step.nonce, signature: await by.account.signMessage({ message: step.message }) }
}

async function signed(id: string, by = verifier, body: unknown = approve): Promise<Reply> {
  return by.post(at(id), await prepared(id, by, body))
}

test('preparing answers 200 with the exact text to sign, and changes nothing', async () => {
  const { id } = await seedMission(owner)
  const before = await read(id)
  const { status, body } = await prepare(id, { verdict: 'reject', reason: 'No.\nVerdict: approve' })
  expect(status).toBe(200)
  expect(body).toEqual({
    signatureRequired: true,
    nonce: expect.any(String),
    message: expect.any(String),
    expiresAt: expect.any(String),
  })
  const lines = body.message.split('\n')
  expect(lines[0]).toBe('svc-project-verification-v1')
  expect(lines.slice(1)).toEqual([
    'Service: Trellis',
    `Domain: ${new URL(world.base).host}`,
    `Project: ${id}`,
    expect.stringMatching(/^Content SHA-256: [0-9a-f]{64}$/),
    'Verdict: reject',
    `Verifier: ${verifier.address}`,
    `Nonce: ${body.nonce}`,
    expect.stringMatching(/^Issued At: /),
    `Expires At: ${body.expiresAt}`,
    'Reason: "No.\\nVerdict: approve"',
  ])
  expect(await read(id)).toEqual(before)
})

test.each(['approve', 'reject'])(
  'a signed decision to %s stands with message and signature, and moves no state',
  async (verdict) => {
    const { id } = await seedMission(owner)
    const before = await read(id)
    const { decision } = await created(signed(id, verifier, { verdict, reason: 'I looked.\nTwice.' }))
    expect(decision).toEqual({
      id: expect.any(String),
      verdict,
      reason: 'I looked.\nTwice.',
      reviewerName: null,
      decidedBy: verifier.address,
      decidedAt: expect.any(String),
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      signed: true,
      verification: {
        verdict,
        reason: 'I looked.\nTwice.',
        verifier: verifier.address,
        message: expect.any(String),
        signature: expect.stringMatching(/^0x[0-9a-f]{130}$/),
        signedAt: decision.decidedAt,
      },
    })
    expect(await recoverMessageAddress(decision.verification)).toBe(verifier.address)
    expect(decision.verification.message).toContain(`Content SHA-256: ${decision.contentHash}`)

    const project = await read(id)
    expect(project.decisions).toEqual([decision])
    expect((await world.get(`/api/projects/${id}/decisions`)).body).toEqual({ decisions: [decision] })
    expect(project).toMatchObject({ state: before.state, milestones: before.milestones, outcome: null })
    const { rows } = await world.sql.query(
      'SELECT v.purpose, v."subjectId", v.verifier FROM "SignedVerdict" v JOIN "ProjectDecision" d ON d.id = v.id WHERE d.id = $1',
      [decision.id],
    )
    expect(rows).toEqual([{ purpose: 'project-verification', subjectId: id, verifier: verifier.address }])
  },
)

/** A record without what the automatic check found. */
const hashOfSaid = ({ check: _found, ...said }: Json) => contentHashOf(said)

test('anybody can check it from the history alone: the signer, the words, and what was judged', async () => {
  const { id } = await seedMission(owner)
  const { evidenceItem } = await created((await world.wallet()).post(`/api/projects/${id}/evidence`, evidence))
  const { fundingRecord } = await created((await world.wallet()).post(`/api/projects/${id}/funding`, funding))
  const { decision } = await created(signed(id))

  const { history } = (await world.get(`/api/v1/missions/${id}`)).body.mission
  const event = history.at(-1)
  expect(event).toMatchObject({
    kind: 'project-verification',
    actor: verifier.address,
    data: { decisionId: decision.id },
  })
  expect(event.data.review).toEqual(decision.verification)
  expect(contentHashOf(event.data.project)).toBe(decision.contentHash)
  expect(event.data.project).toMatchObject({
    projectId: id,
    owner: owner.address,
    title: 'Write the newcomer guide',
    milestones: [{ title: 'The page is public', required: true, status: 'Pending', verified: false }],
    evidence: [{ evidenceId: evidenceItem.id, sha256: hashOfSaid(evidenceItem) }],
    funding: [{ fundingId: fundingRecord.id, sha256: hashOfSaid(fundingRecord) }],
  })
  expect(history.filter(({ data }: Json) => data.sha256).map(({ data }: Json) => data.sha256)).toEqual([
    hashOfSaid(evidenceItem),
    hashOfSaid(fundingRecord),
  ])

  const findings = await checkProjectDecisions(id, history, () => true)
  expect(findings.map(({ check, result }) => [check, result])).toEqual([
    ['wallet-signature', 'valid'],
    ['signed-words', 'valid'],
    ['signed-content', 'valid'],
    ['history-record', 'valid'],
  ])
  const forged = (change: (data: Json) => void) => {
    const copy = structuredClone(history)
    change(copy.at(-1).data)
    return checkProjectDecisions(id, copy, () => true)
  }
  const wrong = async (change: (data: Json) => void) =>
    (await forged(change)).filter(({ result }) => result === 'invalid').map(({ check }) => check)
  expect(await wrong((data) => (data.project.evidence[0].sha256 = '00'.repeat(32)))).toEqual(['signed-content'])
  expect(await wrong((data) => (data.review.reason = 'Other words.'))).toEqual(['signed-words'])
  expect(await wrong((data) => (data.review.verifier = other.address))).toEqual(['wallet-signature', 'signed-words'])
  expect(await wrong((data) => (data.project.projectId = other.address))).toEqual(['signed-content', 'history-record'])
})

test('owner and contributor are told, the verifier is not', async () => {
  const [asker, contributor] = [await world.wallet(), await world.wallet()]
  const { id } = await claimedMission(asker, contributor)
  await created(signed(id))
  const told = async (by: Actor) =>
    (await by.get('/api/v1/notifications')).body.notifications.filter(
      ({ kind, href }: Json) => kind === 'project-reviewed' && href === `/missions/${id}`,
    )
  expect([await told(asker), await told(contributor), await told(verifier)].map(({ length }) => length)).toEqual([
    1, 1, 0,
  ])
})

describe('conflicts of interest are 403, in both steps', () => {
  /** A verifier whose part in the project begins after the text was prepared: the second step looks again. */
  async function expectConflict(id: string, words: RegExp, begin: () => Promise<unknown>): Promise<void> {
    const step = await prepared(id)
    await begin()
    for (const reply of [await prepare(id), await verifier.post(at(id), step)]) {
      expectRefused(reply, 403)
      expect(reply.body.error.message).toMatch(words)
    }
    expect((await read(id)).decisions).toEqual([])
  }

  test('the owner', async () => {
    const { id } = await seedMission(verifier)
    expectRefused(await prepare(id), 403)
    expect((await signed(id, other)).status).toBe(201)
  })

  test('the contributor', async () => {
    const { id } = await seedMission(owner)
    await expectConflict(id, /contributor/, () => created(verifier.post(`/api/v1/missions/${id}/claim`)))
  })

  test('whoever submitted evidence', async () => {
    const { id } = await seedMission(owner)
    await expectConflict(id, /evidence/, () => created(verifier.post(`/api/projects/${id}/evidence`, evidence)))
  })

  test('whoever recorded funding', async () => {
    const { id } = await seedMission(owner)
    await expectConflict(id, /funding/, () => created(verifier.post(`/api/projects/${id}/funding`, funding)))
  })

  test('whoever gave a part that a moderator hid', async () => {
    const { id } = await seedMission(owner)
    await expectConflict(id, /evidence/, async () => {
      const { evidenceItem } = await created(verifier.post(`/api/projects/${id}/evidence`, evidence))
      await hide(world, 'ProjectEvidence', evidenceItem.id)
    })
    const another = await seedMission(owner)
    await expectConflict(another.id, /funding/, async () => {
      const { fundingRecord } = await created(verifier.post(`/api/projects/${another.id}/funding`, funding))
      await hide(world, 'FundingRecord', fundingRecord.id)
    })
  })
})

describe('what is judged', () => {
  test('the same verifier signs once about the same, another verifier may too', async () => {
    const { id } = await seedMission(owner)
    const step = await prepared(id, verifier, { verdict: 'reject', reason: 'No.' })
    await created(signed(id))
    expectRefused(await prepare(id), 409)
    expectRefused(await verifier.post(at(id), step), 409)
    await created(signed(id, other, { verdict: 'reject', reason: 'I see it otherwise.' }))
    expect((await read(id)).decisions.map(({ verdict }: Json) => verdict)).toEqual(['approve', 'reject'])
  })

  test('once it has changed it can be signed anew', async () => {
    const { id } = await seedMission(owner)
    await created(signed(id))
    await created((await world.wallet()).post(`/api/projects/${id}/evidence`, evidence))
    await created(signed(id))
    const hashes = (await read(id)).decisions.map(({ contentHash }: Json) => contentHash)
    expect(new Set(hashes).size).toBe(2)
  })

  test.each<[string, (id: string) => Promise<Reply>]>([
    ['evidence', async (id) => (await world.wallet()).post(`/api/projects/${id}/evidence`, evidence)],
    ['funding', async (id) => (await world.wallet()).post(`/api/projects/${id}/funding`, funding)],
    ['a claim', async (id) => (await world.wallet()).post(`/api/v1/missions/${id}/claim`)],
    ['a milestone', (id) => owner.post(`/api/projects/${id}/milestones`, { title: 'Translated', required: false })],
    [
      'a remark on a milestone',
      async (id) => {
        const [milestone] = (await read(id)).milestones
        return owner.patch(`/api/projects/${id}/milestones/${milestone.id}`, { status: 'Delivered' })
      },
    ],
  ])('%s between the steps makes the second 409, and the nonce is not used up by it', async (_what, change) => {
    const { id } = await seedMission(owner)
    const step = await prepared(id)
    await created(change(id))
    expectRefused(await verifier.post(at(id), step), 409)
    const { rows } = await world.sql.query('SELECT "usedAt" FROM "SigningNonce" WHERE nonce = $1', [step.nonce])
    expect(rows).toEqual([{ usedAt: null }])
    await created(signed(id))
  })

  test('what is hidden is not in it, and no words or URLs of evidence stand in the history', async () => {
    const { id } = await seedMission(owner)
    const { evidenceItem } = await created((await world.wallet()).post(`/api/projects/${id}/evidence`, evidence))
    await created(signed(id))
    const told = JSON.stringify((await read(id)).events)
    expect(told).not.toContain(evidence.url)
    expect(told).not.toContain(evidence.note)
    await world.sql.query('UPDATE "ProjectEvidence" SET "hiddenAt" = now() WHERE id = $1', [evidenceItem.id])
    await created(signed(id))
    expect((await read(id)).events.at(-1).data.project.evidence).toEqual([])
  })

  test('a pledge or another’s opinion changes nothing of it', async () => {
    const { id } = await seedMission(owner)
    const step = await prepared(id)
    const wallet = await world.wallet()
    await created(wallet.post(`/api/projects/${id}/commitments`, { kind: 'work', description: 'I proofread.' }))
    await created(wallet.post(`/api/projects/${id}/decisions`, { ...approve, reviewerName: 'Ada' }))
    await created(verifier.post(at(id), step))
  })

  test('a project that has its outcome is 409, in both steps', async () => {
    const { id } = await seedMission(owner)
    const step = await prepared(id)
    await created(owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'failed', statement: 'Over.' }))
    expectRefused(await prepare(id), 409)
    expectRefused(await verifier.post(at(id), step), 409)
    const { mission } = await completedMission(owner, await world.wallet(), verifier)
    expectRefused(await prepare(mission.id, approve, other), 409)
  })
})

test('a decision that a moderator hid is absent, and its words are withheld from the history', async () => {
  const { id } = await seedMission(owner)
  const { decision } = await created(signed(id, verifier, { verdict: 'reject', reason: 'Words to hide.' }))
  const hide = { recordType: 'decision', recordId: decision.id, action: 'hide', reason: 'Insults.' }
  await created((await world.admin()).post('/api/moderation', hide))
  const project = await read(id)
  expect(project.decisions).toEqual([])
  expect(JSON.stringify(project)).not.toContain('Words to hide.')
  const [event] = project.events.filter(({ kind }: Json) => kind === 'project-verification')
  expect(event).toMatchObject({ withheld: true, data: {} })
  expectRefused(await prepare(id), 409)
})

describe('nonces and signatures', () => {
  test('a nonce is good once, for its wallet, its project and ten minutes', async () => {
    const [one, two] = [await seedMission(owner), await seedMission(owner)]
    const step = await prepared(one.id)
    expectRefused(await verifier.post(at(one.id), { ...step, nonce: 'n0ncen0ncen0nce0' }), 401)
    expectRefused(await other.post(at(one.id), step), 401)
    expectRefused(await verifier.post(at(two.id), step), 409)
    await created(verifier.post(at(one.id), step))
    expectRefused(await verifier.post(at(one.id), step), 409)
    const late = await prepared(two.id)
    world.setClock(TEN_MINUTES + 1)
    expectRefused(await verifier.post(at(two.id), late), 410)
  })

  test('a signature of another wallet or another text is 401, and burns nothing', async () => {
    const { id } = await seedMission(owner)
    const { body } = await prepare(id)
    for (const signature of [
      await other.account.signMessage({ message: body.message }),
      await verifier.account.signMessage({ message: `${body.message}!` }),
      `0x${'00'.repeat(65)}`,
    ])
      expectRefused(await verifier.post(at(id), { nonce: body.nonce, signature }), 401)
    const signature = await verifier.account.signMessage({ message: body.message })
    await created(verifier.post(at(id), { nonce: body.nonce, signature }))
  })

  test('the nonce of a sign-in or a review is none of a verification', async () => {
    const { id } = await seedMission(owner)
    const asked = await world.send('POST', '/api/auth/challenge', { address: verifier.address, chainId: 1 })
    const { nonce, message } = asked.body
    const signature = await verifier.account.signMessage({ message })
    expectRefused(await verifier.post(at(id), { nonce, signature }), 401)
    const step = await prepared(id)
    expectRefused(await world.send('POST', '/api/auth/verify', step), 401)
  })

  test('the same key again replays the first answer, and signs nothing twice', async () => {
    const { id } = await seedMission(owner)
    const [step, key] = [await prepared(id), randomUUID()]
    const first = await verifier.post(at(id), step, { key })
    const again = await verifier.post(at(id), step, { key })
    expect([first.status, again.status, again.text]).toEqual([201, 200, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await read(id)).decisions).toHaveLength(1)
  })

  test('of four that race with one nonce one wins', async () => {
    const { id } = await seedMission(owner)
    const step = await prepared(id)
    const lock = 'SELECT 1 FROM "Mission" WHERE id = $1 FOR UPDATE'
    const replies = await allAtOnce(world, { lock, values: [id], waiting: 4 }, () =>
      Array.from({ length: 4 }, () => verifier.post(at(id), step)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect((await read(id)).decisions).toHaveLength(1)
  })

  test('of two that race with a nonce each about the same one wins', async () => {
    const { id } = await seedMission(owner)
    const steps = [await prepared(id), await prepared(id, verifier, { verdict: 'reject', reason: 'No.' })]
    const lock = 'SELECT 1 FROM "Mission" WHERE id = $1 FOR UPDATE'
    const replies = await allAtOnce(world, { lock, values: [id], waiting: 2 }, () =>
      steps.map((step) => verifier.post(at(id), step)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describe('refusals', () => {
  test('only verifiers, as the environment lists them now', async () => {
    const { id } = await seedMission(owner)
    for (const by of [owner, await world.admin()]) {
      expectRefused(await prepare(id, approve, by), 403)
      expectRefused(await by.post(at(id), { nonce: 'n0ncen0ncen0nce0', signature: `0x${'ab'.repeat(65)}` }), 403)
    }
    const step = await prepared(id)
    process.env['VERIFIER_WALLETS'] = other.address
    expectRefused(await verifier.post(at(id), step), 403)
    expectRefused(await world.send('POST', `${at(id)}/prepare`, approve), 401)
    expectRefused(await world.send('POST', at(id), step), 401)
  })

  test.each<[string, unknown]>([
    ['verdict', { reason: 'x' }],
    ['verdict', { verdict: 'request-changes', reason: 'x' }],
    ['reason', { verdict: 'approve' }],
    ['reason', { verdict: 'approve', reason: ' ' }],
    ['reason', { verdict: 'approve', reason: 'x'.repeat(2_001) }],
  ])('preparing names %s in %j', async (field, body) => {
    const { id } = await seedMission(owner)
    expectRefused(await prepare(id, body), 400, field)
  })

  test('signing names the field that is missing or malformed', async () => {
    const { id } = await seedMission(owner)
    const step = await prepared(id)
    expectRefused(await verifier.post(at(id), { nonce: step.nonce }), 400, 'signature')
    expectRefused(await verifier.post(at(id), { signature: step.signature }), 400, 'nonce')
    expectRefused(await verifier.post(at(id), { ...step, signature: '0x12' }), 400, 'signature')
    expectRefused(await verifier.post(at(id), { ...step, nonce: '' }), 400, 'nonce')
    expectRefused(await verifier.post(at(id), { ...step, nonce: 'x' }), 401)
  })

  test('a project that does not exist is not found, and a hidden one takes nothing', async () => {
    const step = { nonce: 'n0ncen0ncen0nce0', signature: `0x${'ab'.repeat(65)}` }
    for (const id of [UNKNOWN_ID, ...MALFORMED_IDS]) {
      expectRefused(await prepare(id), 404)
      expectRefused(await verifier.post(at(id), step), 404)
    }
    const { id } = await seedMission(owner)
    const good = await prepared(id)
    await world.sql.query('UPDATE "Mission" SET "hiddenAt" = now() WHERE id = $1', [id])
    expectRefused(await prepare(id), 410)
    expectRefused(await verifier.post(at(id), good), 410)
  })

  test('a second session of the verifier is the same wallet', async () => {
    const { id } = await seedMission(owner)
    const step = await prepared(id)
    const again = await signIn(world.base, verifierAccounts[0])
    await created(again.post(at(id), step))
  })
})
