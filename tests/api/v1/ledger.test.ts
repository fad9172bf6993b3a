import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Json } from '@/tests/support/client'
import { unsoundIn } from '@/tests/support/sound'
import { completedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

/** docs/decisions.md#receipts-history-seeds, word for word. */
const ENTRY = [
  'id',
  'wallet',
  'amount',
  'kind',
  'missionId',
  'challengeId',
  'proofId',
  'reversesId',
  'evidenceHash',
  'createdAt',
]

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const fresh = () => privateKeyToAccount(generatePrivateKey()).address
const path = (wallet: string, query = '') => `/api/v1/rewards/wallet/${wallet}${query}`
const ledger = async (wallet: string, query = '') => (await world.get(path(wallet, query))).body

/** Lines put straight into the ledger, each by itself. @returns their ids. */
async function credit(wallet: string, ...amounts: number[]): Promise<number[]> {
  const { rows } = await world.sql.query(
    `INSERT INTO "SeedEntry" (wallet, amount, kind, "evidenceHash", "createdAt")
     SELECT $1, amount, 'mission-completed', repeat('a', 64), now() FROM unnest($2::int[]) AS amount RETURNING id`,
    [wallet, amounts],
  )
  return rows.map(({ id }) => id)
}

function reverse(wallet: string, id: number, amount: number) {
  return world.sql.query(
    `INSERT INTO "SeedEntry" (wallet, amount, kind, "reversesId", "evidenceHash", "createdAt")
     VALUES ($1, $2, 'reversal', $3, repeat('b', 64), now())`,
    [wallet, -amount, id],
  )
}

test('a completed mission leaves two lines in the ledger of its contributor', async () => {
  const contributor = await world.wallet()
  const { mission } = await completedMission(await world.wallet(), contributor, await world.verifier())
  const { status, body } = await world.get(path(contributor.address))
  expect(status).toBe(200)
  expect(body).toEqual({
    wallet: contributor.address,
    balance: 30,
    entries: [
      expect.objectContaining({ kind: 'mission-completed', amount: 20 }),
      expect.objectContaining({ kind: 'milestone-verified', amount: 10 }),
    ],
    nextCursor: null,
  })
  for (const entry of body.entries) {
    expect(Object.keys(entry)).toEqual(ENTRY)
    expect(entry).toMatchObject({
      wallet: contributor.address,
      missionId: mission.id,
      challengeId: null,
      reversesId: null,
    })
  }
})

test('a wallet that nobody knows has an empty ledger', async () => {
  const wallet = fresh()
  expect(await ledger(wallet)).toEqual({ wallet, balance: 0, entries: [], nextCursor: null })
})

test('a wallet is found in any case of its address, and shown in EIP-55', async () => {
  const wallet = fresh()
  await credit(wallet, 7)
  for (const spelled of [wallet.toLowerCase(), `0x${wallet.slice(2).toUpperCase()}`, wallet]) {
    expect(await ledger(spelled)).toMatchObject({ wallet, balance: 7 })
  }
})

test.each([
  'nope',
  '0x',
  '0x12',
  `${fresh()}0`,
  fresh().slice(2),
  '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '%00',
  'vitalik.eth',
])('the address %s names no wallet', async (address) => expectRefused(await world.get(path(address)), 404))

test('the balance is the sum of every line, not of the page', async () => {
  const wallet = fresh()
  await credit(wallet, ...Array.from({ length: 25 }, (_, index) => index + 1))
  const { balance, entries, nextCursor } = await ledger(wallet, '?limit=3')
  expect({ balance, shown: entries.length }).toEqual({ balance: 325, shown: 3 })
  expect(nextCursor).not.toBeNull()
})

test('a walk by cursor gives every line once, newest first, also while lines are added', async () => {
  const wallet = fresh()
  const ids = await credit(wallet, ...Array(25).fill(1))
  const seen: number[] = []
  let query = '?limit=4'
  for (let page = 0; page < 10 && query !== ''; page++) {
    const { entries, nextCursor } = await ledger(wallet, query)
    seen.push(...entries.map((entry: Json) => entry.id))
    await credit(wallet, 1)
    query = nextCursor === null ? '' : `?limit=4&cursor=${nextCursor}`
  }
  expect(seen).toEqual(ids.toReversed())
})

test('the default page has 20 lines', async () => {
  const wallet = fresh()
  await credit(wallet, ...Array(21).fill(1))
  expect((await ledger(wallet)).entries).toHaveLength(20)
})

test.each<[string, string]>([
  ['limit', '?limit=0'],
  ['limit', '?limit=101'],
  ['limit', '?limit=x'],
  ['cursor', '?cursor=!'],
  ['cursor', `?cursor=${Buffer.from('0x10').toString('base64url')}`],
  ['cursor', `?cursor=${Buffer.from('99999999999').toString('base64url')}`],
  ['cursor', `?cursor=${Buffer.from('-1').toString('base64url')}`],
  ['cursor', `?cursor=${Buffer.from('019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e').toString('base64url')}`],
])('a wrong %s is refused by its name: %s', async (field, query) => {
  expectRefused(await world.get(path(fresh(), query)), 400, field)
})

test('a reversal is a line of its own: the first stays, the sum falls', async () => {
  const wallet = fresh()
  const [id = 0] = await credit(wallet, 10, 5)
  await reverse(wallet, id, 10)
  const { balance, entries } = await ledger(wallet)
  expect(balance).toBe(5)
  expect(entries.map(({ amount, kind, reversesId }: Json) => [amount, kind, reversesId])).toEqual([
    [-10, 'reversal', id],
    [5, 'mission-completed', null],
    [10, 'mission-completed', null],
  ])
})

test('the database lets no line be reversed twice and no balance become negative', async () => {
  const wallet = fresh()
  const [id = 0] = await credit(wallet, 10, 30)
  await reverse(wallet, id, 10)
  await expect(reverse(wallet, id, 10)).rejects.toThrow(/unique/)
  const [small = 0] = await credit(wallet, 1)
  await expect(reverse(wallet, small, 32)).rejects.toThrow(/negative/)
  expect((await ledger(wallet)).balance).toBe(31)
})

test('lines that are added at once, of two wallets in either order, all count', async () => {
  const [one, other] = [fresh(), fresh()]
  const both = (first: string, second: string) =>
    world.sql.query(
      `INSERT INTO "SeedEntry" (wallet, amount, kind, "evidenceHash", "createdAt")
       SELECT wallet, 5, 'mission-completed', repeat('a', 64), now() FROM unnest($1::text[]) AS wallet`,
      [[first, second, first]],
    )
  await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? both(one, other) : both(other, one))))
  expect([(await ledger(one)).balance, (await ledger(other)).balance]).toEqual([150, 150])
  expect(await unsoundIn(world.databaseUrl)).toEqual([])
})

test('of two reversals at once that together take more than there is, one is refused', async () => {
  const wallet = fresh()
  const [first = 0, second = 0] = await credit(wallet, 10, 10)
  const done = await Promise.allSettled([reverse(wallet, first, 15), reverse(wallet, second, 15)])
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await ledger(wallet)).balance).toBe(5)
})

test('a balance is written by the ledger alone, whoever asks the database', async () => {
  const wallet = fresh()
  await credit(wallet, 10)
  for (const statement of [
    `UPDATE "SeedBalance" SET balance = 1000`,
    `INSERT INTO "SeedBalance" VALUES ('0x0', 1000, 1)`,
    `DELETE FROM "SeedBalance"`,
    `TRUNCATE "SeedBalance"`,
  ])
    await expect(world.sql.query(statement), statement).rejects.toMatchObject({ code: '23001' })
  expect((await ledger(wallet)).balance).toBe(10)
})
