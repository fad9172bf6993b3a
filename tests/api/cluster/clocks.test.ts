import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NONCE_TTL_MS } from '@/lib/contract/limits'
import { expectRefused } from '@/tests/api/v1/refused'
import { actor, type Json, proveWallet, send, signIn } from '@/tests/support/client'
import { writeClock } from '@/tests/support/clock'
import { SCHEDULE } from '@/tests/support/environment'
import { type Cluster, openCluster, startInstance } from '@/tests/support/instances'
import { withMachineClock } from '@/tests/support/machine-clock'
import { expectMoment } from '@/tests/support/moments'
import { challengeBody, openChallenge } from '@/tests/support/story'
import { freePort } from '@/tests/support/world'

// Two machines whose clocks are an hour ahead and an hour behind that of the database: they agree on the time all the same.

const HOUR = 3_600
const DAY = 24 * HOUR
const SECOND_MS = 1_000

let cluster: Cluster
let fast: string
let slow: string
let files: string[] = []
beforeAll(async () => {
  files = []
  cluster = await openCluster(2, {
    start(environment) {
      const file = `${environment['CLOCK_FILE']}-machine-${environment['PORT']}`
      files.push(file)
      return startInstance(withMachineClock(environment, file, files.length === 1 ? HOUR : -HOUR))
    },
  })
  ;[fast = '', slow = ''] = cluster.instances.map(({ base }) => base)
})
beforeEach(async () => {
  cluster.setClock(0)
  // What asks an instance whether it is ready comes before its visitors.
  for (const base of [fast, slow]) await send(base, 'GET', '/api/v1/challenges')
})
afterAll(() => cluster.close())

/** A wallet that asks to sign in at one instance, and signs in at another. */
async function signInAcross(asked: string, answered: string): Promise<Json> {
  const { account } = await signIn(fast)
  const at = (path: string) => (path.endsWith('/challenge') ? asked : answered)
  const { body } = await proveWallet((path, sent) => send(at(path), 'POST', path, sent), account, 'bearer')
  return body
}

test('whoever asks one to sign in may sign in at the other, and each tells the time of the database', async () => {
  for (const [asked, answered] of [
    [fast, slow],
    [slow, fast],
  ] as const) {
    const began = Date.now()
    const session = await signInAcross(asked, answered)
    expectMoment(session.expiresAt, began, 7 * DAY * SECOND_MS, SECOND_MS)
  }
})

test('what has expired at one has expired at the other', async () => {
  const { account } = await signIn(fast)
  const { body } = await send(fast, 'POST', '/api/v1/auth/challenge', { address: account.address, chainId: 1 })
  cluster.setClock((NONCE_TTL_MS + SECOND_MS) / SECOND_MS)
  const signature = await account.signMessage({ message: body.message })
  expectRefused(await send(slow, 'POST', '/api/v1/auth/verify', { nonce: body.nonce, signature }), 410)
})

test('what an instance records is told to have happened now, also after the clock of its machine stepped', async () => {
  const who = await signIn(slow)
  const owner = actor(slow, who.account, who.token)
  for (const seconds of [-HOUR, 0, 2 * HOUR]) {
    writeClock(files[1] ?? '', seconds)
    // The first question after a step is what it shows by.
    await owner.get('/api/v1/challenges')
    const began = Date.now()
    const { challenge } = (await owner.post('/api/v1/challenges', challengeBody())).body
    expectMoment(challenge.createdAt, began, 0, SECOND_MS)
  }
})

test('the first visitor of a process whose machine is days ahead is judged by the time of the database', async () => {
  const { authorization } = await signIn(slow)
  const port = String(await freePort())
  const environment = { ...cluster.instances[0]?.environment, PORT: port }
  const ahead = await startInstance(withMachineClock(environment, `${files[0]}-ahead`, 8 * DAY))
  try {
    const { body } = await send(ahead.base, 'GET', '/api/auth/session', undefined, { headers: authorization })
    expect(body.session).not.toBeNull()
  } finally {
    await ahead.stop()
  }
})

test('a job that comes first after a step of days persists no deadline and deletes no session before its time', async () => {
  const owner = await signIn(slow)
  const { id } = await openChallenge(owner)
  writeClock(files[1] ?? '', 400 * DAY)
  const { status } = await send(slow, 'GET', '/api/cron/deadlines', undefined, { headers: SCHEDULE })
  writeClock(files[1] ?? '', -HOUR)
  expect(status).toBe(200)
  expect((await send(fast, 'GET', `/api/v1/challenges/${id}`)).body.challenge.state).toBe('OPEN')
  const session = await send(fast, 'GET', '/api/auth/session', undefined, { headers: owner.authorization })
  expect(session.body.session).not.toBeNull()
})

test('a cookie ends with its session, whatever the clock of the machine that reads it says', async () => {
  const { account } = await signIn(fast)
  const { headers } = await proveWallet((path, sent) => send(slow, 'POST', path, sent), account)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  writeClock(files[0] ?? '', 8 * DAY)
  // What a step shows by.
  await send(fast, 'GET', '/api/v1/challenges')
  const read = await send(fast, 'GET', '/api/auth/session', undefined, { headers: { cookie } })
  writeClock(files[0] ?? '', HOUR)
  expect(read.body.session?.address).toBe(account.address)
})
