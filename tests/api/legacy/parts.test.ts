import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_PARTS_MAX, PROJECT_PARTS_PER_WALLET_MAX } from '@/lib/contract/limits'
import { jcsHash } from '@/lib/history/jcs'
import {
  at,
  commitmentBody,
  decisionBody,
  evidenceBody,
  fundingBody,
  hide,
  historyOf,
  NOWHERE,
  project,
  readMission,
  readProject,
} from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { created } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What holds for everything that people add to a project: commitments, decisions, funding and evidence.

let world: World
let owner: Actor
beforeAll(async () => {
  world = await openWorld()
  owner = await world.wallet()
})
afterAll(() => world.close())

interface Kind {
  readonly part: 'commitments' | 'decisions' | 'funding' | 'evidence'
  /** What a write answers under. */
  readonly one: string
  readonly table: string
  readonly author: string
  readonly event: string
  readonly idInEvent: string
  readonly notice: string
  /** What its view shows beside what was said. */
  readonly beside: string | null
  /** A body that no other call gave. */
  body(over?: object): object
  /** A row as raw SQL, for so many at once; `$1` is the project, `$2` the wallet, `$3` their number. */
  readonly fill: string
}

const ID = `gen_random_uuid(), $1::uuid`
const MANY = `FROM generate_series(1, $3::int) n`
const KINDS: Kind[] = [
  {
    part: 'commitments',
    one: 'commitment',
    table: 'Commitment',
    author: 'committedBy',
    event: 'commitment-made',
    idInEvent: 'commitmentId',
    notice: 'commitment',
    beside: null,
    body: commitmentBody,
    fill: `INSERT INTO "Commitment" (id, "missionId", kind, description, "committedBy", "committedAt")
      SELECT ${ID}, 'work', 'Row ' || n, $2, now() ${MANY}`,
  },
  {
    part: 'decisions',
    one: 'decision',
    table: 'ProjectDecision',
    author: 'decidedBy',
    event: 'project-decided',
    idInEvent: 'decisionId',
    notice: 'project-decision',
    beside: 'verification',
    body: decisionBody,
    fill: `INSERT INTO "ProjectDecision" (id, "missionId", verdict, reason, "reviewerName", "decidedBy", "decidedAt", signed, "contentHash")
      SELECT ${ID}, 'reject', 'No.', 'Row', $2, now(), false, md5(n::text) || md5(n::text) ${MANY}`,
  },
  {
    part: 'funding',
    one: 'fundingRecord',
    table: 'FundingRecord',
    author: 'recordedBy',
    event: 'funding-recorded',
    idInEvent: 'fundingId',
    notice: 'funding',
    beside: 'check',
    body: fundingBody,
    fill: `INSERT INTO "FundingRecord" (id, "missionId", "transactionUrl", "recordedBy", "recordedAt")
      SELECT ${ID}, 'https://example.org/row/' || n, $2, now() ${MANY}`,
  },
  {
    part: 'evidence',
    one: 'evidenceItem',
    table: 'ProjectEvidence',
    author: 'submittedBy',
    event: 'evidence-added',
    idInEvent: 'evidenceId',
    notice: 'evidence',
    beside: 'check',
    body: evidenceBody,
    fill: `INSERT INTO "ProjectEvidence" (id, "missionId", kind, url, "submittedBy", "submittedAt")
      SELECT ${ID}, 'Link', 'https://example.org/row/' || n, $2, now() ${MANY}`,
  },
]

