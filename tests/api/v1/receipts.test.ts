import { randomBytes } from 'node:crypto'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jcsHash } from '@/lib/history/jcs'
import { publicKeyOf } from '@/lib/signing/ed25519'
import { verifyEd25519 } from '@/lib/signing/verify-ed25519'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, convertedMission, decisionBody, proofBody, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const KEYS = [
  'id',
  'missionId',
  'outcome',
  'statement',
  'recordedBy',
  'terms',
  'discussion',
  'decisionVerification',
  'evidence',
  'verifierDecisions',
  'seeds',
  'historyHead',
  'issuedAt',
  'rulesHash',
  'serviceKey',
  'contentHash',
  'serviceSignature',
  'payments',
]

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let second: Actor
/** The whole story: two proofs rejected or sent back, one required and one optional milestone verified, then completed. */
let story: { mission: Json; challenge: Json; receipt: Json }

beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier, second] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.verifier(1),
  ])
  story = await wholeStory()
})
afterAll(() => world.close())

const read = async (path: string) => (await world.get(path)).body

async function attempt(milestone: Json, by: Actor, verdict: string): Promise<void> {
  const { proof } = (await contributor.post(`/api/v1/milestones/${milestone.id}/proof`, proofBody)).body
  const { status } = await by.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: `So I say: ${verdict}.` })
  expect(status).toBe(201)
}

async function wholeStory() {
  const milestones = [
    { title: 'An extra', required: false },
    { title: 'First page', amount: '12.50', required: true },
  ]
  const made = await convertedMission(world, owner, verifier, { milestones })
  await contributor.post(`/api/v1/missions/${made.id}/claim`)
  await attempt(made.milestones[1], verifier, 'request-changes')
  await attempt(made.milestones[1], second, 'reject')
  await attempt(made.milestones[0], verifier, 'approve')
  await attempt(made.milestones[1], second, 'approve')
  const { status, body } = await owner.post(`/api/v1/missions/${made.id}/complete`, {
    outcome: 'completed',
    statement: 'Dön, and “well”. 🌱',
  })
  expect(status).toBe(201)
  const { mission } = await read(`/api/v1/missions/${made.id}`)
  const { challenge } = await read(`/api/v1/challenges/${mission.source.challengeId}`)
  return { mission, challenge, receipt: body.receipt }
}

/** Holds a receipt against its own hash and signature, with nothing but its JSON. */
async function expectSound(receipt: Json): Promise<void> {
  const { contentHash, serviceSignature, payments, ...content } = receipt
  expect(Array.isArray(payments)).toBe(true)
  expect(contentHash).toBe(jcsHash(content))
  expect(
    await verifyEd25519(new Uint8Array(Buffer.from(contentHash, 'hex')), serviceSignature, receipt.serviceKey),
  ).toBe(true)
}

test('a receipt has the fields of the decisions and keeps each fact for itself', async () => {
  const { receipt, mission, challenge } = story
  expect(Object.keys(receipt)).toEqual(KEYS)
  expect(await read(`/api/v1/receipts/${receipt.id}`)).toEqual({ receipt })
  expect(receipt).toMatchObject({
    missionId: mission.id,
    outcome: 'completed',
    statement: 'Dön, and “well”. 🌱',
    payments: [],
  })
  const {
    title,
    summary,
    deliverable,
    definitionOfDone,
    requiredProof,
    rewardTerms,
    approvalRule,
    deadline,
    milestones,
  } = mission
  expect(receipt.terms).toEqual({
    title,
    summary,
    deliverable,
    definitionOfDone,
    requiredProof,
    rewardTerms,
    approvalRule,
    deadline,
    milestones,
    bounty: null,
    owner: owner.address,
    contributorWallet: contributor.address,
  })
  expect(receipt.discussion).toEqual({
    challengeId: challenge.id,
    prompt: challenge.prompt,
    sourceUrl: null,
    decisionUrl: decisionBody.decisionUrl,
    chosenSide: 'A',
    explanation: decisionBody.explanation,
    submissions: {
      A: { ...challenge.submissions.A, label: 'The short one' },
      B: { ...challenge.submissions.B, label: 'The friendly one' },
    },
  })
  expect(receipt.decisionVerification).toEqual(challenge.decision.verification)
})

test('the evidence of a receipt is every proof, the refused ones too, with every signed review', async () => {
  const { receipt, mission } = story
  expect(receipt.evidence.map(({ status }: Json) => status)).toEqual([
    'changes-requested',
    'rejected',
    'verified',
    'verified',
  ])
  const facts = mission.proofs.map(({ id: proofId, missionId: _, reviews: __, ...proof }: Json) => ({
    proofId,
    ...proof,
  }))
  expect(receipt.evidence).toEqual(facts)
  const reviews = mission.proofs.flatMap(({ id: proofId, reviews: [review] }: Json) => [{ proofId, ...review }])
  expect(receipt.verifierDecisions).toEqual(reviews)
})

test('the content hash of a receipt is the SHA-256 of its RFC 8785 form, and the service signed it', async () => {
  await expectSound(story.receipt)
  expect(story.receipt.serviceKey).toBe(await publicKeyOf(process.env.SERVICE_PRIVATE_KEY ?? ''))
})

test('a receipt that was altered in any field no longer fits its hash', async () => {
  const { contentHash, serviceSignature: _, payments: __, ...content } = story.receipt
  for (const key of Object.keys(content)) {
    expect(jcsHash({ ...content, [key]: 'altered' }), key).not.toBe(contentHash)
  }
})

