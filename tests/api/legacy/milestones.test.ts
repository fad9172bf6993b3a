import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MILESTONE_REMARKS_MAX, MILESTONES_MAX } from '@/lib/contract/limits'
import {
  at,
  claimedProject,
  hide,
  historyOf,
  NOWHERE,
  project,
  readMission,
  readProject,
} from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { created, proofBody, verifiedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const [FIRST, SECOND, OPTIONAL] = [0, 1, 2]
const one = { title: 'One more page', amount: '10', required: false }
const add = (id: string, body: object = one, who = owner): Promise<Reply> => who.post(at(id, 'milestones'), body)
const path = (mission: Json, which: number) => at(mission.id, `milestones/${mission.milestones[which].id}`)
const set = (mission: Json, which: number, status: string, who = owner): Promise<Reply> =>
  who.patch(path(mission, which), { status })
const statuses = async (id: string): Promise<string[]> =>
  (await readProject(world, id)).milestones.map(({ status }: Json) => status)
const approve = async (proofId: string) =>
  created(verifier.signed(`/api/v1/proof/${proofId}/review`, { verdict: 'approve', reason: 'It is there.' }))
const prove = async (mission: Json, which: number): Promise<string> =>
  (await created(contributor.post(`/api/v1/milestones/${mission.milestones[which].id}/proof`, proofBody))).proof.id

describe('reading', () => {
  test('both surfaces give the same milestones', async () => {
    const { id, milestones } = await project(owner)
    const { body } = await world.get(at(id, 'milestones'))
    expect(body).toEqual({ milestones })
    expect((await world.get(`/api/v1/missions/${id}/milestones`)).body).toEqual(body)
  })

  test('a project that does not exist or is hidden is 404', async () => {
    const { id } = await project(owner)
    await hide(world, 'Mission', id)
    for (const nowhere of [NOWHERE, 'nope', id]) expectRefused(await world.get(at(nowhere, 'milestones')), 404)
  })
})

describe('adding', () => {
  test.each([true, false])(
    'the owner adds one (required: %s) to a project that nobody has claimed',
    async (required) => {
      const { id, milestones } = await project(owner)
      const { milestone } = await created(add(id, { ...one, required }))
      expect(milestone).toEqual({
        id: expect.any(String),
        position: 4,
        ...one,
        required,
        status: 'Pending',
        verified: false,
      })
      const record = await readProject(world, id)
      expect(record.milestones).toEqual([...milestones, milestone])
      expect(record.events.at(-1)).toMatchObject({
        kind: 'milestone-added',
        actor: owner.address,
        from: null,
        to: null,
        data: { milestone: { id: milestone.id, position: 4, ...one, required } },
      })
      expect((await readMission(world, id)).milestones).toEqual(record.milestones)
    },
  )

  test('once it is claimed only optional ones are added', async () => {
    const { id } = await claimedProject(owner, contributor)
    const before = await historyOf(world, id)
    expectRefused(await add(id, { ...one, required: true }), 409)
    expect(await historyOf(world, id)).toBe(before)
    expect((await created(add(id))).milestone.amount).toBe('10')
  })

  test('an added one takes proof like any other, and counts for the state', async () => {
    const mission = await project(owner)
    await created(add(mission.id, { ...one, required: true }))
    await created(contributor.post(`/api/v1/missions/${mission.id}/claim`))
    for (const which of [FIRST, SECOND]) await approve(await prove(mission, which))
    expect((await readMission(world, mission.id)).state).toBe('GROWING')
    const { milestones } = await readProject(world, mission.id)
    await approve(await prove({ milestones }, 3))
    expect((await readMission(world, mission.id)).state).toBe('VERIFIED')
  })

  test('a verified project and one that has its outcome take none', async () => {
    const { id } = await verifiedMission(owner, contributor, verifier)
    expectRefused(await add(id), 409)
    await created(owner.post(at(id, 'outcome'), { outcome: 'completed', statement: 'Done.' }))
    expectRefused(await add(id), 409)
    expect((await readProject(world, id)).milestones).toHaveLength(1)
  })

  test('there are so many at most, and of two who want the last place one gets it', async () => {
    const { id } = await project(owner)
    for (let count = 3; count < MILESTONES_MAX - 1; count++) await created(add(id))
    const replies = await Promise.all([add(id), add(id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const positions = (await readProject(world, id)).milestones.map(({ position }: Json) => position)
    expect(positions).toEqual(Array.from({ length: MILESTONES_MAX }, (_, place) => place + 1))
  })

  test('it needs a session, the owner and a project that is there', async () => {
    const { id } = await claimedProject(owner, contributor)
    expectRefused(await world.send('POST', at(id, 'milestones'), one), 401)
    for (const who of [contributor, verifier, await world.admin()]) expectRefused(await add(id, one, who), 403)
    for (const nowhere of [NOWHERE, 'nope']) expectRefused(await add(nowhere), 404)
    await hide(world, 'Mission', id)
    expectRefused(await add(id), 410)
  })

  test.each<[string, object]>([
    ['title', { title: undefined }],
    ['title', { title: 'ab' }],
    ['title', { title: 'x'.repeat(141) }],
    ['amount', { amount: 10 }],
    ['amount', { amount: '' }],
    ['required', { required: undefined }],
    ['required', { required: 'yes' }],
  ])('one is refused that names %s wrongly: %j', async (field, over) => {
    expectRefused(await add((await project(owner)).id, { ...one, ...over }), 400, field)
  })
})

describe('setting', () => {
  test('the owner sets Delivered and Pending: a remark that verifies nothing and moves nothing', async () => {
    const mission = await claimedProject(owner, contributor)
    for (const [was, status] of [
      ['Pending', 'Delivered'],
      ['Delivered', 'Pending'],
    ] as const) {
      const { milestone } = await created(set(mission, FIRST, status))
      expect(milestone).toEqual({ ...mission.milestones[FIRST], status, verified: false })
      const record = await readProject(world, mission.id)
      expect(record).toMatchObject({ state: 'CLAIMED', seeds: [] })
      expect(record.milestones[FIRST]).toEqual(milestone)
      expect(record.events.at(-1)).toMatchObject({
        kind: 'milestone-set',
        actor: owner.address,
        data: { milestoneId: milestone.id, was, status },
      })
    }
  })

  test('setting what it is already changes nothing', async () => {
    const mission = await project(owner)
    const before = await historyOf(world, mission.id)
    expect((await created(set(mission, FIRST, 'Pending'))).milestone).toEqual(mission.milestones[FIRST])
    expect(await historyOf(world, mission.id)).toBe(before)
  })

  test('a required one is cancelled and brought back until the project is claimed', async () => {
    const mission = await project(owner)
    await created(set(mission, FIRST, 'Cancelled'))
    expect(await statuses(mission.id)).toEqual(['Cancelled', 'Pending', 'Pending'])
    await created(set(mission, FIRST, 'Pending'))
    await created(set(mission, SECOND, 'Cancelled'))
    await created(contributor.post(`/api/v1/missions/${mission.id}/claim`))
    for (const [which, status] of [
      [FIRST, 'Cancelled'],
      [SECOND, 'Pending'],
      [SECOND, 'Delivered'],
    ] as const)
      expectRefused(await set(mission, which, status), 409)
    expect(await statuses(mission.id)).toEqual(['Pending', 'Cancelled', 'Pending'])
  })

  test('the last required one cannot be cancelled, not even when two are cancelled at once', async () => {
    const mission = await project(owner)
    const replies = await Promise.all([set(mission, FIRST, 'Cancelled'), set(mission, SECOND, 'Cancelled')])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await statuses(mission.id)).slice(0, 2).sort()).toEqual(['Cancelled', 'Pending'])
  })

  test('a cancelled one takes no proof, and the rest is enough', async () => {
    const mission = await project(owner)
    await created(set(mission, SECOND, 'Cancelled'))
    await created(contributor.post(`/api/v1/missions/${mission.id}/claim`))
    const refused = await contributor.post(`/api/v1/milestones/${mission.milestones[SECOND].id}/proof`, proofBody)
    expectRefused(refused, 409)
    await approve(await prove(mission, FIRST))
    expect((await readMission(world, mission.id)).state).toBe('VERIFIED')
  })

  test('an optional one is cancelled and brought back while the project runs', async () => {
    const mission = await claimedProject(owner, contributor)
    for (const status of ['Cancelled', 'Delivered', 'Cancelled', 'Pending'])
      await created(set(mission, OPTIONAL, status))
    await approve(await prove(mission, OPTIONAL))
  })

  test('an id in upper case names the same one, and the history keeps it as it is written', async () => {
    const mission = await project(owner)
    const { id } = mission.milestones[OPTIONAL]
    const upper = at(mission.id.toUpperCase(), `milestones/${id.toUpperCase()}`)
    expect((await created(owner.patch(upper, { status: 'Cancelled' }))).milestone.id).toBe(id)
    expect((await readMission(world, mission.id)).history.at(-1).data.milestoneId).toBe(id)
  })

  test('one whose proof waits cannot be cancelled, nor a verified one; the remarks stay possible', async () => {
    const mission = await claimedProject(owner, contributor)
    const proofId = await prove(mission, OPTIONAL)
    expectRefused(await set(mission, OPTIONAL, 'Cancelled'), 409)
    await created(set(mission, OPTIONAL, 'Delivered'))
    await approve(proofId)
    expectRefused(await set(mission, OPTIONAL, 'Cancelled'), 409)
    const { milestone } = await created(set(mission, OPTIONAL, 'Pending'))
    expect([milestone.status, milestone.verified]).toEqual(['Pending', true])
  })

  test('from the outcome on nothing is set', async () => {
    const mission = await project(owner)
    await created(owner.post(at(mission.id, 'outcome'), { outcome: 'failed', statement: 'It ends.' }))
    for (const status of ['Pending', 'Delivered', 'Cancelled']) expectRefused(await set(mission, OPTIONAL, status), 409)
  })

  test('the history does not grow without end', async () => {
    const mission = await project(owner)
    const { rows } = await world.sql.query('SELECT "historySeq" FROM "Mission" WHERE id = $1', [mission.id])
    const seq = rows[0].historySeq
    await world.sql.query(
      `INSERT INTO "HistoryEvent" ("recordId", seq, kind, at, data, hash)
        SELECT $1, n, 'milestone-set', now(), '{}', repeat('a', 64) FROM generate_series($2::int + 1, $2::int + $3::int) n`,
      [mission.id, seq, MILESTONE_REMARKS_MAX - 1],
    )
    await world.sql.query('UPDATE "Mission" SET "historySeq" = $2 WHERE id = $1', [
      mission.id,
      seq + MILESTONE_REMARKS_MAX - 1,
    ])
    await created(set(mission, FIRST, 'Delivered'))
    expectRefused(await set(mission, FIRST, 'Pending'), 409)
    expect((await statuses(mission.id))[FIRST]).toBe('Delivered')
  })

  test('it needs a session, the owner, and a milestone of this very project', async () => {
    const mission = await claimedProject(owner, contributor)
    const other = await project(owner)
    expectRefused(await world.send('PATCH', path(mission, FIRST), { status: 'Delivered' }), 401)
    for (const who of [contributor, verifier, await world.admin()])
      expectRefused(await set(mission, FIRST, 'Delivered', who), 403)
    for (const nowhere of [
      at(mission.id, `milestones/${other.milestones[FIRST].id}`),
      at(mission.id, `milestones/${NOWHERE}`),
      at(mission.id, 'milestones/nope'),
      at(NOWHERE, `milestones/${mission.milestones[FIRST].id}`),
    ])
      expectRefused(await owner.patch(nowhere, { status: 'Delivered' }), 404)
    await hide(world, 'Mission', mission.id)
    expectRefused(await set(mission, FIRST, 'Delivered'), 410)
  })

  test.each([undefined, null, 'delivered', 'Verified', '', ['Pending']])('a status %j is refused', async (status) => {
    const mission = await project(owner)
    expectRefused(await owner.patch(path(mission, FIRST), { status }), 400, 'status')
  })
})
