import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { planOf } from '@/tests/support/plan'
import { draftChallenge, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Once the planner has sampled the words, rare ones are looked up and the others walked (lib/search/queries.ts). Both ways must
// find the same.

const COPIES = 1200

let world: World
let mission: Json
beforeAll(async () => {
  world = await openWorld()
  const owner = await world.wallet()
  mission = await seedMission(owner, { title: 'A pomelo for the common table' })
  const { id } = await draftChallenge(owner)
  await world.sql.query(
    `INSERT INTO "Challenge" SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'title', 'Copy ' || n, 'prompt',
        concat('Common words here. ', CASE WHEN n % 7 = 0 THEN 'Seventh. ' END, CASE WHEN n = 77 THEN 'A pomelo grows.' END)))).*
      FROM "Challenge" c, generate_series(1, $2::int) n WHERE c.id = $1`,
    [id, COPIES],
  )
  await world.sql.query('ANALYZE "SearchText"')
})
afterAll(() => world.close())

async function search(q: string, kind = 'challenge'): Promise<Json> {
  const reply = await world.get(`/api/v1/search?kind=${kind}&q=${encodeURIComponent(q)}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const found = async (q: string, kind?: string): Promise<Json[]> => (await search(q, kind)).hits

test('the sample tells common words from rare ones', async () => {
  const { commonElements } = await import('@/lib/db/samples')
  const common = await commonElements('SearchText')
  expect([...(common ?? [])]).toEqual(expect.arrayContaining(['common', 'words', 'seventh']))
  expect(common?.has('pomelo')).toBe(false)
})

test.each(['pomelo', 'pom', 'common pomelo', 'pomelo seventh', 'words seventh pomelo copy 77'])(
  '%j is looked up by what is rare in it, and has every word',
  async (q) => {
    expect(await found(q)).toMatchObject([{ title: 'Copy 77', excerpt: expect.stringContaining('A pomelo grows.') }])
  },
)

test('what is rare is found in each kind', async () => {
  expect(await found('pomelo common', 'mission')).toMatchObject([{ id: mission.id }])
  expect(await found('pomelo seventh', 'mission')).toEqual([])
})

test('common words are walked, the newest first', async () => {
  const { rows } = await world.sql.query(
    `SELECT id::text FROM "Challenge" WHERE prompt LIKE '%Seventh%' ORDER BY id DESC LIMIT 50`,
  )
  expect((await found('common seventh')).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})

test('a rare word that stands nowhere beside the others finds nothing', async () => {
  expect(await search('pomelo persimmon')).toEqual({ hits: [], more: [] })
})

/** Adds words of older records, as many as are looked at. */
const addOlder = (kind: string, word: string) =>
  world.sql.query(
    `INSERT INTO "SearchText" (kind, id, words)
      SELECT $1::"RecordType", ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, search_words($2) FROM generate_series(1, 5000) n`,
    [kind, word],
  )

test('of a word that was rare when it was sampled the newest are looked at; where that is not all, it is told', async () => {
  await addOlder('challenge', 'rambutan')
  const { id } = await draftChallenge(await world.wallet(), { title: 'A rambutan for all' })
  expect(await search('rambutan')).toMatchObject({ hits: [{ id }], more: ['challenge'] })
  expect(await search('rambutan', 'mission')).toEqual({ hits: [], more: [] })
})

test('the newest of a rare word are found by the index of words, not by walking all records', async () => {
  const sent = recordStatements()
  await search('pomelo')
  const plan = (await planOf(world.sql, sent.at(-1) ?? '', 'ANALYZE "SearchText"; SET enable_seqscan = off')).join('\n')
  expect(plan).toContain('Bitmap Index Scan on "SearchText_words"')
})

test('of common words the newest are looked at; where that is not all and too few were found, it is told', async () => {
  expect(await search('common', 'mission')).toMatchObject({ hits: [{ id: mission.id }], more: [] })
  await addOlder('mission', 'nothing')
  expect(await search('common', 'mission')).toMatchObject({ hits: [{ id: mission.id }], more: ['mission'] })
  expect(await search('common seventh', 'mission')).toMatchObject({ hits: [], more: ['mission'] })
})