test('anyone can recover every verifier from the receipt alone', async () => {
  const { receipt } = story
  const signed = [receipt.decisionVerification, ...receipt.verifierDecisions]
  expect(signed).toHaveLength(5)
  for (const { message, signature, verifier: by, verdict } of signed) {
    expect(await recoverMessageAddress({ message, signature })).toBe(by)
    expect(message).toContain(`\nVerifier: ${by}\n`)
    expect(message).toContain(`\nVerdict: ${verdict}\n`)
  }
  expect(signed.map(({ verifier: by }) => by)).toEqual(
    [verifier, verifier, second, verifier, second].map(({ address }) => address),
  )
})

test("the content hashes inside the signed texts are those of the receipt's own facts", () => {
  const { receipt } = story
  const hashIn = ({ message }: { message: string }) => /^Content SHA-256: ([0-9a-f]{64})$/m.exec(message)?.[1]
  const { challengeId, chosenSide, decisionUrl, explanation } = receipt.discussion
  expect(hashIn(receipt.decisionVerification)).toBe(
    jcsHash({ challengeId, side: chosenSide, decisionUrl, explanation }),
  )
  for (const [index, decision] of receipt.verifierDecisions.entries()) {
    const { proofId, milestoneId, kind, url, txHash, chainId, note, submittedBy, submittedAt } = receipt.evidence[index]
    expect(decision.proofId).toBe(proofId)
    const content = {
      proofId,
      missionId: receipt.missionId,
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
    expect(hashIn(decision)).toBe(jcsHash(content))
  }
})

test.each(['mission', 'challenge'] as const)(
  'the history of the %s is a chain from its first event to its last',
  (record) => {
    const { history } = story[record]
    expect(history.length).toBeGreaterThan(4)
    let prevHash: string | null = null
    for (const [index, { hash, ...event }] of history.entries()) {
      expect(event.seq).toBe(index + 1)
      expect(event.prevHash).toBe(prevHash)
      expect(hash).toBe(jcsHash(event))
      prevHash = hash
    }
  },
)

test("the states of a history follow one another, from nothing to the record's own state", () => {
  for (const record of [story.mission, story.challenge]) {
    let state: string | null = null
    for (const { from, to, kind } of record.history) {
      if (from === null && to === null) continue
      expect(from, kind).toBe(state)
      state = to
    }
    expect(state).toBe(record.state)
  }
})

test('the receipt points at the event that recorded the outcome, and the history at the receipt', () => {
  const { receipt, mission } = story
  const [outcome, issued] = mission.history.slice(-2)
  expect(outcome).toMatchObject({
    kind: 'outcome-recorded',
    hash: receipt.historyHead,
    data: { receiptId: receipt.id },
  })
  expect(issued).toMatchObject({
    kind: 'receipt-issued',
    data: { receiptId: receipt.id, contentHash: receipt.contentHash },
  })
})

test('the Seeds of a receipt are the lines of the ledgers, and none is for a refused proof', async () => {
  const { receipt, mission } = story
  expect(receipt.seeds.map(({ kind, amount, wallet }: Json) => [kind, amount, wallet])).toEqual([
    ['decision-verified', 5, owner.address],
    ['milestone-verified', 5, contributor.address],
    ['milestone-verified', 10, contributor.address],
    ['mission-completed', 20, contributor.address],
  ])
  expect(mission.seeds).toEqual(receipt.seeds)
  const ledger = await read(`/api/v1/rewards/wallet/${contributor.address}`)
  expect(ledger.entries.toReversed()).toEqual(receipt.seeds.slice(1))
  expect(receipt.seeds[3].evidenceHash).toBe(receipt.historyHead)
})

test('payments come later: they stand beside the receipt and never change its hash or a byte of the rest', async () => {
  const { receipt } = story
  const path = `/api/v1/missions/${receipt.missionId}/payment`
  for (let count = 1; count <= 2; count++) {
    const { body } = await owner.post(path, { chainId: '8453', txHash: `0x${randomBytes(32).toString('hex')}` })
    const { payments, ...rest } = body.receipt
    const { payments: _, ...before } = receipt
    expect(payments).toHaveLength(count)
    expect(JSON.stringify(rest)).toBe(JSON.stringify(before))
    await expectSound(body.receipt)
  }
})

test.each(['failed', 'abandoned'])(
  'a mission that %s has a sound receipt too, without a contributor if there was none',
  async (outcome) => {
    const { id } = await seedMission(owner, { bountyChainId: '1', bountyAmount: '10', bountyCurrency: 'ETH' })
    const { body } = await owner.post(`/api/v1/missions/${id}/complete`, { outcome, statement: 'Nobody came.' })
    await expectSound(body.receipt)
    expect(body.receipt).toMatchObject({
      outcome,
      terms: { contributorWallet: null, bounty: { chainId: '1', txHash: null, amount: '10', currency: 'ETH' } },
      discussion: {
        challengeId: null,
        prompt: null,
        chosenSide: null,
        submissions: null,
        sourceUrl: expect.stringContaining('/board/lobby/7'),
      },
      decisionVerification: null,
      evidence: [],
      verifierDecisions: [],
      seeds: [],
    })
  },
)

test('a claimed mission that fails names its contributor, who earns nothing for it', async () => {
  const worker = await world.wallet()
  const { id } = await claimedMission(owner, worker)
  const { receipt } = (
    await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'failed', statement: 'Too late.' })
  ).body
  expect(receipt).toMatchObject({ terms: { contributorWallet: worker.address }, seeds: [] })
  expect(await read(`/api/v1/rewards/wallet/${worker.address}`)).toMatchObject({ balance: 0, entries: [] })
})

test.each([NOWHERE, 'nope', '%00'])('the id %s names no receipt', async (id) => {
  expectRefused(await world.get(`/api/v1/receipts/${id}`), 404)
})

test("a mission's id is not its receipt's", async () => {
  expectRefused(await world.get(`/api/v1/receipts/${story.mission.id}`), 404)
})
