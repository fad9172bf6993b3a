import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, type Json, repeatWhenUnavailable } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { expectOneWinner, expectWholeHistory, look, raced, rounds, turned } from '@/tests/support/race'
import {
  claimedMission,
  completedMission,
  proofBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'

let cluster: Cluster
let owner: Actor
let contributor: Actor
let verifiers: Actor[]
beforeAll(async () => {
  repeatWhenUnavailable()
  cluster = await openCluster(2)
  owner = await cluster.wallet()
  contributor = await cluster.wallet()
  verifiers = [await cluster.verifier(0), await cluster.verifier(1)]
})
afterAll(() => cluster.close())

const at = (who: Actor | undefined, place: number): Actor => {
  const here = who ? cluster.everywhere(who)[place % cluster.instances.length] : undefined
  if (!here) throw new Error('There is no such instance.')
  return here
}

const rows = async (table: string, missionId: string) =>
  (await cluster.sql.query(`SELECT * FROM "${table}" WHERE "missionId" = $1`, [missionId])).rows

const missionRow = (id: string): Promise<Json> => look(cluster, `SELECT * FROM "Mission" WHERE id = $1`, [id])

test('a mission is claimed by one wallet, however many try', async () => {
  const missions = await rounds(() => seedMission(owner))
  const hopefuls = await cluster.wallets(4)
  await rounds(async (round) => {
    const { id } = missions[round]
    const { body } = expectOneWinner(
      await Promise.all(hopefuls.map((wallet, place) => at(wallet, place).post(`/api/v1/missions/${id}/claim`))),
    )
    expect((await missionRow(id)).contributorWallet).toBe(body.mission.contributorWallet)
    await expectWholeHistory(cluster, id, ['mission-created', 'mission-claimed'])
  })
})

test('while one proof waits no other is taken, not even at the same moment', async () => {
  const missions = await rounds(() =>
    claimedMission(owner, contributor, {
      milestones: [
        { title: 'First', required: true },
        { title: 'Second', required: true },
      ],
    }),
  )
  await rounds(async (round) => {
    const mission = missions[round]
    const replies = await Promise.all(
      [0, 1, 2, 3].map((place) =>
        at(contributor, place).post(`/api/v1/milestones/${mission.milestones[place % 2].id}/proof`, proofBody),
      ),
    )
    const { body } = expectOneWinner(replies)
    expect((await rows('Proof', mission.id)).map((row) => row.id)).toEqual([body.proof.id])
  })
})

test('approving a proof against requesting changes: one verdict stands, and Seeds only with the approval', async () => {
  const prepared = await rounds(() => provenMission(owner, contributor))
  const results = await rounds(async (round) => {
    const { mission, proof } = prepared[round] ?? (await provenMission(owner, contributor))
    const path = `/api/v1/proof/${proof.id}/review`
    const steps = await Promise.all(
      turned(['approve', 'request-changes', 'approve', 'reject'], round).map(async (verdict, place) => {
        const verifier = at(verifiers[place % 2], 0)
        const { nonce, message } = (await verifier.post(path, { verdict, reason: `As ${place} says.` })).body
        return { nonce, signature: await verifier.account.signMessage({ message }) }
      }),
    )
    const { body } = expectOneWinner(
      await raced(
        round,
        steps.map((step, place) => () => at(verifiers[place % 2], Math.floor(place / 2)).post(path, step)),
      ),
    )
    const approved = body.proof.status === 'verified'
    const signed = await cluster.sql.query(`SELECT verdict FROM "SignedVerdict" WHERE "subjectId" = $1`, [proof.id])
    expect(signed.rows).toHaveLength(1)
    expect((await rows('SeedEntry', mission.id)).map((row) => row.amount)).toEqual(approved ? [10] : [])
    expect((await missionRow(mission.id)).state).toBe(approved ? 'VERIFIED' : 'CHANGES_REQUESTED')
    expect((await rows('Milestone', mission.id)).map((row) => row.verifiedProofId)).toEqual([
      approved ? proof.id : null,
    ])
    return approved
  })
  expect(new Set(results).size, 'neither verdict always wins').toBe(2)
})

test('completing against abandoning: one outcome, one receipt', async () => {
  const missions = await rounds(() => verifiedMission(owner, contributor, verifiers[0] ?? owner))
  const results = await rounds(async (round) => {
    const { id } = missions[round]
    const outcomes = turned(['completed', 'abandoned', 'completed', 'failed'], round)
    const replies = await raced(
      round,
      outcomes.map(
        (outcome, place) => () =>
          at(owner, place % 3).post(`/api/v1/missions/${id}/complete`, { outcome, statement: 'It is over.' }),
      ),
    )
    const { receipt } = expectOneWinner(replies).body
    const row = await missionRow(id)
    expect([row.outcome, (await rows('Receipt', id)).map((kept) => [kept.id, kept.outcome])]).toEqual([
      receipt.outcome,
      [[receipt.id, receipt.outcome]],
    ])
    const earned = (await rows('SeedEntry', id)).filter((entry) => entry.kind === 'mission-completed')
    expect(earned.map((entry) => entry.amount)).toEqual(receipt.outcome === 'completed' ? [20] : [])
    return receipt.outcome
  })
  expect(new Set(results).size, 'no outcome always wins').toBeGreaterThan(1)
})

test('a review and the owner’s outcome at once leave one history without a gap', async () => {
  const prepared = await rounds(() => provenMission(owner, contributor))
  await rounds(async (round) => {
    const { mission, proof } = prepared[round] ?? (await provenMission(owner, contributor))
    const path = `/api/v1/proof/${proof.id}/review`
    const verifier = at(verifiers[0], 0)
    const { nonce, message } = (await verifier.post(path, { verdict: 'approve', reason: 'It is there.' })).body
    const step = { nonce, signature: await verifier.account.signMessage({ message }) }
    const [reviewed, failed] = await Promise.all([
      verifier.post(path, step),
      at(owner, 1).post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'failed', statement: 'It is over.' }),
    ])
    expect(failed.status).toBe(201)
    expect([201, 409]).toContain(reviewed.status)
    const told = reviewed.status === 201 ? ['proof-reviewed'] : []
    await expectWholeHistory(cluster, mission.id, [
      'mission-created',
      'mission-claimed',
      'proof-submitted',
      ...told,
      'outcome-recorded',
      'receipt-issued',
    ])
    expect(failed.body.receipt.seeds).toHaveLength(told.length)
    expect(await rows('SeedEntry', mission.id)).toHaveLength(told.length)
  })
})