describe.each(KINDS)('$part', ({ part, one, table, author, event, idInEvent, notice, beside, body, fill }) => {
  const list = async (id: string): Promise<Json[]> => (await world.get(at(id, part))).body[part]
  const rows = async (id: string) =>
    Number((await world.sql.query(`SELECT count(*) FROM "${table}" WHERE "missionId" = $1`, [id])).rows[0].count)

  test('what a wallet adds is listed, on the record, in the history of both surfaces, and its owner is told', async () => {
    const { id } = await project(owner)
    expect((await world.get(at(id, part))).body).toEqual({ [part]: [] })
    const wallet = await world.wallet()
    const added = (await created(wallet.post(at(id, part), body())))[one]
    expect(added[author]).toBe(wallet.address)
    expect(await list(id)).toEqual([added])
    const record = await readProject(world, id)
    expect(record[part]).toEqual([added])
    expect(record.state).toBe('SEED')
    const told = { kind: event, actor: wallet.address, from: null, to: null, data: { [idInEvent]: added.id } }
    expect(record.events.at(-1)).toMatchObject(told)
    expect((await readMission(world, id)).history).toEqual(record.events)
    const { notifications } = (await owner.get('/api/v1/notifications')).body
    expect(notifications.filter(({ href }: Json) => href === `/missions/${id}`)).toMatchObject([{ kind: notice }])
  })

  test('the history holds the hash of what was said, and not its words', async () => {
    const { id } = await project(owner)
    const added = (await created((await world.wallet()).post(at(id, part), body())))[one]
    const { data } = (await readProject(world, id)).events.at(-1)
    const { [beside ?? '']: _beside, ...said } = added
    expect(data.sha256).toBe(jcsHash(said))
    expect(JSON.stringify(data)).not.toMatch(/https?:|I do part|The plan/)
  })

  test('what was added stands in the order it came', async () => {
    const { id } = await project(owner)
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      const wallet = await world.wallet()
      ids.push((await created(wallet.post(at(id, part), body())))[one].id)
    }
    expect((await list(id)).map((item) => item.id)).toEqual(ids)
    expect((await readProject(world, id))[part].map((item: Json) => item.id)).toEqual(ids)
  })

  test('the same again is a conflict and leaves nothing, also when both come at once', async () => {
    const { id } = await project(owner)
    const wallet = await world.wallet()
    const same = body()
    const replies = await Promise.all([0, 1, 2].map(() => wallet.post(at(id, part), same)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const before = await historyOf(world, id)
    expectRefused(await wallet.post(at(id, part), same), 409)
    expect([await rows(id), await historyOf(world, id)]).toEqual([1, before])
  })

  test('a key sent twice adds once', async () => {
    const { id } = await project(owner)
    const wallet = await world.wallet()
    const same = body()
    const first = await wallet.post(at(id, part), same, { key: `once-${part}` })
    const again = await wallet.post(at(id, part), same, { key: `once-${part}` })
    expect([first.status, again.status, again.text]).toEqual([201, 200, first.text])
    expect(await rows(id)).toBe(1)
  })

  test('a project that does not exist is 404, a hidden one 404 to read and 410 to write', async () => {
    const wallet = await world.wallet()
    for (const nowhere of [NOWHERE, 'nope']) {
      expectRefused(await world.get(at(nowhere, part)), 404)
      expectRefused(await wallet.post(at(nowhere, part), body()), 404)
    }
    const { id } = await project(owner)
    await hide(world, 'Mission', id)
    expectRefused(await world.get(at(id, part)), 404)
    expectRefused(await wallet.post(at(id, part), body()), 410)
    expect(await rows(id)).toBe(0)
  })

  test('it needs a session', async () => {
    const { id } = await project(owner)
    expectRefused(await world.send('POST', at(id, part), body()), 401)
    expect(await rows(id)).toBe(0)
  })

  test.each(['failed', 'abandoned'])('a project that %s takes no more', async (outcome) => {
    const { id } = await project(owner)
    const wallet = await world.wallet()
    await created(wallet.post(at(id, part), body()))
    await created(owner.post(at(id, 'outcome'), { outcome, statement: 'It ends.' }))
    const before = await historyOf(world, id)
    expectRefused(await (await world.wallet()).post(at(id, part), body()), 409)
    expect([await rows(id), await historyOf(world, id)]).toEqual([1, before])
    expect(await list(id), 'what stands stays').toHaveLength(1)
  })

  test('a hidden one is absent from the list and from the record', async () => {
    const { id } = await project(owner)
    const first = (await created((await world.wallet()).post(at(id, part), body())))[one]
    const second = (await created((await world.wallet()).post(at(id, part), body())))[one]
    await hide(world, table, first.id)
    await world.sql.query(`UPDATE "Mission" SET "historyHead" = repeat('0', 64) WHERE id = $1`, [id])
    expect(await list(id)).toEqual([second])
    expect((await readProject(world, id))[part]).toEqual([second])
  })

  test('one wallet adds so many at most, hidden ones too', async () => {
    const { id } = await project(owner)
    const wallet = await world.wallet()
    await world.sql.query(fill, [id, wallet.address, PROJECT_PARTS_PER_WALLET_MAX - 1])
    const { id: last } = (await created(wallet.post(at(id, part), body())))[one]
    await hide(world, table, last)
    const before = await historyOf(world, id)
    const more = part === 'decisions' ? body({ reason: 'Once more.' }) : body()
    expectRefused(await wallet.post(at(id, part), more), 409)
    expect([await rows(id), await historyOf(world, id)]).toEqual([PROJECT_PARTS_PER_WALLET_MAX, before])
    await created((await world.wallet()).post(at(id, part), body()))
  })

  test('a project holds so many at most, and of two who want the last place one gets it', async () => {
    const { id } = await project(owner)
    await world.sql.query(fill, [id, (await world.wallet()).address, PROJECT_PARTS_MAX - 1])
    const hopefuls = await Promise.all([world.wallet(), world.wallet(), world.wallet()])
    const replies = await Promise.all(hopefuls.map((wallet) => wallet.post(at(id, part), body())))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await list(id)).toHaveLength(PROJECT_PARTS_MAX)
    await hide(world, table, (await list(id))[0].id)
    await created((await world.wallet()).post(at(id, part), body()))
  })

  test('the database changes nothing of it but whether it is hidden, and deletes nothing', async () => {
    const { id } = await project(owner)
    const added = (await created((await world.wallet()).post(at(id, part), body())))[one]
    const append = { code: '23001' }
    const set = (column: string) => world.sql.query(`UPDATE "${table}" SET ${column} WHERE id = $1`, [added.id])
    await expect(set(`"${author}" = '${owner.address}'`)).rejects.toMatchObject(append)
    await expect(set(`"hiddenAt" = now(), "${author}" = '${owner.address}'`)).rejects.toMatchObject(append)
    await expect(world.sql.query(`DELETE FROM "${table}" WHERE id = $1`, [added.id])).rejects.toMatchObject(append)
    await expect(world.sql.query(`TRUNCATE "${table}"`)).rejects.toMatchObject(append)
    expect(await list(id)).toEqual([added])
  })
})

// Owner and contributor do not decide on their own project.
test.each(KINDS.filter(({ part }) => part !== 'decisions'))(
  'others cannot shut out the owner and the contributor: $part',
  async ({ part, fill, body }) => {
    const { id } = await project(owner)
    const [contributor, other, stranger] = [await world.wallet(), await world.wallet(), await world.wallet()]
    await created(contributor.post(`/api/v1/missions/${id}/claim`))
    await world.sql.query(fill, [id, other.address, PROJECT_PARTS_MAX])
    for (const party of [owner, contributor]) {
      await created(party.post(at(id, part), body()))
      const own = fill.replace('/row/', `/${party.address}/`)
      await world.sql.query(own, [id, party.address, PROJECT_PARTS_PER_WALLET_MAX - 1])
      expectRefused(await party.post(at(id, part), body()), 409)
    }
    const refused = await stranger.post(at(id, part), body())
    expectRefused(refused, 409)
    expect(refused.body.error.message).toContain('by others than its owner')
  },
)
