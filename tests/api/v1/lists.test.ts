import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  bothLinks,
  challengeBody,
  claimedMission,
  draftChallenge,
  missionBody,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owners: Actor[]
beforeAll(async () => {
  world = await openWorld()
  owners = await Promise.all(Array.from({ length: 5 }, () => world.wallet()))
})
afterAll(() => world.close())

const encode = (text: string) => Buffer.from(text).toString('base64url')

interface Listed {
  readonly path: string
  readonly key: 'challenges' | 'missions'
  create(owner: Actor, title: string): Promise<Json>
}

const LISTS: Listed[] = [
  { path: '/api/v1/challenges', key: 'challenges', create: (owner, title) => draftChallenge(owner, { title }) },
  { path: '/api/v1/missions', key: 'missions', create: (owner, title) => seedMission(owner, { title }) },
]

describe.each(LISTS)('the list of $key', ({ path, key, create }) => {
  const idsOf = (body: Json): string[] => body[key].map(({ id }: Json) => id)
  const list = async (query = '') => (await world.get(`${path}${query}`)).body
  /** In the order they were made. */
  const made: string[] = []

  beforeAll(async () => {
    for (let index = 0; index < 15; index++) {
      const owner = owners[index % 5]
      if (owner) made.push((await create(owner, `Record number ${index}`)).id)
    }
  })

  test('shows the newest first, twenty a page unless asked otherwise', async () => {
    expect(idsOf(await list())).toEqual(made.toReversed())
    expect(idsOf(await list('?limit=100'))).toEqual(made.toReversed())
    expect(idsOf(await list('?limit=1'))).toEqual([made.at(-1)])
    expect((await list()).nextCursor).toBeNull()
  })

  test.each([1, 4, 5, 14, 15, 16])(
    'walked by pages of %i gives each record exactly once, newest first',
    async (limit) => {
      const seen: string[] = []
      let cursor: string | null = ''
      let pages = 0
      while (cursor !== null) {
        const body: Json = await list(`?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        expect(idsOf(body).length).toBeLessThanOrEqual(limit)
        seen.push(...idsOf(body))
        cursor = body.nextCursor
        pages += 1
      }
      expect(seen).toEqual(made.toReversed())
      expect(pages, 'a full last page is the last page').toBe(Math.ceil(15 / limit))
    },
  )

  test('walked while records are added gives each old record once and no new one', async () => {
    const walker = await world.wallet()
    const old: string[] = []
    for (let index = 0; index < 3; index++) old.push((await create(walker, `Walked ${index}`)).id)
    const first = await list(`?owner=${walker.address}&limit=2`)
    await create(walker, 'Added meanwhile')
    const second = await list(`?owner=${walker.address}&limit=2&cursor=${first.nextCursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(old.toReversed())
    expect(second.nextCursor).toBeNull()
  })

  test('filters by owner, in any case of the address', async () => {
    const owner = owners[2]?.address ?? ''
    const expected = made.filter((_, index) => index % 5 === 2).toReversed()
    for (const spelled of [owner, owner.toLowerCase(), `0x${owner.slice(2).toUpperCase()}`]) {
      expect(idsOf(await list(`?owner=${spelled}`))).toEqual(expected)
    }
    expect(await list(`?owner=0x${'1'.repeat(40)}`)).toEqual({ [key]: [], nextCursor: null })
  })

  test('pages within a filter', async () => {
    const owner = owners[1]?.address
    const first = await list(`?owner=${owner}&limit=2`)
    const second = await list(`?owner=${owner}&limit=2&cursor=${first.nextCursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(made.filter((_, index) => index % 5 === 1).toReversed())
  })

  test('the first of a repeated parameter counts, and unknown parameters are ignored', async () => {
    expect(idsOf(await list('?limit=2&limit=5&order=asc&__proto__=x&constructor=y'))).toHaveLength(2)
  })

  test.each<[string, string]>([
    ...['0', '101', '-1', '01', '002', '+2', '1.5', 'ten', '', '1e1', '0x10', '%202', '9999999999', '٣'].map(
      (value): [string, string] => ['limit', value],
    ),
    ...['', '!', 'abc', encode('nope'), encode('12'), encode("' OR 1=1 --"), 'x'.repeat(65), encode('\u0000')].map(
      (value): [string, string] => ['cursor', value],
    ),
    ...['', 'draft', 'seed', 'NOPE', 'DRAFT,OPEN', '%00'].map((value): [string, string] => ['state', value]),
    ...['', 'me', '0x1', '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'].map((value): [string, string] => [
      'owner',
      value,
    ]),
    ...['', '%20', '%00', 'a%00b', 'x'.repeat(141)].map((value): [string, string] => ['q', value]),
  ])('refuses a %s of "%s", by its name', async (name, value) => {
    expectRefused(await world.get(`${path}?${name}=${value}`), 400, name)
  })
})

const TITLES = [
  'Half off: 50% for newcomers',
  'Half off: 50 percent for newcomers',
  'snake_case in greetings',
  'snakeXcase in greetings',
  'A back\\slash greeting',
  'ÄRGER mit ÜMLÄUTEN',
  'ΟΔΟΣΑΡΧΗ begins',
  'Straße und 🌱 Garten',
  "Robert'); DROP TABLE",
]

describe('the search by title', () => {
  beforeAll(async () => {
    for (const [index, title] of TITLES.entries())
      await seedMission(owners[index % 5] ?? (await world.wallet()), { title })
  })
  const found = async (q: string) =>
    (await world.get(`/api/v1/missions?limit=100&q=${encodeURIComponent(q)}`)).body.missions
      .map(({ title }: Json) => title)
      .filter((title: string) => TITLES.includes(title))
      .toReversed()

  test.each([
    ['a percent sign is a percent sign', '50%', [0]],
    ['a percent sign alone is not everything', '%', [0]],
    ['an underscore is an underscore', 'snake_case', [2]],
    ['an underscore alone is not any letter', '_', [2]],
    ['a backslash is a backslash', '\\', [4]],
    ['a backslash escapes nothing', '\\s', [4]],
    ['case does not matter', 'HALF OFF', [0, 1]],
    ['case does not matter beyond ASCII', 'ärger MIT ümläuten', [5]],
    ['decomposed and composed letters are the same', 'a\u0308rger', [5]],
    ['a sigma at the end of the word is a sigma', 'ΟΔΟΣ', [6]],
    ['a sigma is found in either of its lower-case forms', 'οδος', [6]],
    ['an emoji is a character like any other', '🌱', [7]],
    ['a part in the middle is found', 'aße UND', [7]],
    ['a quote is a quote', "'); drop table", [8]],
    ['blanks around it do not count', '  snakeX ', [3]],
    ['what is nowhere is not found', 'no such title', []],
  ])('%s', async (_name, q, expected) => {
    expect(await found(q)).toEqual(expected.map((index) => TITLES[index]))
  })
})

test('filters combine: all of them must hold', async () => {
  const [owner, contributor] = await Promise.all([world.wallet(), world.wallet()])
  const claimed = await claimedMission(owner, contributor, { title: 'Wanted: a gardener' })
  await claimedMission(owner, await world.wallet(), { title: 'Wanted: a gardener too' })
  await seedMission(owner, { title: 'Wanted: another gardener' })
  await claimedMission(await world.wallet(), contributor, { title: 'Wanted: a gardener elsewhere' })
  const query = `?state=CLAIMED&owner=${owner.address}&contributor=${contributor.address.toLowerCase()}&q=GARDENER`
  const { missions } = (await world.get(`/api/v1/missions${query}`)).body
  expect(missions.map(({ id }: Json) => id)).toEqual([claimed.id])
  expect((await world.get(`/api/v1/missions?contributor=${contributor.address}`)).body.missions).toHaveLength(2)
  expectRefused(await world.get('/api/v1/missions?contributor=me'), 400, 'contributor')
})

test('challenges are filtered by state, alone and with an owner', async () => {
  const owner = await world.wallet()
  const open = (await owner.post('/api/v1/challenges', challengeBody({ submissions: bothLinks }))).body.challenge
  const draft = await draftChallenge(owner)
  const ids = async (query: string) =>
    (await world.get(`/api/v1/challenges?${query}`)).body.challenges.map(({ id }: Json) => id)
  expect(await ids(`state=OPEN&owner=${owner.address}`)).toEqual([open.id])
  expect(await ids(`state=DRAFT&owner=${owner.address}`)).toEqual([draft.id])
  expect(await ids('state=OPEN')).toContain(open.id)
  expect(await ids('state=OPEN')).not.toContain(draft.id)
  expect(await ids('state=CONVERTED_TO_MISSION')).toEqual([])
})

test('a mission is listed with the body it was created with', async () => {
  const owner = await world.wallet()
  const { mission } = (await owner.post('/api/v1/missions', missionBody())).body
  expect((await world.get(`/api/v1/missions?owner=${owner.address}`)).body).toEqual({
    missions: [mission],
    nextCursor: null,
  })
})
