import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { walletButton } from '@/tests/support/pages-steps'

let browser: TestBrowser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

const isScript = (url: string) => /\/_next\/static\/.*\.js$/.test(new URL(url).pathname)

test('no script of the build is loaded before the words can be painted; then the page works', async () => {
  const { page } = await browser.open({ path: 'about:blank' })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (isScript(request.url())) scripts.push(request.url())
  })
  let release = () => {}
  const styled = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.css', async (route) => {
    await styled
    await route.continue()
  })
  // Nothing is painted while the style sheet is missing. A browser asks for `theme.js` after all that stand before it.
  await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/theme.js')),
    page.goto('/challenges', { waitUntil: 'commit' }),
  ])
  expect(scripts).toEqual([])
  release()
  await page.waitForLoadState()
  await walletButton(page).click()
  await page.getByRole('dialog').waitFor()
  expect(scripts).not.toEqual([])
})

test.for(['/', '/challenges', '/docs', '/review', '/no-such-page'])('%s holds them as data', async (path) => {
  const html = await (await fetch(browser.base + path)).text()
  const scripts = html.match(/<script [^>]*src="[^>]*>/g) ?? []
  expect(scripts.filter((script) => script.includes('/_next/static/')).length).toBeGreaterThan(5)
  expect(scripts.filter((script) => !script.includes('type="text/plain"'))).toEqual(['<script src="/theme.js">'])
  expect(html).not.toContain('as="script"')
})

test('a page that its scripts alone draw is left as it is', async () => {
  const { page, expectFault } = await browser.open({ path: 'about:blank' })
  expectFault(/status of 404/)
  const html = await (await fetch(`${browser.base}/challenges/no-such-id`)).text()
  expect(html).not.toContain('type="text/plain"')
  await page.goto('/challenges/no-such-id')
  await page.getByRole('heading', { level: 1 }).waitFor()
})
