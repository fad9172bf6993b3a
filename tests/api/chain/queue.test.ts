import { EventEmitter, once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { unheardHash } from '@/tests/api/chain/looked-up'
import { repeatWhenUnavailable, send } from '@/tests/support/client'
import { SCHEDULE } from '@/tests/support/environment'
import { type Evm, startEvm } from '@/tests/support/evm'
import { FAULTS, type Provider, startProvider } from '@/tests/support/evm-provider'
import { type Cluster, openCluster } from '@/tests/support/instances'

const CHAIN_ID = 31337
const DUE_COUNT = 60
const SOMEBODY = '0x00000000000000000000000000000000DeaDBeef'
/** A process that takes a check has so long, as the service decided. */
const LEASE_SECONDS = 60

let evm: Evm
let provider: Provider
let cluster: Cluster
beforeAll(async () => {
  evm = await startEvm(CHAIN_ID)
  provider = await startProvider(evm.url)
  repeatWhenUnavailable()
  cluster = await openCluster(2, { environment: { [`RPC_URL_${CHAIN_ID}`]: provider.url } })
})
afterAll(() => Promise.all([cluster?.close(), evm?.stop(), provider?.close()]))
afterEach(async () => {
  provider.honest()
  provider.calls.clear()
  await cluster.sql.query('DELETE FROM "TransactionCheck"')
  cluster.setClock(0)
})

const cron = (which: 0 | 1) =>
  send(cluster.instances[which]?.base ?? '', 'GET', '/api/cron/deadlines', undefined, {
    headers: SCHEDULE,
  })

/** Transactions that records have named, each due now. */
async function ask(hashes: readonly string[], chainId = CHAIN_ID): Promise<void> {
  await cluster.sql.query(
    `INSERT INTO "TransactionCheck" ("recordId", "chainId", "txHash", status, "askedAt", "nextCheckAt")
     SELECT gen_random_uuid(), $1, hash, 'unavailable', now(), now() - interval '1 second' FROM unnest($2::text[]) hash`,
    [String(chainId), hashes],
  )
}

/** Rounds, until so many are looked up: on a busy machine the provider may have been too late for some in the first. */
async function untilLookedUp(count: number): Promise<void> {
  let elapsedSeconds = 0
  const look = async () => {
    elapsedSeconds += LEASE_SECONDS + 1
    cluster.setClock(elapsedSeconds)
    await cron(0)
    return (await statuses())['not-found']
  }
  await expect.poll(look, { timeout: 60_000 }).toBe(count)
}

const hashes = (count: number) => Array.from({ length: count }, unheardHash)

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await cluster.sql.query('SELECT status, count(*)::int AS n FROM "TransactionCheck" GROUP BY status')
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

test('schedules of both processes at once look every transaction up, each of them once', async () => {
  await ask(hashes(DUE_COUNT))
  const asked: string[] = []
  provider.lie('eth_getTransactionByHash', (result, [hash]) => {
    asked.push(hash)
    return result
  })
  const replies = await Promise.all([cron(0), cron(1), cron(0), cron(1)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(asked).size, 'none is asked about twice in a round').toBe(asked.length)
  await untilLookedUp(DUE_COUNT)
})

test('a transaction that many records name is asked about once in a round, and each of them is answered', async () => {
  const [first, second] = [unheardHash(), unheardHash()]
  await ask([...Array.from({ length: 20 }, () => first), second])
  await cron(0)
  expect(provider.calls.get('eth_getTransactionByHash')).toBe(2)
  expect(await statuses()).toEqual({ 'not-found': 21 })
})

test('a transaction that was just named is looked up among the first, however many that nobody knows have been due longer or since', async () => {
  const fresh = unheardHash()
  await cluster.sql.query(
    `INSERT INTO "TransactionCheck" ("recordId", "chainId", "txHash", status, "askedAt", "nextCheckAt")
     SELECT gen_random_uuid(), $1, hash, 'not-found'::"CheckStatus", now() - interval '9 days', now() - interval '1 second' * n
       FROM unnest($2::text[]) WITH ORDINALITY old (hash, n)
     UNION ALL SELECT gen_random_uuid(), $1, $3, 'pending', now() - interval '1 minute', now() - interval '20 seconds'`,
    [String(CHAIN_ID), hashes(DUE_COUNT), fresh],
  )
  const asked: string[] = []
  provider.lie('eth_getTransactionByHash', (result, [hash]) => {
    asked.push(hash)
    return result
  })
  await cron(0)
  expect(asked.slice(0, 8)).toContain(fresh)
})

/** What a rollup tells of a transaction of its own: nobody signed it, so that its hash proves nothing here. */
const OF_ROLLUP = {
  type: '0x7e',
  ...{
    from: SOMEBODY,
    to: SOMEBODY,
    value: '0x0',
    input: '0x',
    nonce: '0x0',
    gas: '0x0',
    r: '0x0',
    s: '0x0',
    v: '0x0',
  },
}

test('transactions of which nothing can be believed end no round, are not called missing, and are given up after thirty days', async () => {
  await ask(hashes(DUE_COUNT))
  provider.lie('eth_getTransactionByHash', (_result, [hash]) => ({ ...OF_ROLLUP, hash }))
  await cron(0)
  expect(provider.calls.get('eth_getTransactionByHash')).toBeGreaterThan(DUE_COUNT / 2)
  expect(await statuses()).toEqual({ unavailable: DUE_COUNT })
  await cluster.sql.query(
    `UPDATE "TransactionCheck" SET "nextCheckAt" = now() - interval '1 second',
      "askedAt" = now() - CASE WHEN "txHash" < '0x8' THEN interval '31 days' ELSE interval '20 days' END`,
  )
  let elapsedSeconds = 0
  const unsettled = async () => {
    cluster.setClock(elapsedSeconds)
    await cron(0)
    elapsedSeconds += 7 * 3600
    const { rows } = await cluster.sql.query(
      `SELECT count(*)::int AS n FROM "TransactionCheck" WHERE ("nextCheckAt" IS NULL) <> ("txHash" < '0x8')`,
    )
    return rows[0].n
  }
  await expect.poll(unsettled, { timeout: 60_000 }).toBe(0)
  expect(await statuses()).toEqual({ unavailable: DUE_COUNT })
})

test('a transaction that very many records have named last takes no more than one place of the newest', async () => {
  const [many, ...fresh] = hashes(4)
  await cluster.sql.query(
    `INSERT INTO "TransactionCheck" ("recordId", "chainId", "txHash", status, "askedAt", "nextCheckAt")
     SELECT gen_random_uuid(), $1, hash, 'not-found'::"CheckStatus", now() - interval '9 days', now() - interval '1 hour'
       FROM unnest($2::text[]) hash
     UNION ALL SELECT gen_random_uuid(), $1, hash, 'pending', now() - interval '1 minute', now() - interval '30 seconds'
       FROM unnest($3::text[]) hash
     UNION ALL SELECT gen_random_uuid(), $1, $4, 'pending', now(), now() - interval '20 seconds' FROM generate_series(1, 50)`,
    [String(CHAIN_ID), hashes(DUE_COUNT), fresh, many],
  )
  const asked: string[] = []
  provider.lie('eth_getTransactionByHash', (result, [hash]) => {
    asked.push(hash)
    return result
  })
  await cron(0)
  expect(asked.slice(0, 8)).toEqual(expect.arrayContaining([many, ...fresh]))
})

test('what is not due is left alone, and what waits for a provider that nobody configured costs nothing', async () => {
  await ask(hashes(3), 424242)
  await ask(hashes(2))
  await cron(0)
  expect(await statuses()).toEqual({ 'not-found': 2, unavailable: 3 })
  provider.calls.clear()
  await cron(1)
  expect(provider.calls.size).toBe(0)
})

test('a dead provider ends the round early, however much is due', async () => {
  await ask(hashes(DUE_COUNT))
  provider.behave(FAULTS.dead)
  await cron(0)
  expect(provider.calls.get('eth_getTransactionByHash')).toBeLessThan(DUE_COUNT / 2)
  expect(await statuses()).toEqual({ unavailable: DUE_COUNT })
  provider.honest()
  await cron(0)
  await untilLookedUp(DUE_COUNT)
})

test('what a check found is not written for a record that has asked again meanwhile, maybe for another payee', async () => {
  await ask(hashes(1))
  const answer = new EventEmitter()
  provider.lie('eth_getTransactionByHash', async (result) => {
    answer.emit('held')
    await once(answer, 'released')
    return result
  })
  const isHeld = once(answer, 'held')
  const round = cron(0)
  await isHeld
  await cluster.sql.query(
    `UPDATE "TransactionCheck" SET "askedAt" = "askedAt" + interval '1 second', "nextCheckAt" = now() + interval '30 seconds'`,
  )
  answer.emit('released')
  await round
  expect(await statuses()).toEqual({ unavailable: 1 })
  provider.honest()
  cluster.setClock(31)
  await cron(0)
  expect(await statuses()).toEqual({ 'not-found': 1 })
})

test('what a check finds is written although the one before it was dated by a clock that was ahead', async () => {
  await ask(hashes(1))
  await cluster.sql.query(`UPDATE "TransactionCheck" SET "checkedAt" = now() + interval '10 minutes'`)
  await cron(0)
  expect(await statuses()).toEqual({ 'not-found': 1 })
})

test('a check whose process is killed meanwhile is taken by another when its time is over', async () => {
  await ask(hashes(1))
  provider.behave(FAULTS.silent)
  const lost = cron(0).catch(() => null)
  await expect.poll(() => provider.calls.get('eth_getTransactionByHash') ?? 0).toBe(1)
  await cluster.instances[0]?.kill()
  await lost
  provider.honest()
  await cron(1)
  expect(await statuses(), 'it is still taken').toEqual({ unavailable: 1 })
  cluster.setClock(LEASE_SECONDS + 1)
  await cron(1)
  expect(await statuses()).toEqual({ 'not-found': 1 })
})
