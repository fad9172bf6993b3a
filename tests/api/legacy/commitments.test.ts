import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, commitmentBody, project } from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { created } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let wallet: Actor
let id: string
beforeAll(async () => {
  world = await openWorld()
  ;[owner, wallet] = await Promise.all([world.wallet(), world.wallet()])
  id = (await project(owner)).id
})
afterAll(() => world.close())

test.each([
  ['work', {}],
  ['funds', { amount: '12.5', currency: 'USDC' }],
  ['resources', { url: 'https://example.org/a-server' }],
])('a pledge of %s is recorded as it was said', async (kind, more) => {
  const said = { ...commitmentBody(), kind, ...more }
  const { commitment } = await created(wallet.post(at(id, 'commitments'), said))
  expect(commitment).toEqual({
    id: expect.any(String),
    amount: null,
    currency: null,
    url: null,
    ...said,
    committedBy: wallet.address,
    committedAt: expect.any(String),
  })
})

test('the owner may pledge too, and two wallets may pledge the same', async () => {
  const same = commitmentBody()
  for (const who of [owner, wallet]) await created(who.post(at(id, 'commitments'), same))
  expectRefused(await owner.post(at(id, 'commitments'), same), 409)
  await created(owner.post(at(id, 'commitments'), { ...same, amount: '1' }))
})

test('nothing is moved by a pledge of funds: no check, no payment, no Seeds', async () => {
  const mine = await project(owner)
  await created(
    wallet.post(at(mine.id, 'commitments'), commitmentBody({ kind: 'funds', amount: '5', currency: 'ETH' })),
  )
  const { rows } = await world.sql.query(
    'SELECT 1 FROM "Payment" UNION ALL SELECT 1 FROM "SeedEntry" UNION ALL SELECT 1 FROM "TransactionCheck"',
  )
  expect(rows).toEqual([])
})

test.each<[string, object]>([
  ['kind', { kind: undefined }],
  ['kind', { kind: 'Work' }],
  ['kind', { kind: 'votes' }],
  ['description', { description: undefined }],
  ['description', { description: '  ' }],
  ['description', { description: 'x'.repeat(2001) }],
  ['description', { description: 'a\u0000b' }],
  ['amount', { amount: 12 }],
  ['amount', { amount: '-1' }],
  ['amount', { amount: '1e3' }],
  ['currency', { currency: '' }],
  ['currency', { currency: 'U\nSD' }],
  ['url', { url: 'http://example.org/' }],
  ['url', { url: 'example.org' }],
  ['url', { url: 'https://127.0.0.1/' }],
  ['url', { url: 'https://0x7f.1/' }],
  ['url', { url: 'https://[::1]/' }],
  ['url', { url: 'https://server.internal/' }],
])('a commitment is refused that names %s wrongly: %j', async (field, over) => {
  expectRefused(await wallet.post(at(id, 'commitments'), commitmentBody(over)), 400, field)
})
