import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEARCH_WALK_MAX } from '@/lib/contract/limits'
import { missionBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A literal whose pieces every title has, and which one title has: the last of them, in every order.

const LITERAL = 'abababab'
const LAST = '00000000-0000-7000-8000-000000000001'

let world: World
beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  const owner = await world.wallet()
  const { mission } = (await owner.post('/api/v1/missions', missionBody({ title: 'A mission like any other' }))).body
  await world.sql.query(
    `INSERT INTO "Mission" SELECT (jsonb_populate_record(m, t.change)).* FROM "Mission" m,
      (SELECT jsonb_build_object('id', gen_random_uuid(), 'title', 'ababa ' || i) AS change FROM generate_series(1, $2::int) AS i
        UNION ALL SELECT jsonb_build_object('id', $3::text, 'title', $4::text, 'deadline', '2090-01-01')) t
      WHERE m.id = $1`,
    [mission.id, SEARCH_WALK_MAX, LAST, `${LITERAL} at last`],
  )
  await world.sql.query(`INSERT INTO "MissionTitle" SELECT id, title FROM "Mission" WHERE id <> $1`, [mission.id])
  await world.sql.query('ANALYZE "MissionTitle"')
})
afterAll(() => world.close())

test.each(['missions?', 'missions?state=SEED', 'missions?sort=deadline', 'missions?needs=contributor&sort=deadline'])(
  'GET /api/v1/%s: a page looks at so many records, and the next one goes on behind them',
  async (asked) => {
    const page = async (cursor = '') => (await world.get(`/api/v1/${asked}&q=${LITERAL}${cursor}`)).body
    const first = await page()
    expect([first.missions, typeof first.nextCursor]).toEqual([[], 'string'])
    const second = await page(`&cursor=${first.nextCursor}`)
    expect([second.missions.map(({ id }: { id: string }) => id), second.nextCursor]).toEqual([[LAST], null])
  },
)

test('a page that is full before ends where it is full', async () => {
  const first = (await world.get('/api/v1/missions?q=ababa&limit=3')).body
  const second = (await world.get(`/api/v1/missions?q=ababa&limit=3&cursor=${first.nextCursor}`)).body
  const ids = [...first.missions, ...second.missions].map(({ id }: { id: string }) => id)
  const { rows } = await world.sql.query('SELECT id FROM "MissionTitle" ORDER BY id DESC LIMIT 6')
  expect(ids).toEqual(rows.map(({ id }) => id))
})
