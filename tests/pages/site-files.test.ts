import { beforeAll, describe, expect, test } from 'vitest'
import { openSharedDatabase, sharedService } from '@/tests/support/shared-service'
import { makeRecords, type Records } from '@/tests/support/site-pages'

const { base } = sharedService()
const NO_RECORD = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47]

let records: Records

beforeAll(async () => {
  records = await makeRecords()
})

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers })

/** Every file that is made of one record, as the rest of the record's address. */
const RECORD_FILES = [
  ['challenges', 'picture.png', 'image/png'],
  ['challenges', 'deadlines.ics', 'text/calendar; charset=utf-8'],
  ['missions', 'picture.png', 'image/png'],
  ['missions', 'deadlines.ics', 'text/calendar; charset=utf-8'],
  ['receipts', 'picture.png', 'image/png'],
  ['receipts', 'receipt.json', 'application/json'],
  ['receipts', 'receipt.html', 'text/html; charset=utf-8'],
] as const

const SITE_FILES = [
  ['/picture.png', 'image/png'],
  ['/challenges/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/missions/feed.xml', 'application/atom+xml; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/sitemap-pages.xml', 'application/xml; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/trellis.json', 'application/json'],
] as const

describe.for(RECORD_FILES)('%s: %s', ([kind, file, type]) => {
  test('is made of the record, and asked for again with its ETag is not sent again', async () => {
    const path = `/${kind}/${records[kind]}/${file}`
    const whole = await ask(path)
    expect([whole.status, whole.headers.get('content-type')], path).toEqual([200, type])
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(100)
    // A cache does not tell a title for long after a moderator hid it.
    expect(whole.headers.get('cache-control')).toMatch(/^public, (?:no-cache|max-age=60)$/)
    const again = await ask(path, { 'if-none-match': whole.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test('is absent where there is no such record', async () => {
    for (const id of [NO_RECORD, 'no-such-id', '%00'])
      expect((await ask(`/${kind}/${id}/${file}`)).status, id).toBe(404)
  })
})

test.for(SITE_FILES)('%s is served as %s', async ([path, type]) => {
  const answer = await ask(path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  expect(answer.headers.get('etag')).not.toBeNull()
  expect(answer.headers.get('cache-control')).toMatch(/^public, /)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
})

test('every page names its picture, and the picture is one of 1200 × 630', async () => {
  for (const kind of ['challenges', 'missions', 'receipts']) {
    const html = await (await ask(`/${kind}/${records[kind]}`)).text()
    const [, url = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(url).toBe(`${base}/${kind}/${records[kind]}/picture.png`)
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect([...bytes.subarray(0, 4)]).toEqual(PNG_HEAD)
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect(html).toContain('type="application/atom+xml"')
  }
})

const locations = async (path: string) =>
  [...(await (await ask(path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)

test('the sitemap leads to every record by way of its month, and knows no other', async () => {
  const chunks = await locations('/sitemap.xml')
  const urls = (await Promise.all(chunks.map((url) => locations(new URL(url).pathname)))).flat()
  for (const kind of ['challenges', 'missions', 'receipts']) expect(urls).toContain(`${base}/${kind}/${records[kind]}`)
  expect(urls).toContain(`${base}/docs/states`)
  for (const wrong of ['/sitemap-challenges-2026-13.xml', '/sitemap-wallets-2026-11.xml', '/sitemap-.xml']) {
    expect((await ask(wrong)).status, wrong).toBe(404)
  }
})

test('an id that names no moment of the past adds no month to the sitemap', async () => {
  const sql = openSharedDatabase()
  const before = await locations('/sitemap.xml')
  const copy = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
  try {
    await sql.query(
      `INSERT INTO "Mission" SELECT (json_populate_record(m, json_build_object('id', $2::text, 'challengeId', null))).*
         FROM "Mission" m WHERE m.id = $1::uuid`,
      [records.missions, copy],
    )
    expect(await locations('/sitemap.xml')).toEqual(before)
  } finally {
    await sql.query('DELETE FROM "Mission" WHERE id = $1', [copy])
    await sql.end()
  }
})

test('robots may read everything public, and the sitemap names the pages', async () => {
  const robots = await (await ask('/robots.txt')).text()
  expect(robots).toMatch(/Allow: \//)
  expect(robots).toContain(`Sitemap: ${base}/sitemap.xml`)
})

test('the earlier address of the page of errors and limits leads to the present one', async () => {
  const { status, headers } = await fetch(`${base}/docs/refusals-and-limits`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([308, '/docs/errors-and-limits'])
})
