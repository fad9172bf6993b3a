import { beforeEach, describe, expect, test } from 'vitest'
import { checkEnvironment } from '@/lib/env'
import { nextDelay } from '@/server/back-off'
import { sharesOf, unreadBytesMax, workerCount } from '@/server/concurrency'
import { withoutLoader } from '@/server/workers'

const GIGABYTE = 1024 ** 3

function configure(settings: Record<string, string>): void {
  for (const name of [
    'WEB_CONCURRENCY',
    'DATABASE_POOL_MAX',
    'CONNECTIONS_MAX',
    'CONNECTIONS_PER_ADDRESS_MAX',
    'TRUSTED_PROXY_HOPS',
  ])
    delete process.env[name]
  Object.assign(process.env, {
    DATABASE_URL: 'postgres://nobody@127.0.0.1/nothing',
    SESSION_SECRET: 'a secret of forty characters for tests only',
    SERVICE_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    ...settings,
  })
  checkEnvironment()
}

beforeEach(() => configure({}))

test('what clients leave unread takes an eighth of the memory of a process, and 96 MB at most', () => {
  const onMachine = (gigabytes: number) => unreadBytesMax({ cores: 2, memoryBytes: gigabytes * GIGABYTE }) / 1024 ** 2
  expect([onMachine(64), onMachine(0.75), onMachine(0.5)]).toEqual([96, 96, 64])
  configure({ WEB_CONCURRENCY: '4' })
  expect([onMachine(64), onMachine(1)]).toEqual([96, 32])
})

describe('how many processes answer', () => {
  const onMachine = (cores: number, gigabytes: number) => workerCount({ cores, memoryBytes: gigabytes * GIGABYTE })

  test('is the number of cores, as far as the memory goes; one where there is little', () => {
    expect([onMachine(4, 8), onMachine(1, 8), onMachine(64, 12), onMachine(4, 1.4), onMachine(2, 0.5)]).toEqual([
      4, 1, 16, 1, 1,
    ])
  })

  test('is what WEB_CONCURRENCY says', () => {
    configure({ WEB_CONCURRENCY: '3' })
    expect(onMachine(1, 0.5)).toBe(3)
  })

  test('is no more than may connect to the database', () => {
    configure({ DATABASE_POOL_MAX: '10' })
    expect(onMachine(64, 64)).toBe(4)
    configure({ DATABASE_POOL_MAX: '2' })
    expect(onMachine(64, 64)).toBe(1)
    configure({ DATABASE_POOL_MAX: '10', WEB_CONCURRENCY: '8' })
    expect(() => onMachine(64, 64)).toThrow('WEB_CONCURRENCY is 8, but DATABASE_POOL_MAX is 10: set it to 18 or more')
  })
})

describe('what is allowed to the service is divided', () => {
  test.for([2, 3, 4])('connections to the database, among %i workers and the primary', (workers) => {
    for (let allowed = 2 * (workers + 1); allowed < 100; allowed++) {
      configure({ DATABASE_POOL_MAX: String(allowed) })
      const { primary, worker, total } = sharesOf(workers)
      expect(total).toBe(primary + workers * Number(worker['DATABASE_POOL_MAX']))
      expect([total <= allowed, primary >= 2, Number(worker['DATABASE_POOL_MAX']) >= 2]).toEqual([true, true, true])
    }
  })

  test('where nothing is set, all processes leave room on a Postgres as it comes', () => {
    expect([2, 4, 16, 38].map((workers) => sharesOf(workers).total)).toEqual([20, 36, 68, 78])
  })

  test('where nothing is set, they do so on a machine of any size', () => {
    for (let cores = 2; cores <= 512; cores++) {
      const workers = workerCount({ cores, memoryBytes: cores * GIGABYTE })
      expect(workers).toBe(Math.min(cores, 39))
      expect(sharesOf(workers).total).toBeLessThanOrEqual(80)
    }
  })

  test('workers that are asked for by WEB_CONCURRENCY alone have two connections each, however many they are', () => {
    configure({ WEB_CONCURRENCY: '64' })
    expect(workerCount({ cores: 2, memoryBytes: GIGABYTE })).toBe(64)
    expect(sharesOf(64).total).toBe(130)
  })

  test('connections of clients, and those of one network', () => {
    expect(sharesOf(3).worker).toMatchObject({ CONNECTIONS_MAX: '667', CONNECTIONS_PER_ADDRESS_MAX: '86' })
    expect(sharesOf(64).worker).toMatchObject({ CONNECTIONS_PER_ADDRESS_MAX: '16' })
    configure({ TRUSTED_PROXY_HOPS: '1' })
    expect(sharesOf(3).worker).toMatchObject({ CONNECTIONS_PER_ADDRESS_MAX: '0' })
  })
})

test('a worker that keeps ending is started ever later; one that lived for a minute is started soon', () => {
  let delay = 0
  const delays = Array.from({ length: 9 }, () => {
    delay = nextDelay(delay, 1_000)
    return delay
  })
  expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(nextDelay(delay, 60_000)).toBe(250)
})

test('a worker is given the arguments of its primary, but for the TypeScript loader', () => {
  expect(withoutLoader(['--import', 'tsx'])).toEqual([])
  const others = ['--max-old-space-size=300', '--import', './own.mjs']
  expect(withoutLoader(['--import', 'tsx', ...others])).toEqual(others)
  expect(withoutLoader([...others, '--import', 'tsx'])).toEqual(others)
})
