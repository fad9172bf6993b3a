import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordStatements } from '@/tests/support/flights'
import { AS_IF_MANY, planOf } from '@/tests/support/plan'
import { missionBody } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Once the planner has sampled the titles, literals with a rare piece are looked up and the others walked
// (lib/db/title-search.ts). Both ways must find exactly the titles that contain the literal.

const WORDS = ['garden', 'maple', 'Straße', 'mulch', 'ÉTÉ', 'pond', '50%', 'a_b', 'ΟΔΟΣ', '路', 'back\\slash', 'x’s']
/** So many that a piece which one of them holds is rare. */
const TITLES = 600
/** What no title holds, and what one holds. */
const RARE = 'zyx qvj'

let world: World
let titles: { id: string; title: string }[]

beforeAll(async () => {
  world = await openWorld({ rateLimitScale: 1000 })
  const owner = await world.wallet()
  const { mission } = (await owner.post('/api/v1/missions', missionBody({ title: 'A mission like any other' }))).body
  await world.sql.query(
    `INSERT INTO "Mission" SELECT (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'title', t.title))).*
      FROM "Mission" m, unnest($2::text[]) AS t(title) WHERE m.id = $1`,
    [mission.id, Array.from({ length: TITLES }, (_, place) => titleAt(place))],
  )
  await world.sql.query(
    `INSERT INTO "MissionTitle" SELECT id, replace(lower(title), 'ς', 'σ') FROM "Mission" WHERE id <> $1`,
    [mission.id],
  )
  await world.sql.query('ANALYZE "MissionTitle"')
  titles = (await world.sql.query('SELECT id, title FROM "Mission" ORDER BY id DESC')).rows
})
afterAll(() => world.close())

function titleAt(place: number): string {
  const word = (step: number) => WORDS[Math.floor(place / step) % WORDS.length]
  return place === 77 ? `Only here: ${RARE} and ${word(1)}` : `${word(1)} beside ${word(5)} number ${place}`
}

const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

async function found(query: string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await world.get(`/api/v1/missions?limit=37&${query}${cursor && `&cursor=${cursor}`}`)
    expect(page.status, page.text).toBe(200)
    ids.push(...page.body.missions.map((mission: { id: string }) => mission.id))
    cursor = page.body.nextCursor
  }
  return ids
}

test.each([
  ...WORDS,
  RARE,
  'qvj and',
  'zyx zyx',
  'z',
  'zy',
  'é',
  'r 7',
  'garden beside',
  '%',
  '_',
  'σ',
  'ς',
  'number 77',
  'nobody wrote this',
])('%j finds exactly the titles that contain it, newest first', async (literal) => {
  const expected = titles.filter(({ title }) => fold(title).includes(fold(literal))).map(({ id }) => id)
  expect(await found(`q=${encodeURIComponent(literal)}`)).toEqual(expected)
  expect(await found(`q=${encodeURIComponent(literal)}&state=SEED`)).toEqual(expected)
  expect(await found(`q=${encodeURIComponent(literal)}&state=CLAIMED`)).toEqual([])
})

test('the sample tells common pieces from rare ones', async () => {
  const { commonElements } = await import('@/lib/db/samples')
  const common = await commonElements('MissionTitle_grams')
  expect(['s', 'be', 'bes', 'besi', '路'].filter((piece) => !common?.has(piece))).toEqual([])
  expect(['qvj', 'qvj ', 'zyx ', 'q'].filter((piece) => common?.has(piece))).toEqual([])
})

test.each(['missions', 'challenges'])(
  'a deep page of %s begins at its cursor, in the titles and in the records',
  async (list) => {
    const { nextCursor } = (await world.get('/api/v1/missions?limit=1')).body
    const sent = recordStatements()
    const page = await world.get(`/api/v1/${list}?q=a&cursor=${nextCursor}`)
    expect(page.status, page.text).toBe(200)
    const walk = sent.find((text) => text.includes('row_number()')) ?? ''
    const steps = await planOf(world.sql, walk, AS_IF_MANY)
    const begun = steps.filter((step) => /Index Cond: .*\bid < \$/.test(step))
    expect(begun, steps.join('\n')).toHaveLength(2)
  },
)