test('one transaction is recorded once on each receipt that names it, however many try at once', async () => {
  const verifier = verifiers[0] ?? owner
  const pairs = await rounds(
    () => Promise.all([completedMission(owner, contributor, verifier), completedMission(owner, contributor, verifier)]),
    25,
  )
  await rounds(async (round) => {
    const payment = { chainId: '8453', txHash: `0x${randomBytes(32).toString('hex')}` }
    const ids = (pairs[round] ?? []).map(({ mission }) => mission.id)
    const tries = [...ids, ...ids].map((id, place) => ({
      id,
      reply: at(owner, Math.floor(place / 2)).post(`/api/v1/missions/${id}/payment`, payment),
    }))
    await Promise.all(tries.map(({ reply }) => reply))
    for (const id of ids) {
      const replies = await Promise.all(tries.filter((one) => one.id === id).map(({ reply }) => reply))
      const { receipt } = expectOneWinner(replies).body
      const { rows: kept } = await cluster.sql.query(
        `SELECT "receiptId" FROM "Payment" WHERE "txHash" = $1 AND "missionId" = $2`,
        [payment.txHash, id],
      )
      expect(kept).toEqual([{ receiptId: receipt.id }])
      const { rows: events } = await cluster.sql.query(
        `SELECT 1 FROM "HistoryEvent" WHERE kind = 'payment-recorded' AND data->>'txHash' = $1 AND "recordId" = $2`,
        [payment.txHash, id],
      )
      expect(events).toHaveLength(1)
    }
  }, 25)
})

test('two payments at once on one receipt are both kept', async () => {
  const verifier = verifiers[0] ?? owner
  const missions = await rounds(() => completedMission(owner, contributor, verifier), 10)
  await rounds(async (round) => {
    const { id } = missions[round]?.mission ?? {}
    const replies = await Promise.all(
      [0, 1, 2].map((place) =>
        at(owner, place).post(`/api/v1/missions/${id}/payment`, {
          chainId: '1',
          txHash: `0x${randomBytes(32).toString('hex')}`,
        }),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201])
    const read = await cluster.get(`/api/v1/receipts/${missions[round]?.receipt.id}`)
    expect(read.body.receipt.payments).toHaveLength(3)
  }, 10)
})
