import { afterAll, beforeAll, expect, test } from 'vitest'
import { barePageBytes, gzipBytes } from '@/tests/support/bare-page'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { makeRecords, type Records, sitePages } from '@/tests/support/site-pages'

/** What a public page may load beyond a bare Next page (performance.md). */
const OVER_BARE_BYTES_MAX = 15_000

/** What a page may fetch by itself once it is at rest: nothing, but for these. */
const AT_REST: readonly { readonly path: RegExp; readonly bytesMax: number; readonly why: string }[] = [
  { path: /^\/(?:receipts\/.+|verify)$/, bytesMax: 90_000, why: 'it checks signatures: hashing and recovery' },
  {
    path: /^\/(?:challenges|missions|projects)\/new$/,
    bytesMax: 90_000,
    why: 'its form checks what is typed by the contract',
  },
]

let browser: TestBrowser
let records: Records
let bareBytes = 0

beforeAll(async () => {
  browser = await launchBrowser()
  records = await makeRecords()
  bareBytes = await barePageBytes()
}, 180_000)
afterAll(() => browser.close())

/** Runs in the page, before its scripts: what waits for rest waits until it is told to go. */
function holdRest(): void {
  const waiting: IdleRequestCallback[] = []
  Reflect.set(window, 'requestIdleCallback', (run: IdleRequestCallback) => waiting.push(run))
  Reflect.set(window, 'goToRest', () => {
    for (const run of waiting.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 })
  })
}

interface Loaded {
  readonly first: number
  readonly atRest: number
}

/** The bytes of script, by gzip, that a page loads by itself with an empty cache: at first, and then at rest. */
async function scriptBytes(path: string): Promise<Loaded> {
  const { page, close } = await browser.open({ path: 'about:blank' })
  const scripts = new Map<string, Promise<Buffer>>()
  let underWay = 0
  page.on('request', () => (underWay += 1))
  page.on('requestfinished', () => (underWay -= 1))
  page.on('requestfailed', () => (underWay -= 1))
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body())
  })
  /** Waits until no more come. */
  const bytes = async () => {
    for (let known = -1; known !== scripts.size || underWay > 0; await page.waitForTimeout(700)) known = scripts.size
    const bodies = await Promise.all(scripts.values())
    return bodies.reduce((sum, body) => sum + gzipBytes(body), 0)
  }
  await page.addInitScript(holdRest)
  await page.goto(path, { waitUntil: 'networkidle' })
  const first = await bytes()
  await page.evaluate(() => Reflect.get(window, 'goToRest')())
  const whole = await bytes()
  await close()
  return { first, atRest: whole - first }
}

/** Of the documentation's many alike pages, three stand for all. */
const DOCS = ['/docs', '/docs/states', '/docs/challenges']
const publicPages = () => sitePages(records).filter((path) => !path.startsWith('/docs') || DOCS.includes(path))

test('every page loads at most 15 kB more JavaScript than a bare page, and at rest no more unless it must', async () => {
  expect(bareBytes).toBeGreaterThan(100_000)
  const pages = publicPages()
  expect(pages).toEqual(expect.arrayContaining(['/', ...DOCS, '/verify', '/review', '/challenges/new']))
  const over: Record<string, Loaded> = {}
  for (const path of pages) {
    const { first, atRest } = await scriptBytes(path)
    over[path] = { first: first - bareBytes, atRest }
  }
  console.table(over)
  for (const [path, { first, atRest }] of Object.entries(over)) {
    expect(first, path).toBeLessThanOrEqual(OVER_BARE_BYTES_MAX)
    expect(atRest, path).toBeLessThanOrEqual(AT_REST.find((row) => row.path.test(path))?.bytesMax ?? 0)
  }
}, 180_000)
