import { randomUUID } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '@/client/src/client'
import { jcsHash } from '@/lib/history/jcs'
import { contentHashIn } from '@/lib/verify/line-of'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { expectMoment } from '@/tests/support/moments'
import { decidedChallenge, decisionBody, proofBody, provenMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const TEN_MINUTES = 600

let world: World
let owner: Actor
let verifier: Actor
let allowlist: string | undefined
beforeAll(async () => {
  world = await openWorld()
  ;[owner, verifier] = await Promise.all([world.wallet(), world.verifier()])
  allowlist = process.env.VERIFIER_WALLETS
})
afterEach(() => {
  world.setClock(0)
  process.env.VERIFIER_WALLETS = allowlist
})
afterAll(() => world.close())

/** A record that waits for a verifier, and what the tests of both signed actions need of it. */
interface Waiting {
  readonly path: string
  readonly body: Record<string, string>
  /** How it stands now. */
  state(): Promise<unknown>
  /** The owner ends it. */
  end(): Promise<unknown>
  /** What is judged changes in the database. */
  alter(): Promise<unknown>
  /** A later attempt stands in its place: the first was rejected, another was submitted. */
  replace(): Promise<unknown>
}

const read = async (path: string) => (await world.get(path)).body

async function waitingDecision(): Promise<Waiting> {
  const by = await world.wallet()
  const { id } = await decidedChallenge(world, by)
  const at = `/api/v1/challenges/${id}`
  return {
    path: `${at}/verify-decision`,
    body: { verdict: 'approve', explanation: 'It says so.' },
    state: async () => (await read(at)).challenge.state,
    end: () => by.post(`${at}/cancel`, { reason: 'Over.' }),
    alter: () => world.sql.query(`UPDATE "Decision" SET explanation = 'Another.' WHERE "challengeId" = $1`, [id]),
    async replace() {
      await (await world.verifier(1)).signed(`${at}/verify-decision`, { verdict: 'reject', explanation: 'No.' })
      expect((await by.post(`${at}/decision`, decisionBody)).status).toBe(201)
    },
  }
}

async function waitingProof(): Promise<Waiting> {
  const contributor = await world.wallet()
  const { mission, proof } = await provenMission(owner, contributor)
  const path = `/api/v1/proof/${proof.id}/review`
  return {
    path,
    body: { verdict: 'approve', reason: 'It is there.' },
    state: async () => (await read(`/api/v1/missions/${mission.id}`)).mission.state,
    end: () => owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'failed', statement: 'Over.' }),
    alter: () => world.sql.query(`UPDATE "Proof" SET note = 'Another.' WHERE id = $1`, [proof.id]),
    async replace() {
      await (await world.verifier(1)).signed(path, { verdict: 'reject', reason: 'No.' })
      expect((await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody)).status).toBe(
        201,
      )
    },
  }
}

