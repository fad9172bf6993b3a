import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '@/server/process-lock'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { startLoad } from '@/tests/support/load'
import { childrenOf } from '@/tests/support/processes'
import type { Instance } from '@/tests/support/programs'
import { request } from '@/tests/support/request'
import { missionBody } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { freePort } from '@/tests/support/world'

const CLIENTS = 6
const WRITES = 20
/** Each process takes a while to start on a busy machine. */
const TIMEOUT_MS = 400_000

const start = (environment: Record<string, string>) => startInstance(environment, 'worker-service')

let cluster: Cluster
let service: Instance
beforeAll(async () => {
  cluster = await openCluster(1, {
    start,
    environment: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', UV_THREADPOOL_SIZE: '' },
  })
  service = cluster.instances[0] as Instance // the only one
})
afterAll(async () => {
  await service.stop()
  await cluster.close()
})

const workers = () => childrenOf(service.pid, 'worker-service.mjs')
const health = () => request(cluster.base, { method: 'GET', path: '/api/health' })

test(
  'whichever worker is killed, the other answers, and no acknowledged write is lost or doubled',
  async () => {
    const first = workers()
    expect(first).toHaveLength(2)
    const load = startLoad(cluster.base, await cluster.wallets(CLIENTS))
    const written = async () => {
      const before = load.acknowledged.size
      await until(() => load.acknowledged.size >= before + WRITES, 'writes were acknowledged')
    }
    for (const worker of first) {
      await written()
      process.kill(worker, 'SIGKILL')
      await written()
      await until(() => workers().length === 2, 'another worker was started')
    }
    await load.end()
    expect(load.broken()).toBeGreaterThan(0)
    await load.expectExactlyOnce(cluster.sql)
    expect(
      service
        .log()
        .match(/"level":"warn".*"Worker \d ended: it was ended by SIGKILL\. Another one is started in 250 ms\."/g),
    ).toHaveLength(2)
  },
  TIMEOUT_MS,
)

test(
  'a worker that dies while a connection is on its way to it is replaced, and the service ends when it is asked to',
  async () => {
    // More patience than this test has, for the end of the worker that is still starting.
    const patient = JSON.stringify({
      everyMs: 1_000,
      silentRounds: 10_000,
      startRounds: 10_000,
      drainMs: 10 * TIMEOUT_MS,
    })
    const own = await openCluster(1, { start, environment: { WEB_CONCURRENCY: '2', WORKER_PATIENCE: patient } })
    try {
      const [{ pid, stop }] = own.instances as [Instance]
      const [dying = 0, other] = childrenOf(pid, 'worker-service.mjs')
      // It is given one connection, which it never takes; the other worker answers the rest.
      process.kill(dying, 'SIGSTOP')
      let answered = 0
      const asked = Array.from({ length: 4 }, () =>
        request(own.base, { method: 'GET', path: '/api/health' }).then(
          () => (answered += 1),
          () => undefined,
        ),
      )
      await until(() => answered === asked.length - 1, 'the other worker answered')
      process.kill(dying, 'SIGKILL')
      const isReplaced = () => {
        const now = childrenOf(pid, 'worker-service.mjs')
        return now.length === 2 && !now.includes(dying) && now.includes(other ?? 0)
      }
      await until(isReplaced, 'another worker was started')
      expect(await stop()).toBe(0)
      await Promise.all(asked)
      expect(answered).toBe(asked.length - 1)
    } finally {
      await own.close()
    }
  },
  TIMEOUT_MS,
)

test(
  'on SIGHUP the workers are replaced one by one, and no request fails',
  async () => {
    const before = workers()
    const load = startLoad(cluster.base, await cluster.wallets(CLIENTS))
    await until(() => load.acknowledged.size >= WRITES, 'writes were acknowledged')
    process.kill(service.pid, 'SIGHUP')
    await expect.poll(() => service.log(), { timeout: TIMEOUT_MS }).toContain('The workers were replaced.')
    const after = workers()
    expect(after.filter((worker) => before.includes(worker))).toEqual([])
    expect(after).toHaveLength(2)
    await load.end()
    expect([load.broken(), load.refused()]).toEqual([0, 0])
    await load.expectExactlyOnce(cluster.sql)
  },
  TIMEOUT_MS,
)

