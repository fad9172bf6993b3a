import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBlobStore } from '@/lib/evidence/blob-store'
import { sweepUploads } from '@/lib/evidence/uploads'
import { BLOB_TOKEN, type BlobStandIn, type Mood, startBlobStandIn } from '@/tests/support/blob-store'
import type { Actor, Json } from '@/tests/support/client'
import { expectMoment } from '@/tests/support/moments'
import { look } from '@/tests/support/race'
import { claimedMission } from '@/tests/support/story'
import { ENDINGS, fileBody, filesOf, follow, samples, sendUpload, sha256 } from '@/tests/support/upload'
import { expectError } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

const HOUR = 3600

let blob: BlobStandIn
let world: World
let contributor: Actor
let mission: Json
beforeAll(async () => {
  blob = await startBlobStandIn()
  world = await openWorld({
    environment: { BLOB_READ_WRITE_TOKEN: BLOB_TOKEN, VERCEL_BLOB_API_URL: blob.url },
  })
  contributor = await world.wallet()
  mission = await claimedMission(await world.wallet(), contributor)
})
afterEach(() => {
  blob.mood('well')
  world.setClock(0)
})
afterAll(async () => {
  await world.close()
  await blob.close()
})

const send = (bytes: Uint8Array) => sendUpload(world.base, contributor, mission.id, fileBody(bytes))
const pending = async () => (await look(world, 'SELECT count(*)::int AS n FROM "EvidenceUpload"')).n
const recorded = async () => (await look(world, 'SELECT count(*)::int AS n FROM "EvidenceFile"')).n

test.each(Object.entries(samples))(
  'a file of type %s goes to the private store and comes back by a signed URL',
  async (type, sample) => {
    const bytes = sample('kept elsewhere')
    const { status, body, text } = await send(bytes)
    expect(status, text).toBe(201)
    const ending = Object.entries(ENDINGS).find(([known]) => known === type)?.[1]
    const name = `evidence-${body.file.id}.${ending}`
    expect(blob.blobs.get(name)).toEqual({ bytes, contentType: type, access: 'private' })

    const began = Date.now()
    const { downloadUrl, expiresAt } = (await filesOf(world.base, mission.id)).find(({ id }) => id === body.file.id)
    const url = new URL(downloadUrl)
    expect(url.origin).toBe('https://teststore.private.blob.vercel-storage.com')
    expect(Number(url.searchParams.get('vercel-blob-valid-until'))).toBe(Date.parse(expiresAt))
    expectMoment(expiresAt, began, 600_000)
    expect(downloadUrl).not.toContain(BLOB_TOKEN)
    const answer = await blob.fetch(downloadUrl)
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}"`])
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(body.file.sha256)
  },
)

test('a signed URL holds for its object alone, and a changed one for none', async () => {
  const [one, other] = await filesOf(world.base, mission.id)
  const swapped = one.downloadUrl.replace(one.id, other.id)
  const prolonged = one.downloadUrl.replace(/valid-until=\d/, 'valid-until=9')
  for (const url of [swapped, prolonged]) expect((await blob.fetch(url)).status).toBe(403)
})

test('one read token serves many lists', async () => {
  const asked = () => blob.calls.get('POST /signed-token') ?? 0
  const before = asked()
  for (let again = 0; again < 5; again++) await filesOf(world.base, mission.id)
  expect(asked()).toBe(before)
  expect(before).toBe(1)
})

test('readers who come while a read token is asked for wait for the same answer; one that failed is asked for again', async () => {
  const asked = () => blob.calls.get('POST /signed-token') ?? 0
  const refused = createBlobStore(`${BLOB_TOKEN}ofnobody`)
  const read = () => refused.links([{ id: mission.id, contentType: 'text/plain' }])
  const before = asked()
  const answers = await Promise.allSettled([read(), read(), read()])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(asked()).toBe(before + 1)
  await expect(read()).rejects.toThrow('cannot be reached')
  expect(asked()).toBe(before + 2)
  // The store's own token is another one, which was put aside for that.
  await Promise.all(Array.from({ length: 5 }, () => filesOf(world.base, mission.id)))
  expect(asked()).toBe(before + 3)
})

test('5 MB pass through, and a file that is refused is removed from the store', async () => {
  const full = Buffer.alloc(5 * 1024 * 1024, 'b')
  const { status, body } = await send(full)
  expect(status).toBe(201)
  expect(sha256(blob.blobs.get(`evidence-${body.file.id}.txt`)?.bytes ?? Buffer.alloc(0))).toBe(sha256(full))
  const before = blob.blobs.size
  expectError(await send(Buffer.concat([full, full])), 413, 'payload_too_large')
  expectError(
    await send(Buffer.concat([Buffer.alloc(400_000, 'b'), Buffer.from([0xff])])),
    400,
    'invalid_request',
    'file',
  )
  expect([blob.blobs.size, await pending()]).toEqual([before, 0])
})

test.each<Mood>(['silent', 'broken', 'refusing', 'cutting'])(
  'a %s store is 503 by itself, and nothing is recorded',
  async (mood) => {
    const before = await recorded()
    blob.mood(mood)
    // The store never answers while this waits.
    expectError(await send(samples['image/png']('lost')), 503, 'unavailable')
    expect(await recorded()).toBe(before)
    blob.mood('well')
    world.setClock(2 * HOUR)
    await sweepUploads()
    expect(await pending()).toBe(0)
    expect((await send(samples['image/png']('found again'))).status).toBe(201)
  },
)

test('while the store is away the sweep forgets nothing', async () => {
  await world.sql.query(
    `INSERT INTO "EvidenceUpload" VALUES ('019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e', 'image/png', now() - interval '2 hours', NULL)`,
  )
  blob.mood('refusing')
  await expect(sweepUploads()).rejects.toThrow('cannot be reached')
  expect(await pending()).toBe(1)
  blob.mood('well')
  await sweepUploads()
  expect(await pending()).toBe(0)
})

test('the service’s own links lead nowhere here', async () => {
  const [file] = await filesOf(world.base, mission.id)
  const path = `${world.base}/api/v1/files/${file.id}?expires=${Date.now() + 60_000}&signature=${'a'.repeat(43)}`
  expectError(await follow(world.base, path), 403, 'forbidden')
})
