import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { request } from '@/tests/support/request'
import { claimedMission, completedMission, missionBody } from '@/tests/support/story'
import { until } from '@/tests/support/until'
import { fileBody, sendUpload } from '@/tests/support/upload'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`
const STATEMENT = 'Words that belong to nobody else'

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster(1, { environment: { LOG_LEVEL: 'debug' } })
})
afterAll(() => cluster.close())

const written = () => cluster.instances[0]?.log() ?? ''
type Line = Readonly<Record<string, unknown>>
const lines = (): Line[] =>
  written()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))

/** The line of a request, once it is there. */
async function lineOf(id: unknown): Promise<Line> {
  await until(() => lines().some((line) => line['request'] === id), 'the request was logged')
  return lines().find((line) => line['request'] === id) ?? {}
}

/** Whatever takes a second is a warning, on a slow machine too. */
const levelOf = (usual: string, ms: unknown) => (Number(ms) < 1_000 ? usual : 'warn')

test('every answer names its request, which goes on in the trace that it came with', async () => {
  const traced = await request(cluster.base, {
    method: 'GET',
    path: '/api/v1/missions?limit=1&q=secret',
    headers: { traceparent: TRACEPARENT },
  })
  expect(traced.headers['x-request-id']).toBe(TRACE)
  const { ms, time, ...line } = await lineOf(TRACE)
  expect(line).toEqual({
    level: levelOf('debug', ms),
    request: TRACE,
    method: 'GET',
    route: '/api/v1/missions',
    operation: 'listMissions',
    status: 200,
    msg: 'request',
  })
  expect(typeof ms).toBe('number')
  expect(new Date(String(time)).toISOString()).toBe(time)
  for (const path of ['/api/health', '/api/nothing', '/api/v1/missions/nothing']) {
    const { headers } = await request(cluster.base, { method: 'GET', path })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
    expect((await lineOf(headers['x-request-id']))['method']).toBe('GET')
  }
})

test('a write tells who, by the ends of the wallet, and a refusal why', async () => {
  const owner = await cluster.wallet()
  const { status, headers } = await owner.post('/api/v1/missions', missionBody())
  expect(status).toBe(201)
  const short = `${owner.address.slice(0, 6)}…${owner.address.slice(-4)}`
  const line = await lineOf(headers.get('x-request-id'))
  expect(line).toMatchObject({
    level: levelOf('info', line['ms']),
    route: '/api/v1/missions',
    operation: 'createMission',
    status: 201,
    wallet: short,
  })
  const refused = await owner.post('/api/v1/missions', missionBody({ title: '' }))
  const refusal = await lineOf(refused.headers.get('x-request-id'))
  expect(refusal).toMatchObject({
    level: levelOf('info', refusal['ms']),
    status: 400,
    code: 'invalid_request',
    wallet: short,
  })
})

test('no secret, body, address or whole wallet is ever written', async () => {
  const [owner, contributor, verifier] = [await cluster.wallet(), await cluster.wallet(), await cluster.verifier()]
  const title = `A title like no other ${randomUUID()}`
  await completedMission(owner, contributor, verifier, { title, summary: STATEMENT })
  await request(cluster.base, { method: 'GET', path: `/api/v1/missions?q=${encodeURIComponent(title)}` })
  const last = await owner.post('/api/v1/missions', missionBody())
  await lineOf(last.headers.get('x-request-id'))
  const log = written()
  const env = cluster.instances[0]?.environment ?? {}
  const secrets = [env['SESSION_SECRET'], env['SERVICE_PRIVATE_KEY'], env['CRON_SECRET'], env['DATABASE_URL']]
  const private_ = [title, STATEMENT, owner.token, owner.address, contributor.address, verifier.address, '127.0.0.1']
  for (const words of [...secrets, ...private_]) expect(log.includes(String(words)), String(words)).toBe(false)
  const known = new Set(contracts.map(({ path }) => path))
  for (const line of lines()) if (line['route']) expect(known).toContain(line['route'])
})

test('why the folder of evidence files fails is told, without a path', async () => {
  const [owner, contributor] = [await cluster.wallet(), await cluster.wallet()]
  const mission = await claimedMission(owner, contributor)
  const upload = async () => (await sendUpload(cluster.base, contributor, mission.id, fileBody('words'))).status
  const folder = cluster.instances[0]?.environment['EVIDENCE_DIR'] ?? ''
  const told = () => lines().filter(({ msg }) => msg === 'The folder of evidence files failed')

  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, '')
  expect(await upload()).toBe(503)
  rmSync(folder)
  expect(await upload()).toBe(201)
  renameSync(folder, `${folder}-away`)
  expect(await upload()).toBe(503)
  renameSync(`${folder}-away`, folder)
  await until(() => told().length === 2, 'both were told')
  expect(told()).toMatchObject([
    { level: 'error', fault: 'mkdir: EEXIST' },
    { level: 'error', fault: 'there is no .trellis-evidence in it' },
  ])
})
