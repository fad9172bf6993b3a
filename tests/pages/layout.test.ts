import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signIn } from '@/tests/support/client'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { signInByClicks } from '@/tests/support/pages-steps'
import { makeRecords, sitePages } from '@/tests/support/site-pages'
import { challengeBody, missionBody } from '@/tests/support/story'

const WIDTHS = [320, 360, 768]
const word = (length: number) => 'W'.repeat(length)
const url = (length: number) => `https://${'a'.repeat(50)}.example/${'b'.repeat(length)}`

let browser: TestBrowser
let paths: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  const owner = await signIn(browser.base)
  const challenge = challengeBody({
    title: word(140),
    prompt: word(400),
    contenderA: word(80),
    contenderB: word(80),
    rewardDescription: word(200),
    submissions: [
      { side: 'A', url: url(300) },
      { side: 'B', url: url(300) },
    ],
  })
  const mission = missionBody({
    title: word(140),
    summary: word(400),
    requiredProof: word(400),
    rewardTerms: word(200),
    milestones: [{ title: word(140), required: true, amount: '9'.repeat(30) }],
  })
  const one = await owner.post('/api/v1/challenges', challenge)
  const other = await owner.post('/api/v1/missions', mission)
  expect([one.status, other.status]).toEqual([201, 201])
  paths = [
    ...sitePages(await makeRecords()),
    '/no-such-page',
    `/challenges/${one.body.challenge.id}`,
    `/missions/${other.body.mission.id}`,
    `/wallets/${owner.address}`,
  ]
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

/** How far the page can be pushed sideways, in px. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.for(WIDTHS)(
  'no page is wider than a screen of %d px, however long the words in it are',
  { timeout: 120_000 },
  async (width) => {
    const { page, goto, expectFault } = await browser.open({ viewport: { width, height: 740 } })
    expectFault(/status of 404/)
    const wide: string[] = []
    for (const path of paths) {
      await goto(path)
      if ((await overflow(page)) > 0) wide.push(path)
    }
    expect(wide).toEqual([])
  },
)

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
