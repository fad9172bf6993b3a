import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, commitmentBody, evidenceBody, fundingBody, outlive, project } from '@/tests/api/legacy/project-story'
import { type Actor, type Json, repeatWhenUnavailable } from '@/tests/support/client'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { expectOneWinner, expectWholeHistory, look, rounds, statuses, turned } from '@/tests/support/race'
import { created, verifiedMission } from '@/tests/support/story'

// Two instances over one database, and both surfaces of one record.

let cluster: Cluster
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  repeatWhenUnavailable()
  cluster = await openCluster(2)
  owner = await cluster.wallet()
  contributor = await cluster.wallet()
  verifier = await cluster.verifier(0)
})
afterAll(() => cluster.close())

const here = (who: Actor, place: number): Actor => {
  const one = cluster.everywhere(who)[place % cluster.instances.length]
  if (!one) throw new Error('There is no such instance.')
  return one
}
const row = (id: string): Promise<Json> => look(cluster, `SELECT * FROM "Mission" WHERE id = $1`, [id])

test('outcomes of both surfaces and an expiry: one stands, with one receipt', async () => {
  const stranger = await cluster.wallet()
  await rounds(async (round) => {
    const { id } = await verifiedMission(owner, contributor, verifier)
    await outlive(cluster, id)
    const acts = [
      () => here(owner, 0).post(at(id, 'outcome'), { outcome: 'rejected', statement: 'No.' }),
      () => here(owner, 1).post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Yes.' }),
      () => here(stranger, 0).post(at(id, 'outcome'), { outcome: 'expired', statement: 'Over.' }),
    ]
    const { body } = expectOneWinner(await Promise.all(turned(acts, round).map((act) => act())))
    const { receipt } = body
    const receipts = await cluster.sql.query('SELECT id FROM "Receipt" WHERE "missionId" = $1', [id])
    expect(receipts.rows).toEqual([{ id: receipt.id }])
    expect((await row(id)).outcome).toBe(receipt.outcome)
  })
})

test('cancelling a required milestone against the claim: whoever is second finds the first', async () => {
  await rounds(async (round) => {
    const mission = await project(owner)
    const milestone = mission.milestones[0].id
    const acts = turned(
      [
        () => here(owner, 0).patch(at(mission.id, `milestones/${milestone}`), { status: 'Cancelled' }),
        () => here(contributor, 1).post(`/api/v1/missions/${mission.id}/claim`),
      ],
      round,
    )
    const replies = await Promise.all(acts.map((act) => act()))
    const { state } = await row(mission.id)
    const { status } = await look(cluster, 'SELECT status FROM "Milestone" WHERE id = $1', [milestone])
    const kinds = (
      await cluster.sql.query('SELECT kind FROM "HistoryEvent" WHERE "recordId" = $1 ORDER BY seq', [mission.id])
    ).rows.map(({ kind }) => kind)
    expect(state, 'the claim always stands').toBe('CLAIMED')
    const wasCancelled = statuses(replies).every((code) => code === 201)
    expect(status).toBe(wasCancelled ? 'Cancelled' : 'Pending')
    expect(kinds).toEqual(['mission-created', ...(wasCancelled ? ['milestone-set'] : []), 'mission-claimed'])
  })
})

test('many add to one project at once: nothing is lost, and the history stays whole', async () => {
  const wallets = await cluster.wallets(4)
  await rounds(async () => {
    const { id } = await project(owner)
    const added = wallets.flatMap((wallet, place) => [
      created(here(wallet, place).post(at(id, 'commitments'), commitmentBody())),
      created(here(wallet, place + 1).post(at(id, 'evidence'), evidenceBody())),
      created(here(wallet, place).post(at(id, 'funding'), fundingBody())),
    ])
    await Promise.all(added)
    const { rows } = await cluster.sql.query('SELECT kind FROM "HistoryEvent" WHERE "recordId" = $1 ORDER BY seq', [id])
    const kinds = rows.map(({ kind }) => kind)
    expect(kinds).toHaveLength(1 + added.length)
    await expectWholeHistory(cluster, id, kinds)
    expect((await row(id)).historySeq).toBe(kinds.length)
  }, 10)
})
