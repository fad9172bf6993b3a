import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { overflow } from '@/tests/support/axe'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { signInByClicks } from '@/tests/support/pages-steps'

// That no page is wider than its screen is held in every-page.test.ts.

let browser: TestBrowser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

test('the header holds everything on a small phone, for somebody who is signed in too', async () => {
  const { page, wallets } = await browser.open({ viewport: { width: 320, height: 640 }, wallets: [{}] })
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  const name = page.getByRole('banner').getByText('Trellis', { exact: true })
  expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
})

test('the queue of verifiers is one step from every page', async () => {
  const { page } = await browser.open({ path: '/verify', viewport: { width: 360, height: 740 } })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Review' }).click()
  await page.waitForURL('**/review')
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
})
