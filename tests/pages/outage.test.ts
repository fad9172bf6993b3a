import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyMigrations } from '@/lib/db/migrate'
import { startThrowawayPostgres } from '@/server/postgres/embedded'
import { expectAccessible, overflow } from '@/tests/support/axe'
import { BROWSER_FLAGS } from '@/tests/support/browser'
import { type DatabaseProxy, openProxy } from '@/tests/support/database-proxy'
import { serviceEnvironment } from '@/tests/support/environment'
import { HANG_MS, PHONE } from '@/tests/support/pages'
import { freePort, type RunningService, startService } from '@/tests/support/pages-service'
import { bundledService } from '@/tests/support/script'
import { sharedService } from '@/tests/support/shared-service'

// The whole service on a database that is taken away.

const PAGES = [
  '/',
  '/challenges',
  '/missions?state=SEED',
  '/review',
  '/challenges/019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e',
]
const FILES = ['/challenges/feed.xml', '/sitemap-challenges-2026-11.xml']

let postgres: Awaited<ReturnType<typeof startThrowawayPostgres>>
let proxy: DatabaseProxy
let service: RunningService
let browser: Browser
let base = ''
const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-outage-'))

async function asOfNewerVersion(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('newer', 'x', '9999_newer', now())`)
  await client.end()
}

beforeAll(async () => {
  postgres = await startThrowawayPostgres({})
  proxy = await openProxy(postgres.url)
  const port = await freePort()
  base = `http://localhost:${port}`
  await applyMigrations(postgres.url)
  await asOfNewerVersion(postgres.url)
  const clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  const settings = { ...serviceEnvironment({ databaseUrl: proxy.url, clockFile, port }), LOG_LEVEL: 'warn' }
  service = await startService(settings, bundledService())
  browser = await chromium.launch({ executablePath: sharedService().chromium, args: BROWSER_FLAGS })
  for (const page of PAGES) await fetch(base + page)
  proxy.cut()
  // A page that was read before may be kept for some seconds.
  const isDown = async (page: string) => expect((await fetch(base + page)).status).toBe(503)
  for (const page of PAGES) await vi.waitFor(() => isDown(page), { timeout: 60_000, interval: 200 })
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await proxy?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a start on the schema of a newer version says so, and leaves it as it is', () => {
  expect(service.said()).toMatch(/^A newer version has already applied 9999_newer; that is left as it is\.$/m)
})

describe('while the database is down', () => {
  test('the log says why', () => {
    expect(service.said()).toMatch(/"level":"warn",.*"fault":"Error: [^"]+","msg":"The storage failed"/)
  })

  test.for(PAGES)('%s says so, with 503 and when to come again', async (page) => {
    const answer = await fetch(base + page, { headers: { accept: 'text/html' } })
    const { headers, status } = answer
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '10', 'no-store'])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    // Of what runs in a page, this one carries the document's own script alone (server/pages/document-script.ts).
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/)
    const html = await answer.text()
    expect(html.match(/<script\b/g)).toHaveLength(1)
    expect(html).toContain('The records do not answer at the moment.')
    expect(html).not.toMatch(/ECONNREFUSED|postgres|127\.0\.0\.1/i)
    const id = headers.get('x-request-id')
    expect(html).toMatch(new RegExp(`<p id="request-number">[^<]*<code[^>]*>${id}</code>`))
    expect(id).toMatch(/^[0-9a-f]{32}$/)
  })

  test.for(FILES)('%s says so in plain text', async (file) => {
    const answer = await fetch(base + file, { headers: { accept: 'application/xml' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
    expect(await answer.text()).toContain('try again in a minute')
  })

  test.for([true, false])('a reader sees it in the look of the site, scripts %s', async (javaScriptEnabled) => {
    const context = await browser.newContext({ baseURL: base, javaScriptEnabled, viewport: PHONE, bypassCSP: false })
    context.setDefaultTimeout(HANG_MS)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto('/challenges?state=OPEN')
    await page.getByRole('heading', { name: 'This page could not be read.' }).waitFor()
    const button = page.getByRole('link', { name: 'Try again' })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    if (javaScriptEnabled) await expectAccessible(page)
    await button.click()
    await page.waitForLoadState()
    expect(new URL(page.url()).search).toBe('?state=OPEN')
    expect(faults).toEqual([])
    await context.close()
  })

  test('what needs no database still answers', async () => {
    for (const fine of ['/docs', '/verify', '/llms.txt', '/no-such-page']) {
      expect((await fetch(base + fine)).status, fine).toBe(fine === '/no-such-page' ? 404 : 200)
    }
  })
})

test('once the database is back, so are the pages', async () => {
  proxy.mend()
  for (const page of PAGES) {
    await expect.poll(async () => (await fetch(base + page)).status).toBeLessThan(500)
  }
})

test('a page whose records stand behind a lock for too long says 503 too, though the database answers', async () => {
  const holder = new pg.Client({ connectionString: postgres.url })
  await holder.connect()
  const challenge = `${base}/challenges/019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e`
  await holder.query('BEGIN; LOCK TABLE "HistoryEvent" IN ACCESS EXCLUSIVE MODE')
  const { status, headers } = await fetch(challenge)
  await holder.end()
  expect([status, headers.get('retry-after')]).toEqual([503, '10'])
  expect((await fetch(challenge)).status).toBe(404)
})
