import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSites, POOL_MAX, pageText, type Sites } from '@/tests/serverless/sites'
import { BLOB_TOKEN, type BlobStandIn, startBlobStandIn } from '@/tests/support/blob-store'
import { send } from '@/tests/support/client'
import { freePort } from '@/tests/support/pages-service'
import {
  challengeBody,
  claimedMission,
  completedMission,
  convertedMission,
  missionBody,
  openChallenge,
} from '@/tests/support/story'
import { fileBody, filesOf, samples, sendUpload, sha256 } from '@/tests/support/upload'

const CHAIN = '31337'
const SECRET = 'the schedule of the tests'

const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-serverless-'))
const waitedLog = path.join(folder, 'waited')

let sites: Sites
let blob: BlobStandIn
/** A provider that answers nobody before it is told to. */
const held: http.ServerResponse[] = []
const provider = http.createServer((request, response) => {
  request.resume()
  held.push(response)
})

beforeAll(async () => {
  blob = await startBlobStandIn()
  const port = await freePort()
  await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve))
  sites = await openSites(2, {
    BLOB_READ_WRITE_TOKEN: BLOB_TOKEN,
    VERCEL_BLOB_API_URL: blob.url,
    WAITED_LOG: waitedLog,
    [`RPC_URL_${CHAIN}`]: `http://127.0.0.1:${port}`,
  })
})
afterAll(async () => {
  await sites?.close()
  await blob?.close()
  provider.closeAllConnections()
  provider.close()
  rmSync(folder, { recursive: true, force: true })
})

const baseOf = (which: number): string => sites.instances[which]?.base ?? ''
const pageAt = (which: number, address: string) => pageText(baseOf(which), address)

test('from sign-in to the receipt, by the API, and on its page', async () => {
  const owner = await sites.wallet()
  const { mission, receipt } = await completedMission(owner, await sites.wallet(), await sites.verifier())
  const shown = await sites.get(`/api/v1/receipts/${receipt.id}`)
  expect(shown.body.receipt).toMatchObject({ missionId: mission.id, outcome: 'completed' })
  expect(await pageAt(1, `/receipts/${receipt.id}`)).toContain('Done, and well.')
})

test('a challenge becomes a mission', async () => {
  const mission = await convertedMission(sites, await sites.wallet(), await sites.verifier())
  expect(mission).toMatchObject({ state: 'SEED', source: { chosenSide: { side: 'A' } } })
})

test('a write that is sent again, at another process, is answered by the same bytes', async () => {
  const [here, there] = sites.everywhere(await sites.wallet())
  const key = randomUUID()
  const first = await here?.post('/api/v1/missions', missionBody(), { key })
  const again = await there?.post('/api/v1/missions', missionBody(), { key })
  expect([first?.status, again?.status, again?.headers.get('idempotency-replayed')]).toEqual([201, 200, 'true'])
  expect(again?.text).toBe(first?.text)
})

test('every page shows a write at once, whichever process made it', async () => {
  const owner = await sites.wallet()
  for (let round = 0; round < 5; round += 1) {
    const title = `Is this shown at once, ${round}?`
    await Promise.all(['/', '/challenges', `/wallets/${owner.address}`].map((address) => pageAt(1, address)))
    const { id } = await openChallenge(owner, { title })
    for (const address of ['/', '/challenges', `/wallets/${owner.address}`, `/challenges/${id}`]) {
      expect((await pageAt(1, address)).includes(title), `${address}, ${round}`).toBe(true)
    }
    expect(await pageAt(1, `/challenges/${id}`)).not.toContain('Nobody answered.')
    await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Nobody answered.' })
    expect(await pageAt(1, `/challenges/${id}`)).toContain('Nobody answered.')
  }
})

test('deadlines pass when the schedule calls, and only with its secret', async () => {
  const owner = await sites.wallet()
  const { id } = await openChallenge(owner)
  const call = (secret?: string) =>
    send(sites.base, 'GET', '/api/cron/deadlines', undefined, {
      headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
    })
  sites.passDays(2)
  expect([(await call()).status, (await call('some other secret')).status]).toEqual([401, 401])
  const { rows: before } = await sites.sql.query('SELECT state FROM "Challenge" WHERE id = $1', [id])
  expect(before[0].state).toBe('OPEN')
  expect((await call(SECRET)).status).toBe(200)
  const { rows: after } = await sites.sql.query('SELECT state FROM "Challenge" WHERE id = $1', [id])
  expect(after[0].state).toBe('AWAITING_DECISION')
  sites.setClock(0)
})

test('evidence goes to the blob store and comes back by a signed link', async () => {
  const contributor = await sites.wallet()
  const mission = await claimedMission(await sites.wallet(), contributor)
  const bytes = samples['application/pdf']('from a serverless process')
  const { status, body, text } = await sendUpload(sites.base, contributor, mission.id, fileBody(bytes))
  expect(status, text).toBe(201)
  const [file] = await filesOf(sites.base, mission.id)
  const answer = await blob.fetch(file.downloadUrl)
  expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(body.file.sha256)
  const link = await fetch(`${sites.base}/missions/${mission.id}/files/${body.file.id}`, { redirect: 'manual' })
  expect([link.status, new URL(link.headers.get('location') ?? '').hostname]).toEqual([
    302,
    'teststore.private.blob.vercel-storage.com',
  ])
})

test('the platform is asked to keep the process until a transaction that a write named has been looked up', async () => {
  const waited = () => readFileSync(waitedLog, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)
  const contributor = await sites.wallet()
  const mission = await claimedMission(await sites.wallet(), contributor)
  const txHash = `0x${'7e'.repeat(32)}`
  const before = waited()
  const proof = { kind: 'Transaction', url: 'https://example.org/tx', note: 'Paid.', chainId: CHAIN, txHash }
  const { status, text } = await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proof)
  expect(status, text).toBe(201)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  expect(waited().slice(before.length)).toEqual(['begun'])
  provider.on('request', (_request, response) => response.end('{"jsonrpc":"2.0","id":1,"result":null}'))
  for (const response of held.splice(0)) response.end('{"jsonrpc":"2.0","id":1,"result":null}')
  await expect.poll(() => waited().slice(before.length), { timeout: 30_000 }).toEqual(['begun', 'ended'])
})

test('each process keeps to its few connections, and none of them is in the clear', async () => {
  const owner = await sites.wallet()
  await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const { status } = await owner.post('/api/v1/missions', missionBody({ title: `At once, ${at}` }))
      expect(status).toBe(201)
    }),
  )
  expect(sites.database.refused()).toBe(0)
  expect(sites.database.most()).toBeLessThanOrEqual(POOL_MAX * sites.instances.length)
})

test('what is refused leaves nothing', async () => {
  const owner = await sites.wallet()
  const refused = await owner.post('/api/v1/challenges', challengeBody({ title: 'x' }))
  expect([refused.status, refused.body.error.field]).toEqual([400, 'title'])
})