async function prepare(
  { path, body }: Waiting,
  by = verifier,
  over: object = {},
): Promise<{ nonce: string; message: string; expiresAt: string }> {
  const reply = await by.post(path, { ...body, ...over })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

async function sign(
  at: Waiting,
  { nonce, message }: { nonce: string; message: string },
  by = verifier,
): Promise<Reply> {
  return by.post(at.path, { nonce, signature: await by.account.signMessage({ message }) })
}

const kinds = [
  ['a decision', waitingDecision, waitingProof, 'DECISION_SUBMITTED', 'DECISION_VERIFIED'],
  ['a proof', waitingProof, waitingDecision, 'PROOF_SUBMITTED', 'VERIFIED'],
] as const

describe.each(kinds)('the verdict on %s', (_name, waiting, waitingOther, before, after) => {
  test('is given by signing the exact text of the first step', async () => {
    const at = await waiting()
    const reply = await sign(at, await prepare(at))
    expect(reply.status).toBe(201)
    expect(await at.state()).toBe(after)
  })

  test('is not given by a signature of another wallet, of another text or of the high-s form', async () => {
    const at = await waiting()
    const { nonce, message } = await prepare(at)
    const good = await verifier.account.signMessage({ message })
    const stranger = await privateKeyToAccount(generatePrivateKey()).signMessage({ message })
    const altered = await verifier.account.signMessage({ message: message.replace('approve', 'reject') })
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const mirrored = (order - BigInt(`0x${good.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const highS = `${good.slice(0, 66)}${mirrored}${good.endsWith('1b') ? '1c' : '1b'}`
    for (const signature of [stranger, altered, highS])
      expectRefused(await verifier.post(at.path, { nonce, signature }), 401)
    // That of a smart account with one owner has 65 bytes, too: by the owner's key, over another text.
    const { error } = (await verifier.post(at.path, { nonce, signature: altered })).body
    expect(error.message).toContain('not a smart account')
    expect(await at.state()).toBe(before)
    expect((await verifier.post(at.path, { nonce, signature: good })).status, 'no refusal burnt the nonce').toBe(201)
  })

  test("is not given with another wallet's nonce, though it is signed well", async () => {
    const at = await waiting()
    const second = await world.verifier(1)
    const step = await prepare(at, second)
    expectRefused(await sign(at, step), 401)
    expectRefused(
      await verifier.post(at.path, { nonce: step.nonce, signature: await second.account.signMessage(step) }),
      401,
    )
    expect((await sign(at, step, second)).status).toBe(201)
  })

  test('is not given with a nonce of another purpose', async () => {
    const [at, other] = [await waiting(), await waitingOther()]
    expectRefused(await sign(at, await prepare(other)), 401)
    const { body } = await world.send('POST', '/api/v1/auth/challenge', { address: verifier.address, chainId: 1 })
    expectRefused(await sign(at, body), 401)
    expect(await at.state()).toBe(before)
  })

  test("does not sign anybody in: its nonce is no sign-in's", async () => {
    const { nonce, message } = await prepare(await waiting())
    const signature = await verifier.account.signMessage({ message })
    expectRefused(await world.send('POST', '/api/v1/auth/verify', { nonce, signature }), 401)
  })

  test('is not given with the nonce of another record', async () => {
    const [at, other] = [await waiting(), await waiting()]
    const step = await prepare(other)
    expectRefused(await sign(at, step), 409)
    expect(await at.state()).toBe(before)
    expect((await sign(other, step)).status, 'the nonce still serves its own record').toBe(201)
  })

  test('is not given with a nonce that nobody made', async () => {
    const at = await waiting()
    const { message } = await prepare(at)
    expectRefused(await sign(at, { nonce: 'a'.repeat(48), message }), 401)
  })

  test('expires ten minutes after the first step', async () => {
    const [late, early] = [await waiting(), await waiting()]
    const began = Date.now()
    const [lateStep, earlyStep] = [await prepare(late), await prepare(early)]
    expectMoment(lateStep.expiresAt, began, TEN_MINUTES * 1000)
    world.setClock(TEN_MINUTES - 120)
    expect((await sign(early, earlyStep)).status).toBe(201)
    world.setClock(TEN_MINUTES + 1)
    expectRefused(await sign(late, lateStep), 410)
    expect(await late.state()).toBe(before)
    expect((await sign(late, await prepare(late))).status, 'a new text can be prepared').toBe(201)
  })

  test('counts once: a used nonce is a conflict', async () => {
    const at = await waiting()
    const step = await prepare(at)
    expect((await sign(at, step)).status).toBe(201)
    expectRefused(await sign(at, step), 409)
  })

  test('is refused when the record has moved between the steps', async () => {
    const at = await waiting()
    const step = await prepare(at)
    await at.end()
    const ended = await at.state()
    expectRefused(await sign(at, step), 409)
    expect(await at.state()).toBe(ended)
  })

  test('is refused when another attempt stands in its place by now', async () => {
    const at = await waiting()
    const step = await prepare(at)
    await at.replace()
    expectRefused(await sign(at, step), 409)
    expect(await at.state()).toBe(before)
  })

  test('is refused when what is judged is not what was signed', async () => {
    const at = await waiting()
    const step = await prepare(at)
    await at.alter()
    expectRefused(await sign(at, step), 409)
    expect(await at.state()).toBe(before)
  })

  test('is refused when the wallet is no verifier any more', async () => {
    const at = await waiting()
    const step = await prepare(at)
    process.env.VERIFIER_WALLETS = (await world.verifier(1)).address
    expectRefused(await sign(at, step), 403)
    process.env.VERIFIER_WALLETS = allowlist
    expect((await sign(at, step)).status).toBe(201)
  })

  test('is the verdict and the words of the first step, whatever the second one says', async () => {
    const at = await waiting()
    const { nonce, message } = await prepare(at)
    const signature = await verifier.account.signMessage({ message })
    const lies = { verdict: 'reject', reason: 'Other words.', explanation: 'Other words.' }
    expect((await verifier.post(at.path, { nonce, signature, ...lies })).status).toBe(201)
    expect(await at.state()).toBe(after)
  })

  test('is kept with the last byte that contracts take, however a wallet spells it', async () => {
    const at = await waiting()
    const { nonce, message } = await prepare(at)
    const good = await verifier.account.signMessage({ message })
    const spelt = `0x${good.slice(2, -2).toUpperCase()}${good.endsWith('1b') ? '00' : '01'}`
    expect((await verifier.post(at.path, { nonce, signature: spelt })).status).toBe(201)
    const kept = await world.sql.query('SELECT signature FROM "SignedVerdict" WHERE message = $1', [message])
    expect(kept.rows).toEqual([{ signature: good }])
  })

  test('replays both steps by their key: the same nonce, and the same answer', async () => {
    const at = await waiting()
    const [first, second] = [randomUUID(), randomUUID()]
    const prepared = await verifier.post(at.path, at.body, { key: first })
    const again = await verifier.post(at.path, at.body, { key: first })
    expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: prepared.text })
    expect(again.headers.get('idempotency-replayed')).toBe('true')

    const { nonce, message } = prepared.body
    const body = { nonce, signature: await verifier.account.signMessage({ message }) }
    const done = await verifier.post(at.path, body, { key: second })
    const replayed = await verifier.post(at.path, body, { key: second })
    expect([done.status, replayed.status]).toEqual([201, 200])
    expect(replayed.text).toBe(done.text)
    expectRefused(await verifier.post(at.path, body, { key: first }), 422)
  })

  test('may be prepared several times: each text has its nonce, and the first one signed counts', async () => {
    const at = await waiting()
    const [first, second] = [await prepare(at), await prepare(at)]
    expect(first.nonce).not.toBe(second.nonce)
    expect((await sign(at, second)).status).toBe(201)
    expectRefused(await sign(at, first), 409)
  })
})

test('a wallet that became the contributor between the steps is refused', async () => {
  const { mission, proof } = await provenMission(owner, await world.wallet())
  const at = { ...(await waitingProof()), path: `/api/v1/proof/${proof.id}/review` }
  const step = await prepare(at)
  await world.sql.query('UPDATE "Mission" SET "contributorWallet" = $2 WHERE id = $1', [mission.id, verifier.address])
  expectRefused(await sign(at, step), 403)
})

/** The text that a verifier signs, line by line (docs/decisions.md#signed-messages). */
function expectedText(tag: string, records: string[], content: Json, step: Json, words: string): string {
  const issuedAt = new Date(Date.parse(step.expiresAt) - TEN_MINUTES * 1000).toISOString()
  return [
    tag,
    'Service: Trellis',
    `Domain: ${new URL(world.base).host}`,
    ...records,
    `Content SHA-256: ${jcsHash(content)}`,
    'Verdict: approve',
    `Verifier: ${verifier.address}`,
    `Nonce: ${step.nonce}`,
    `Issued At: ${issuedAt}`,
    `Expires At: ${step.expiresAt}`,
    words,
  ].join('\n')
}

test('a program signs no decision but the one that it has read, also where another takes its place meanwhile', async () => {
  const by = await world.wallet()
  const { id } = await decidedChallenge(world, by)
  const { token, account } = verifier
  const program = createClient({ base: world.base, token, signer: account })
  const input = { params: { id }, body: { verdict: 'approve', explanation: 'It says so.' } } as const
  const { body: text } = await program.verifyDecision.dryRun(input)
  const judged = { contentHash: contentHashIn(text.message) }
  expect(judged.contentHash).not.toBeNull()
  const { challenge } = await program.getChallenge({ params: { id } })
  expect(challenge.decision?.side).toBe(decisionBody.side)

  const at = `/api/v1/challenges/${id}`
  await by.post(`${at}/decision/withdraw`, { reason: 'The other one won.' })
  const other = await by.post(`${at}/decision`, { ...decisionBody, side: decisionBody.side === 'A' ? 'B' : 'A' })
  expect(other.status, other.text).toBe(201)
  await expect(program.verifyDecision(input, judged)).rejects.toThrow('another content than')
  expect((await read(at)).challenge.state).toBe('DECISION_SUBMITTED')

  await by.post(`${at}/decision/withdraw`, { reason: 'It did not.' })
  await by.post(`${at}/decision`, decisionBody)
  expect((await program.verifyDecision(input, judged)).challenge.state).toBe('DECISION_VERIFIED')
})

test('the signed text of a decision verification is pinned', async () => {
  const { id } = await decidedChallenge(world, await world.wallet())
  const { history } = (await read(`/api/v1/challenges/${id}`)).challenge
  const explanation = 'Yes.\nVerdict: reject\u2028"quoted"'
  const step = (await verifier.post(`/api/v1/challenges/${id}/verify-decision`, { verdict: 'approve', explanation }))
    .body
  const records = [`Challenge: ${id}`, `Decision: ${history.at(-1).data.decisionId}`]
  const words = String.raw`Explanation: "Yes.\nVerdict: reject\u2028\"quoted\""`
  expect(step.message).toBe(
    expectedText('svc-decision-verification-v1', records, { challengeId: id, ...decisionBody }, step, words),
  )
})

test('the signed text of a proof review is pinned', async () => {
  const { mission, proof } = await provenMission(owner, await world.wallet())
  const step = (await verifier.post(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Looks right.' }))
    .body
  const records = [`Mission: ${mission.id}`, `Milestone: ${proof.milestoneId}`, `Proof: ${proof.id}`]
  const { id: proofId, missionId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt } = proof
  const content = {
    proofId,
    missionId,
    milestoneId,
    kind,
    url,
    txHash,
    chainId,
    note,
    submittedBy,
    submittedAt,
    files: [],
  }
  expect(step.message).toBe(expectedText('svc-proof-review-v1', records, content, step, 'Reason: "Looks right."'))
})
