import { afterAll, beforeAll, expect, test } from 'vitest'
import { barePageBytes, gzipBytes } from '@/tests/support/bare-page'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { makeRecords, type Records } from '@/tests/support/site-pages'

/** What a public page may load beyond a bare Next page (performance.md). */
const OVER_BARE_BYTES_MAX = 15_000

/** A receipt's signatures are checked in the browser: hashing and recovery load when the page is at rest. */
const AT_REST_BYTES_MAX: Readonly<Record<string, number>> = { 'a receipt': 90_000, verify: 90_000 }

let browser: TestBrowser
let records: Records
let bareBytes = 0

beforeAll(async () => {
  browser = await launchBrowser()
  records = await makeRecords()
  bareBytes = await barePageBytes()
}, 180_000)
afterAll(() => browser.close())

const PAGES: readonly (readonly [string, (of: Records) => string])[] = [
  ['home', () => '/'],
  ['challenges', () => '/challenges'],
  ['missions', () => '/missions'],
  ['a challenge', (of) => `/challenges/${of['challenges']}`],
  ['a mission', (of) => `/missions/${of['missions']}`],
  ['a receipt', (of) => `/receipts/${of['receipts']}`],
  ['a wallet', (of) => `/wallets/${of['wallets']}`],
  ['verify', () => '/verify'],
  ['docs', () => '/docs'],
  ['linking a Muse', () => '/muse'],
  ['moderation', () => '/moderation'],
  ['status', () => '/status'],
]

/**
 * The bytes of script, by gzip, that a page loads by itself with an empty cache.
 * @param atRest whether what the page does once it is at rest counts too.
 */
async function scriptBytes(path: string, atRest: boolean): Promise<number> {
  const { page, close } = await browser.open({ path: 'about:blank' })
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  if (!atRest) await page.addInitScript(() => Reflect.set(window, 'requestIdleCallback', () => 0))
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all([...scripts.values()].map(async (body) => gzipBytes(await body)))
  await close()
  return sizes.reduce((sum, size) => sum + size, 0)
}

test.for(PAGES)('%s loads at most 15 kB more JavaScript than a bare page', async ([name, pathOf]) => {
  const bytes = await scriptBytes(pathOf(records), false)
  console.log(`${name}: ${bytes - bareBytes} bytes over a bare page’s ${bareBytes}`)
  expect(bareBytes).toBeGreaterThan(100_000)
  expect(bytes - bareBytes).toBeLessThanOrEqual(OVER_BARE_BYTES_MAX)
})

test.for(PAGES)('%s loads no more at rest, unless it checks signatures', async ([name, pathOf]) => {
  const path = pathOf(records)
  const bytes = (await scriptBytes(path, true)) - (await scriptBytes(path, false))
  expect(bytes).toBeLessThanOrEqual(AT_REST_BYTES_MAX[name] ?? 0)
})
