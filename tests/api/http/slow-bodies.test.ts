import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { openSession } from '@/tests/support/session'
import {
  challengeBody,
  claimedMission,
  dayFromNow,
  draftChallenge,
  proofBody,
  seedMission,
} from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { BOUNDARY, fileBody, objectsIn } from '@/tests/support/upload'
import { openWire, type WireAnswer } from '@/tests/support/wire'
import { openWorld, type World } from '@/tests/support/world'

// A write belongs to the moment when its body is complete: a client that sends slowly does not write into the past.

const DAY_SECONDS = 86_400

let world: World
let owner: Actor
let other: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, other] = await Promise.all([openSession(world.base, world.sql), openSession(world.base, world.sql)])
})
beforeEach(() => setNoon(0))
afterAll(() => world.close())

/** Noon UTC after so many days from today: the day does not end while a test runs. */
const setNoon = (days: number) =>
  world.setClock((Date.parse(`${dayFromNow(0)}T12:00:00Z`) - Date.now()) / 1000 + days * DAY_SECONDS)
const today = () => dayFromNow(0)
const tomorrow = () => dayFromNow(1)

interface Slow {
  readonly path: string
  readonly body: string | Buffer
  readonly type?: string
  readonly more?: readonly string[]
  readonly who?: Actor
}

/**
 * Sends a write of which half the body comes after something else. The service asks for the body ("100 Continue") once it
 * has begun to work on the request.
 */
async function sendAround(
  meanwhile: () => void | Promise<void>,
  { path, body, type = 'application/json', more = [], who = other }: Slow,
): Promise<WireAnswer> {
  const bytes = Buffer.from(body)
  const wire = await openWire(world.base)
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${who.authorization.authorization}`,
    `Idempotency-Key: ${randomUUID()}`,
    `Content-Type: ${type}`,
    `Content-Length: ${bytes.length}`,
    'Expect: 100-continue',
    ...more,
  ]
  wire.send(`${head.join('\r\n')}\r\n\r\n`)
  await until(() => wire.received().includes('100 Continue'), 'the service asked for the body')
  wire.send(bytes.subarray(0, bytes.length / 2))
  await meanwhile()
  wire.send(bytes.subarray(bytes.length / 2))
  const [answer] = await wire.answers(1)
  wire.destroy()
  if (!answer) throw new Error('There was no answer.')
  return answer
}

const sendOverMidnight = (slow: Slow) => sendAround(() => setNoon(1), slow)

const read = async (id: string): Promise<Json> => (await world.get(`/api/v1/missions/${id}`)).body.mission
const stored = () => objectsIn(process.env.EVIDENCE_DIR ?? '')
const codeOf = ({ status, body }: WireAnswer) => [status, JSON.parse(body).error?.code]

test.each<[string, readonly string[]]>([
  ['a claim', []],
  ['the dry run of a claim', ['Dry-Run: ?1']],
])('%s that is complete after the day of the deadline is refused', async (_what, more) => {
  const { id } = await seedMission(owner, { deadline: today() })
  const answer = await sendOverMidnight({ path: `/api/v1/missions/${id}/claim`, body: '{}', more })
  expect(codeOf(answer)).toEqual([409, 'conflict'])
  expect(await read(id)).toMatchObject({ state: 'SEED', contributorWallet: null })
})

test('a response link that is complete after the day for responses is refused', async () => {
  const { id } = await draftChallenge(owner, challengeBody({ submissionDeadline: today() }))
  const body = JSON.stringify({ side: 'A', url: 'https://example.org/late' })
  const answer = await sendOverMidnight({ path: `/api/v1/challenges/${id}/submissions`, body })
  expect(codeOf(answer)).toEqual([409, 'conflict'])
  expect((await world.get(`/api/v1/challenges/${id}`)).body.challenge.submissions.A).toBeNull()
})

test('a proof that is complete after the day of the deadline is late', async () => {
  const { milestones } = await claimedMission(owner, other, { deadline: today() })
  const path = `/api/v1/milestones/${milestones[0].id}/proof`
  const { status, body } = await sendOverMidnight({ path, body: JSON.stringify(proofBody) })
  expect(status, body).toBe(201)
  const { proof } = JSON.parse(body)
  expect([proof.late, proof.submittedAt.slice(0, 10)]).toEqual([true, tomorrow()])
})

test('a file is added when it has arrived, so no event of the history is older than the one before', async () => {
  const { id } = await claimedMission(owner, other)
  const { status, body } = await sendOverMidnight({
    path: `/api/v1/missions/${id}/files`,
    body: fileBody('It took a while.'),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  })
  expect(status, body).toBe(201)
  const { history } = await read(id)
  expect(JSON.parse(body).file.uploadedAt).toBe(history.at(-1).at)
  expect(history.at(-1)).toMatchObject({ kind: 'file-added', at: expect.stringContaining(tomorrow()) })
})

test.each(['/api/v1/sessions/revoke-all', '/api/v1/auth/signout'])(
  'a file that is complete after %s is 401, and nothing of it is kept',
  async (signOut) => {
    const who = await openSession(world.base, world.sql)
    const { id } = await claimedMission(owner, who)
    const [before, files] = [await read(id), stored()]
    const upload = {
      path: `/api/v1/missions/${id}/files`,
      body: fileBody('It took a while.'),
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      who,
    }
    const answer = await sendAround(async () => {
      expect((await who.post(signOut)).status).toBeLessThan(300)
    }, upload)
    expect(codeOf(answer)).toEqual([401, 'unauthenticated'])
    expect(await read(id)).toEqual(before)
    expect(stored()).toEqual(files)
  },
)
