import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { AS_IF_MANY, planOf } from '@/tests/support/plan'
import { claimedMission, completedMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let other: Actor
let contributor: Actor
let verifier: Actor
/** Receipts in the order they were issued. */
const issued: Json[] = []

async function ended(by: Actor, outcome: string, worker?: Actor): Promise<Json> {
  const { id } = worker ? await claimedMission(by, worker) : await seedMission(by)
  const { status, text, body } = await by.post(`/api/v1/missions/${id}/complete`, { outcome, statement: 'It ends.' })
  expect(status, text).toBe(201)
  return body.receipt
}

beforeAll(async () => {
  world = await openWorld()
  ;[owner, other, contributor, verifier] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.wallet(),
    world.verifier(),
  ])
  issued.push((await completedMission(owner, contributor, verifier)).receipt)
  issued.push(await ended(owner, 'abandoned'))
  issued.push(await ended(other, 'failed', contributor))
  issued.push(await ended(owner, 'failed', other))
  issued.push((await completedMission(other, owner, verifier)).receipt)
})
afterAll(() => world.close())

const list = async (query = ''): Promise<Json> => (await world.get(`/api/v1/receipts${query}`)).body
const idsOf = (body: Json): string[] => body.receipts.map(({ id }: Json) => id)
/** The ids of these receipts, the newest first. */
const newest = (...places: number[]) => places.map((place) => issued[place]?.id).toReversed()

test('receipts are listed newest first, each in a line that agrees with the receipt itself', async () => {
  const { receipts, nextCursor } = await list()
  expect(nextCursor).toBeNull()
  expect(receipts).toEqual(
    issued.toReversed().map(({ id, missionId, outcome, issuedAt, contentHash, terms }) => {
      const { title, owner: by, contributorWallet } = terms
      return { id, missionId, outcome, issuedAt, contentHash, title, owner: by, contributorWallet }
    }),
  )
})

test.each([
  ['owner', () => owner.address, [0, 1, 3]],
  ['owner', () => other.address.toLowerCase(), [2, 4]],
  ['contributor', () => contributor.address, [0, 2]],
  ['contributor', () => owner.address, [4]],
  ['contributor', () => verifier.address, []],
  ['outcome', () => 'completed', [0, 4]],
  ['outcome', () => 'failed', [2, 3]],
  ['outcome', () => 'expired', []],
])('filters by %s', async (name, value, places) => {
  expect(idsOf(await list(`?${name}=${value()}`))).toEqual(newest(...places))
})

test('filters combine: all of them must hold', async () => {
  const query = `?owner=${other.address}&contributor=${contributor.address}&outcome=failed`
  expect(idsOf(await list(query))).toEqual(newest(2))
  expect(idsOf(await list(query.replace('failed', 'completed')))).toEqual([])
})

test('what it cannot filter by is refused by its name', async () => {
  for (const [name, value] of [
    ['outcome', 'COMPLETED'],
    ['owner', 'me'],
    ['contributor', '0x12'],
  ] as const)
    expectRefused(await world.get(`/api/v1/receipts?${name}=${value}`), 400, name)
})

test('a receipt of a hidden mission is not listed until it is restored', async () => {
  const admin = await world.admin()
  await done(hide(admin, 'mission', issued[3]?.missionId))
  expect(idsOf(await list())).toEqual(newest(0, 1, 2, 4))
  expect(idsOf(await list(`?owner=${owner.address}`))).toEqual(newest(0, 1))
  await done(restore(admin, 'mission', issued[3]?.missionId))
  expect(idsOf(await list())).toEqual(newest(0, 1, 2, 3, 4))
})

test.each([1, 2, 3])('walked by pages of %i while another is issued gives each old one once', async (limit) => {
  const before = idsOf(await list('?limit=100'))
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Json = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    if (cursor === '') await ended(owner, 'abandoned')
    seen.push(...idsOf(page))
    cursor = page.nextCursor
  }
  expect(seen).toEqual(before)
})

test.each([
  ['owner', 'Receipt_list_owner', `0x${'11'.repeat(20)}`],
  ['contributor', 'Receipt_list_contributor', `0x${'11'.repeat(20)}`],
  ['outcome', 'Receipt_list_outcome', 'failed'],
])('the filter of %s is answered by an index that is read in the order of the list', async (filter, index, value) => {
  const sent = recordStatements()
  await list(`?${filter}=${value}`)
  expect(sent).toHaveLength(1)
  // Only the page that was found is sorted, above its limit.
  const limited = (await planOf(world.sql, sent[0] ?? '', AS_IF_MANY)).join('\n').split('Limit')[1]
  expect(limited).toContain(`Index Scan using "${index}"`)
  expect(limited).not.toContain('Sort')
})
