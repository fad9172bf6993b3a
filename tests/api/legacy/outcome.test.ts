import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bylineOfReceipt } from '@/lib/verify/byline'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import {
  at,
  hide,
  historyOf,
  NOWHERE,
  outlive,
  project,
  readMission,
  readProject,
} from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, created, dayFromNow, provenMission, seedMission, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let stranger: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier, stranger] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.wallet(),
  ])
})
afterAll(() => world.close())

const end = (id: string, outcome: string, who = owner) =>
  who.post(at(id, 'outcome'), { outcome, statement: 'So it ends.' })

const RUNNING: Record<string, () => Promise<Json>> = {
  SEED: () => seedMission(owner),
  CLAIMED: () => claimedMission(owner, contributor),
  PROOF_SUBMITTED: async () => (await provenMission(owner, contributor)).mission,
  CHANGES_REQUESTED: () => reviewed('request-changes'),
  GROWING: () =>
    reviewed('approve', {
      milestones: [
        { title: 'First page', required: true },
        { title: 'Second page', required: true },
      ],
    }),
  VERIFIED: () => verifiedMission(owner, contributor, verifier),
}

async function reviewed(verdict: string, over: Record<string, unknown> = {}): Promise<Json> {
  const { mission, proof } = await provenMission(owner, contributor, over)
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: 'Looked.' }))
  return mission
}

async function reach(state: string): Promise<string> {
  const { id } = (await RUNNING[state]?.()) ?? {}
  expect((await readProject(world, id)).state).toBe(state)
  return id
}

const FINAL: Record<string, string> = {
  failed: 'FAILED',
  rejected: 'FAILED',
  abandoned: 'ABANDONED',
  expired: 'FAILED',
}
const states = Object.keys(RUNNING)
/** Where work is finished, or waits for its verifier: nobody says of it that it expired. */
const FINISHED = ['PROOF_SUBMITTED', 'VERIFIED']

test('the owner completes a verified project: a receipt as v1 issues it, and Seeds for the contributor', async () => {
  const worker = await world.wallet()
  const { id } = await verifiedMission(owner, worker, verifier)
  const { project: ended, receipt } = await created(end(id, 'completed'))
  expect(ended).toMatchObject({ id, state: 'COMPLETED', outcome: 'completed', receiptId: receipt.id })
  expect(receipt).toMatchObject({ missionId: id, outcome: 'completed', statement: 'So it ends.', payments: [] })
  expect((await world.get(`/api/v1/receipts/${receipt.id}`)).body).toEqual({ receipt })
  expect((await world.get(`/api/v1/rewards/wallet/${worker.address}`)).body.balance).toBe(30)
  const { history } = await readMission(world, id)
  expect(allHold(await checkReceipt(receipt, { mission: history }))).toBe(true)
  expect(
    (await created(owner.post(`/api/v1/missions/${id}/payment`, { chainId: '1', txHash: `0x${'5d'.repeat(32)}` })))
      .receipt.payments,
  ).toHaveLength(1)
})

test.each(states.filter((state) => state !== 'VERIFIED'))(
  'a project that is %s cannot be completed, by neither surface',
  async (state) => {
    const id = await reach(state)
    const before = await historyOf(world, id)
    expectRefused(await end(id, 'completed'), 409)
    expectRefused(await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'No.' }), 409)
    expect(await readProject(world, id)).toMatchObject({ state, outcome: null, receiptId: null })
    expect(await historyOf(world, id)).toBe(before)
  },
)

describe.each(states)('a project that is %s', (state) => {
  test.each(Object.entries(FINAL))(
    'can end as %s: %s, with the exact word on the record, its receipt and v1, unless finished work would expire',
    async (outcome, final) => {
      const id = await reach(state)
      if (outcome === 'expired') await outlive(world, id)
      if (outcome === 'expired' && FINISHED.includes(state)) {
        expectRefused(await end(id, outcome), 409)
        return
      }
      const { project: ended, receipt } = await created(end(id, outcome))
      expect(ended).toMatchObject({ state: final, outcome, receiptId: receipt.id })
      expect(receipt).toMatchObject({ outcome, statement: 'So it ends.', recordedBy: owner.address })
      expect(await readMission(world, id)).toMatchObject({ state: final, outcome, receiptId: receipt.id })
      expect((await readProject(world, id)).events.slice(-2)).toMatchObject([
        { kind: 'outcome-recorded', actor: owner.address, from: state, to: final, data: { outcome } },
        { kind: 'receipt-issued', actor: null },
      ])
    },
  )
})

test.each(['completed', 'failed', 'rejected', 'abandoned', 'expired'])(
  'what ended as %s keeps its outcome, whoever says otherwise where',
  async (first) => {
    const id = await reach(first === 'expired' ? 'GROWING' : 'VERIFIED')
    await outlive(world, id)
    const { receipt } = await created(end(id, first))
    const refusals = [
      ...(await Promise.all(
        ['completed', 'failed', 'rejected', 'abandoned', 'expired'].map((again) => end(id, again)),
      )),
      ...(await Promise.all(
        ['completed', 'failed', 'abandoned'].map((again) =>
          owner.post(`/api/v1/missions/${id}/complete`, { outcome: again, statement: 'No.' }),
        ),
      )),
      await end(id, 'expired', stranger),
    ]
    for (const refusal of refusals) {
      expectRefused(refusal, 409)
      expect(refusal.body.error.message).toBe('This mission already has its final outcome.')
    }
    expect(await readProject(world, id)).toMatchObject({ outcome: first, receiptId: receipt.id })
  },
)

