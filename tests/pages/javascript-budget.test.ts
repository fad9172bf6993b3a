import { afterAll, beforeAll, expect, test } from 'vitest'
import { barePageBytes, gzipBytes } from '@/tests/support/bare-page'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { makeRecords, type Records } from '@/tests/support/site-pages'

/** What a public page may load beyond a bare Next page (performance.md). */
const OVER_BARE_BYTES_MAX = 15_000

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
]

test.for(PAGES)('%s loads at most 15 kB more JavaScript than a bare page', async ([name, pathOf]) => {
  const { page, goto } = await browser.open()
  await goto('about:blank')
  // A cache that is warm from the page before would hide nothing here, but a cold one is what a first visitor has.
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await goto(pathOf(records))
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all([...scripts.values()].map(async (body) => gzipBytes(await body)))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`${name}: ${bytes} bytes in ${sizes.length} scripts; a bare page: ${bareBytes}`)
  await page.context().close()
  expect(bareBytes).toBeGreaterThan(100_000)
  expect(bytes - bareBytes).toBeLessThanOrEqual(OVER_BARE_BYTES_MAX)
})
