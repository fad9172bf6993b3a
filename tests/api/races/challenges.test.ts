import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, type Json, type Reply, repeatWhenUnavailable, send } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { expectOneWinner, expectWholeHistory, look, ROUNDS, rounds, statuses, turned } from '@/tests/support/race'
import {
  awaitingChallenge,
  challengeBody,
  conversionBody,
  decidedChallenge,
  decisionBody,
  draftChallenge,
  openChallenge,
} from '@/tests/support/story'

const CHALLENGES_A_WALLET = 5

let cluster: Cluster
let owners: Actor[]
let verifiers: Actor[]
beforeAll(async () => {
  repeatWhenUnavailable()
  cluster = await openCluster(2)
  verifiers = [await cluster.verifier(0), await cluster.verifier(1)]
})
afterAll(() => cluster.close())

/** A wallet for a round: each owns few enough challenges. */
const ownerOf = (round: number): Actor => {
  const owner = owners[Math.floor(round / CHALLENGES_A_WALLET)]
  if (!owner) throw new Error('There are too few owners.')
  return owner
}

/** A challenge for each round, prepared in bulk, with new owners. */
async function prepare(make: (owner: Actor) => Promise<Json>): Promise<Json[]> {
  owners = await cluster.wallets(ROUNDS / CHALLENGES_A_WALLET)
  return rounds((round) => make(ownerOf(round)))
}

/** A wallet at one process after the other. */
const at = (who: Actor | undefined, place: number): Actor => {
  const here = who ? cluster.everywhere(who)[place % cluster.instances.length] : undefined
  if (!here) throw new Error('There is no such instance.')
  return here
}

const rows = async (table: string, challengeId: string) =>
  (await cluster.sql.query(`SELECT * FROM "${table}" WHERE "challengeId" = $1`, [challengeId])).rows

/** What a verifier would send as the second step. */
async function signedStep(
  verifier: Actor | undefined,
  path: string,
  body: object,
): Promise<{ nonce: string; signature: string }> {
  if (!verifier) throw new Error('There is no such verifier.')
  const { nonce, message } = (await verifier.post(path, body)).body
  return { nonce, signature: await verifier.account.signMessage({ message }) }
}

test("a side's link is recorded once, whoever sends one", async () => {
  const challenges = await prepare(draftChallenge)
  const senders = await cluster.wallets(4)
  await rounds(async (round) => {
    const { id } = challenges[round]
    const replies = await Promise.all(
      senders.map((sender, place) =>
        at(sender, place).post(`/api/v1/challenges/${id}/submissions`, {
          side: 'A',
          url: `https://example.org/${place}`,
        }),
      ),
    )
    const { body } = expectOneWinner(replies)
    expect((await rows('Submission', id)).map((row) => row.url)).toEqual([body.challenge.submissions.A.url])
    await expectWholeHistory(cluster, id, ['challenge-created', 'link-recorded'])
  })
})

test('both sides at once open the challenge, once', async () => {
  const challenges = await prepare(draftChallenge)
  const senders = await cluster.wallets(2)
  await rounds(async (round) => {
    const { id } = challenges[round]
    const replies = await Promise.all(
      senders.map((sender, place) =>
        at(sender, place).post(`/api/v1/challenges/${id}/submissions`, {
          side: place === 0 ? 'A' : 'B',
          url: 'https://example.org/x',
        }),
      ),
    )
    expect(statuses(replies)).toEqual([201, 201])
    expect((await look(cluster, `SELECT state FROM "Challenge" WHERE id = $1`, [id])).state).toBe('OPEN')
    await expectWholeHistory(cluster, id, ['challenge-created', 'link-recorded', 'link-recorded'])
  })
})

test('a decision is recorded once, however often the owner sends it', async () => {
  const challenges = await prepare((owner) => awaitingChallenge(cluster, owner))
  await rounds(async (round) => {
    const { id } = challenges[round]
    const owner = ownerOf(round)
    const replies = await Promise.all(
      [0, 1, 2].map((place) => at(owner, place).post(`/api/v1/challenges/${id}/decision`, decisionBody)),
    )
    expectOneWinner(replies)
    expect(await rows('Decision', id)).toHaveLength(1)
  })
})

test('approving and rejecting one decision: one verdict stands', async () => {
  const challenges = await prepare((owner) => decidedChallenge(cluster, owner))
  const results = await rounds(async (round) => {
    const { id } = challenges[round]
    const path = `/api/v1/challenges/${id}/verify-decision`
    const steps = await Promise.all(
      turned(['approve', 'reject', 'approve', 'reject'], round).map((verdict, place) =>
        signedStep(verifiers[place % 2], path, { verdict, explanation: `As ${place} says.` }),
      ),
    )
    const winner = expectOneWinner(
      await Promise.all(steps.map((step, place) => at(verifiers[place % 2], Math.floor(place / 2)).post(path, step))),
    )
    const { state } = winner.body.challenge
    const verdicts = await cluster.sql.query(
      `SELECT v.verdict FROM "SignedVerdict" v JOIN "Decision" d ON d.id = v."subjectId" WHERE d."challengeId" = $1`,
      [id],
    )
    expect(verdicts.rows).toEqual([{ verdict: state === 'DECISION_VERIFIED' ? 'approve' : 'reject' }])
    const { rows: seeds } = await cluster.sql.query(`SELECT amount FROM "SeedEntry" WHERE "challengeId" = $1`, [id])
    expect(seeds).toEqual(state === 'DECISION_VERIFIED' ? [{ amount: 5 }] : [])
    return state
  })
  expect(new Set(results).size, 'neither verdict always wins').toBe(2)
})