describe('expired', () => {
  test('any signed-in wallet says so once the day of the deadline has ended, and owner and contributor are told', async () => {
    const [asker, worker] = await Promise.all([world.wallet(), world.wallet()])
    const { id } = await claimedMission(asker, worker)
    await outlive(world, id)
    const { project: ended, receipt } = await created(end(id, 'expired', stranger))
    expect(ended).toMatchObject({ state: 'FAILED', outcome: 'expired' })
    expect((await readProject(world, id)).events.at(-2)).toMatchObject({
      actor: stranger.address,
      data: { outcome: 'expired' },
    })
    for (const who of [asker, worker]) {
      const { notifications } = (await who.get('/api/v1/notifications')).body
      expect(notifications[0]).toMatchObject({ kind: 'receipt', href: `/receipts/${receipt.id}` })
    }
  })

  const LIES = 'I, the owner, admit that nothing was ever done.'
  const lie = (id: string, who: Actor) => who.post(at(id, 'outcome'), { outcome: 'expired', statement: LIES })

  test.each(['SEED', 'CLAIMED', 'GROWING', 'CHANGES_REQUESTED'])(
    'nobody’s words but the owner’s are ever a statement: a %s project expired by a stranger speaks in the service’s own',
    async (state) => {
      const id = await reach(state)
      await outlive(world, id)
      const key = randomUUID()
      const reply = await stranger.post(at(id, 'outcome'), { outcome: 'expired', statement: LIES }, { key })
      const { project: ended, receipt } = await created(Promise.resolve(reply))
      expect(ended).toMatchObject({ state: 'FAILED', outcome: 'expired', recordedBy: stranger.address })
      expect(receipt).toMatchObject({
        statement: 'The day of the deadline has ended without an outcome.',
        recordedBy: stranger.address,
      })
      expect(await readMission(world, id)).toMatchObject({ recordedBy: stranger.address })
      const { history } = await readMission(world, id)
      expect(allHold(await checkReceipt(receipt, { mission: history }))).toBe(true)
      expect(bylineOfReceipt(receipt).words).toContain('The service’s own sentence')
      // What was sent is kept nowhere: in no table of the whole database.
      const { rows } = await world.sql.query(`SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`)
      for (const { name } of rows) {
        const kept = await world.sql.query(
          `SELECT 1 FROM "${name}" t WHERE strpos(t::text, 'nothing was ever done') > 0`,
        )
        expect(kept.rowCount, name).toBe(0)
      }
      expect((await stranger.post(at(id, 'outcome'), { outcome: 'expired', statement: LIES }, { key })).text).toBe(
        reply.text,
      )
    },
  )

  test('the owner who records it speaks for themselves, and is named', async () => {
    const { id } = await project(owner)
    await outlive(world, id)
    const { receipt } = await created(end(id, 'expired'))
    expect(receipt).toMatchObject({ statement: 'So it ends.', recordedBy: owner.address })
    expect(bylineOfReceipt(receipt)).toEqual({ wallet: owner.address, words: 'The owner’s statement' })
  })

  test.each(FINISHED)('a stranger cannot expire finished work: %s stays what it is', async (state) => {
    const id = await reach(state)
    await outlive(world, id)
    for (const who of [stranger, contributor, owner]) expectRefused(await lie(id, who), 409)
    expect(await readProject(world, id)).toMatchObject({ state, outcome: null, recordedBy: null, receiptId: null })
  })

  test.each([
    ['on its very day', 0],
    ['before it', 1],
  ])('nobody does so %s, the owner neither', async (_when, days) => {
    const { id } = await project(owner)
    await outlive(world, id, days)
    for (const who of [stranger, owner]) expectRefused(await end(id, 'expired', who), 409)
    expect(await readProject(world, id)).toMatchObject({ state: 'SEED', outcome: null, deadline: dayFromNow(days) })
  })

  test('of many who say so at once one is heard', async () => {
    const { id } = await project(owner)
    await outlive(world, id)
    const wallets = [stranger, owner, contributor, verifier]
    const replies = await Promise.all(wallets.map((who) => end(id, 'expired', who)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const { rowCount } = await world.sql.query('SELECT 1 FROM "Receipt" WHERE "missionId" = $1', [id])
    expect(rowCount).toBe(1)
  })
})

test('every other word is the owner’s, also after the deadline', async () => {
  const { id } = await verifiedMission(owner, contributor, verifier)
  await outlive(world, id)
  for (const who of [contributor, verifier, stranger, await world.admin()]) {
    for (const outcome of ['completed', 'failed', 'rejected', 'abandoned'])
      expectRefused(await end(id, outcome, who), 403)
  }
  expect(await readProject(world, id)).toMatchObject({ state: 'VERIFIED', outcome: null })
})

test('an outcome needs a session and a project that is there', async () => {
  const { id } = await project(owner)
  expectRefused(await world.send('POST', at(id, 'outcome'), { outcome: 'failed', statement: 'No.' }), 401)
  for (const nowhere of [NOWHERE, 'nope']) expectRefused(await end(nowhere, 'failed'), 404)
  await hide(world, 'Mission', id)
  expectRefused(await end(id, 'failed'), 410)
})

test.each<[string, object]>([
  ['outcome', { outcome: undefined }],
  ['outcome', { outcome: 'Completed' }],
  ['outcome', { outcome: 'cancelled' }],
  ['statement', { statement: undefined }],
  ['statement', { statement: ' ' }],
  ['statement', { statement: 'x'.repeat(4001) }],
])('an outcome is refused that names %s wrongly: %j', async (field, over) => {
  const { id } = await project(owner)
  expectRefused(await owner.post(at(id, 'outcome'), { outcome: 'failed', statement: 'No.', ...over }), 400, field)
  expect((await readProject(world, id)).state).toBe('SEED')
})
