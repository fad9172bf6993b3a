import { afterEach, expect, test } from 'vitest'
import { type Cluster, openCluster } from '@/tests/support/instances'
import { type Collector, openCollector } from '@/tests/support/otlp-collector'
import { missionBody } from '@/tests/support/story'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const SERVER = 2
const ERROR = 2

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function openTraced(collector: Collector, more: Record<string, string> = {}): Promise<Cluster> {
  open.push(collector)
  const cluster = await openCluster(1, {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'a service', ...more },
  })
  open.push(cluster)
  return cluster
}

test('a request is a span of its sender’s trace, by its route, and what it asked of the database are spans below it', async () => {
  const collector = await openCollector()
  const cluster = await openTraced(collector)
  const owner = await cluster.wallet()
  const body = missionBody({ title: 'A title that nobody traces' })
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
  const reply = await owner.post('/api/v1/missions', body, { headers })
  expect([reply.status, reply.headers.get('x-request-id')]).toEqual([201, TRACE])
  await cluster.instances[0]?.stop()

  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE)
  const [served] = spans.filter(({ kind }) => kind === SERVER)
  expect(served).toMatchObject({
    name: 'POST /api/v1/missions',
    parentSpanId: PARENT,
    service: 'a service',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/missions',
      'http.response.status_code': 201,
      'trellis.operation': 'createMission',
    },
  })
  const below = spans.filter(({ parentSpanId }) => parentSpanId === served?.spanId)
  expect(below.length).toBe(spans.length - 1)
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['INSERT', 'COMMIT']))
  expect(new Set(below.map(({ attributes }) => attributes['db.system.name']))).toEqual(new Set(['postgresql']))
  const told = JSON.stringify(collector.spans)
  for (const secret of [owner.address, owner.token, body.title]) expect(told).not.toContain(secret)
})

test('a request without a trace begins one, by the id that its answer tells; a refusal is no error, a fault of ours is', async () => {
  const collector = await openCollector()
  const cluster = await openTraced(collector)
  const missing = await cluster.get('/api/v1/missions/01a20846-fcff-7040-a290-a3cae4feb6e8?secret=word')
  await cluster.sql.query('ALTER TABLE "Mission" RENAME TO "Lost"')
  const failed = await cluster.get('/api/v1/missions')
  expect([missing.status, failed.status]).toEqual([404, 500])
  await cluster.instances[0]?.stop()
  const spanOf = (id: string | null) => collector.spans.find(({ traceId, kind }) => traceId === id && kind === SERVER)
  const [ofMissing, ofFailed] = [missing, failed].map(({ headers }) => spanOf(headers.get('x-request-id')))
  expect(ofMissing).toMatchObject({ name: 'GET /api/v1/missions/{id}' })
  expect(ofMissing?.parentSpanId ?? '').toBe('')
  expect(ofMissing?.status.code).not.toBe(ERROR)
  expect(ofFailed?.status.code).toBe(ERROR)
  expect(JSON.stringify(collector.spans)).not.toContain('secret')
})

test.each([
  ['that answers nothing', () => openCollector(true)],
  [
    'that is not there',
    async () => {
      const collector = await openCollector()
      await collector.close()
      return { ...collector, close: async () => undefined }
    },
  ],
])('a collector %s is nothing that anybody who asks the service notices', async (_, openOne) => {
  const cluster = await openTraced(await openOne())
  const owner = await cluster.wallet()
  const answers = await Promise.all(Array.from({ length: 20 }, () => owner.post('/api/v1/missions', missionBody())))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(await cluster.instances[0]?.stop(), 'and it ends as ever').toBe(0)
})