test('one second step sent with different keys is taken once', async () => {
  const challenges = await prepare((owner) => decidedChallenge(cluster, owner))
  await rounds(async (round) => {
    const { id } = challenges[round]
    const path = `/api/v1/challenges/${id}/verify-decision`
    const step = await signedStep(verifiers[0], path, { verdict: 'approve', explanation: 'It says so.' })
    expectOneWinner(await Promise.all([0, 1, 2, 3].map((place) => at(verifiers[0], place).post(path, step))))
    const { used, signed } = await look(
      cluster,
      `SELECT (SELECT count(*)::int FROM "SigningNonce" WHERE nonce = $1 AND "usedAt" IS NOT NULL) AS used,
         (SELECT count(*)::int FROM "SignedVerdict" v JOIN "Decision" d ON d.id = v."subjectId" WHERE d."challengeId" = $2) AS signed`,
      [step.nonce, id],
    )
    expect([used, signed]).toEqual([1, 1])
  })
})

test('verifying and cancelling at once: one of them happened', async () => {
  const challenges = await prepare((owner) => decidedChallenge(cluster, owner))
  await rounds(async (round) => {
    const { id } = challenges[round]
    const path = `/api/v1/challenges/${id}/verify-decision`
    const step = await signedStep(verifiers[0], path, { verdict: 'approve', explanation: 'It says so.' })
    expectOneWinner(
      await Promise.all([
        at(verifiers[0], 0).post(path, step),
        at(ownerOf(round), 1).post(`/api/v1/challenges/${id}/cancel`, { reason: 'No.' }),
      ]),
    )
  })
})

test('converting several times at once makes one mission, and every answer shows it', async () => {
  const challenges = await prepare((owner) => decidedChallenge(cluster, owner))
  await rounds(async (round) => {
    const { id } = challenges[round]
    const owner = ownerOf(round)
    await verifiers[0]?.signed(`/api/v1/challenges/${id}/verify-decision`, {
      verdict: 'approve',
      explanation: 'It says so.',
    })
    const replies: Reply[] = await Promise.all(
      [0, 1, 2, 3].map((place) => at(owner, place).post(`/api/v1/challenges/${id}/convert`, conversionBody())),
    )
    expect(statuses(replies)).toEqual([200, 200, 200, 201])
    const missions = await rows('Mission', id)
    expect(missions).toHaveLength(1)
    expect(new Set(replies.map((reply) => reply.body.mission.id))).toEqual(new Set([missions[0].id]))
    const { n } = await look(cluster, `SELECT count(*)::int AS n FROM "Milestone" WHERE "missionId" = $1`, [
      missions[0].id,
    ])
    expect(n).toBe(2)
    expect(
      (await cluster.sql.query(`SELECT 1 FROM "HistoryEvent" WHERE "recordId" = $1 AND kind = 'converted'`, [id])).rows,
    ).toHaveLength(1)
  })
})

test('of ten challenges published at once by one wallet five are, and five are told 409', async () => {
  const wallets = await cluster.wallets(ROUNDS)
  await rounds(async (round) => {
    const wallet = wallets[round]
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, place) => at(wallet, place).post('/api/v1/challenges', challengeBody())),
    )
    expect(statuses(replies)).toEqual([...Array(5).fill(201), ...Array(5).fill(409)])
    expect(
      (await look(cluster, `SELECT count(*)::int AS n FROM "Challenge" WHERE owner = $1`, [wallet?.address])).n,
    ).toBe(5)
  })
})

test('a decision and reads at once after the deadline persist it once, before the decision', async () => {
  const challenges = await prepare(openChallenge)
  await rounds(async (round) => {
    const { id } = challenges[round]
    await cluster.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = '2020-01-01' WHERE id = $1`, [id])
    const decided = at(ownerOf(round), round).post(`/api/v1/challenges/${id}/decision`, decisionBody)
    const [decision, ...shown] = await Promise.all([
      decided,
      ...cluster.instances.map(({ base }) => send(base, 'GET', `/api/v1/challenges/${id}`)),
    ])
    expect(decision.status).toBe(201)
    for (const { body } of shown) expect(['AWAITING_DECISION', 'DECISION_SUBMITTED']).toContain(body.challenge.state)
    await expectWholeHistory(cluster, id, ['challenge-created', 'submissions-closed', 'decision-submitted'])
  })
})