test(
  'asked to end while clients write, the service lets them finish, and nothing of it is left',
  async () => {
    const left = workers()
    const load = startLoad(cluster.base, await cluster.wallets(CLIENTS))
    await until(() => load.acknowledged.size >= WRITES, 'writes were acknowledged')
    expect(await service.stop()).toBe(0)
    expect(left.filter(isAlive)).toEqual([])
    service = await start(service.environment)
    await load.end()
    await load.expectExactlyOnce(cluster.sql)
  },
  TIMEOUT_MS,
)

test('a worker has threads beside those that a folder and a resolver may keep', () => {
  for (const pid of workers()) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('UV_THREADPOOL_SIZE=8\0')
})

test('workers end when the primary is killed', async () => {
  const left = workers()
  expect(left).toHaveLength(2)
  await service.kill()
  await until(() => !left.some(isAlive), 'the workers ended')
  await expect(health()).rejects.toThrow()
})

test(
  'asked twice to end, the service ends at once, and a worker that hangs with it',
  async () => {
    const own = await openCluster(1, { start, environment: { WEB_CONCURRENCY: '2' } })
    try {
      const [{ pid }] = own.instances as [Instance]
      const left = childrenOf(pid, 'worker-service.mjs')
      expect(left).toHaveLength(2)
      process.kill(left[0] ?? 0, 'SIGSTOP')
      // One that follows at once counts as the same.
      const askToEnd = () => isAlive(pid) && process.kill(pid, 'SIGTERM')
      await until(() => !askToEnd(), 'the primary ended')
      await until(() => !left.some(isAlive), 'the workers ended')
    } finally {
      await own.close()
    }
  },
  TIMEOUT_MS,
)

test('a service whose workers cannot listen says why, once, and ends', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  try {
    const taken = { ...service.environment, PORT: String(port) }
    const failed = await start(taken).catch((error: Error) => error.message)
    expect(String(failed).match(/[a-z]+ EADDRINUSE/g)).toHaveLength(1)
  } finally {
    other.close()
  }
})

/** Less patience than the service has. A worker gets no time to start, or all of it. */
const patience = (startRounds: number) =>
  JSON.stringify({ everyMs: 250, silentRounds: 12, startRounds, drainMs: TIMEOUT_MS })

test(
  'a worker that hangs is killed, and another one is started',
  async () => {
    const hasty = await openCluster(1, {
      start,
      environment: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', WORKER_PATIENCE: patience(10_000) },
    })
    try {
      const [{ pid, log }] = hasty.instances as [Instance]
      const [hung = 0] = childrenOf(pid, 'worker-service.mjs')
      process.kill(hung, 'SIGSTOP')
      await until(() => !isAlive(hung), 'the worker that hung was killed')
      await until(() => childrenOf(pid, 'worker-service.mjs').length === 2, 'another one was started')
      expect(log()).toMatch(/Worker \d ended: it hung and was killed\. Another one is started/)
      // On a busy machine the other worker may be silent for as long, too, and end with what it was asked.
      const answers = () =>
        hasty.get('/api/health').then(
          ({ status }) => status === 200,
          () => false,
        )
      await until(answers, 'the service answers')
    } finally {
      await hasty.close()
    }
  },
  TIMEOUT_MS,
)

test('a service whose workers hang before they listen says so and ends', async () => {
  const hanging = { ...service.environment, WORKER_HANGS: 'yes', WORKER_PATIENCE: patience(4) }
  const failed = await start(hanging).catch((error: Error) => error.message)
  expect(String(failed)).toContain('it did not listen in time and was killed.')
})

test(
  'a log for which there is no room fails no write and ends no process',
  async () => {
    const full = openSync('/dev/full', 'w')
    const silent = await openCluster(1, {
      start: (environment) => startInstance(environment, 'worker-service', full),
      environment: { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' },
    })
    closeSync(full)
    try {
      const [{ pid, stop }] = silent.instances as [Instance]
      const owner = await silent.wallet()
      const written = await owner.post('/api/v1/missions', missionBody())
      expect(written.status, written.text).toBe(201)
      expect((await silent.get('/api/v1/no-such-path')).status).toBe(404)
      const [killed = 0, other] = childrenOf(pid, 'worker-service.mjs')
      process.kill(killed, 'SIGKILL')
      const started = () =>
        childrenOf(pid, 'worker-service.mjs').filter((worker) => worker !== other && worker !== killed)
      await until(() => started().length === 1, 'another worker was started')
      expect(await stop()).toBe(0)
    } finally {
      await silent.close()
    }
  },
  TIMEOUT_MS,
)
