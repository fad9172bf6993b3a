import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { challengeFields, fill, missionFields, press } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'

// A fault of a form is at its cause: the focus goes there, and it ends when its cause does.

let browser: TestBrowser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
const isWrong = async (place: Locator) => (await place.getAttribute('aria-invalid')) === 'true'

test('the fault of a response link has the focus, goes when the link is corrected, and never moves to the other side', async () => {
  const { page } = await openAs(browser, '/challenges/new')
  await fill(page, challengeFields)
  await page.getByText('The responses stand already').click()
  const [a, b] = [page.getByLabel(/^Response of side A/), page.getByLabel(/^Response of side B/)]
  await a.fill('nowhere')
  await b.fill('https://example.org/b')
  await press(page, 'Publish this challenge')
  await expect.poll(() => isFocused(a)).toBe(true)
  expect([await isWrong(a), await isWrong(b)]).toEqual([true, false])
  await a.fill('')
  expect([await isWrong(a), await isWrong(b)], 'the link of side B is the first of the list now').toEqual([
    false,
    false,
  ])
  await a.fill('nowhere')
  expect(await isWrong(a)).toBe(true)
  await a.fill('https://example.org/a')
  expect([await isWrong(a), await isWrong(b)]).toEqual([false, false])
})

test('that no milestone is required is told until one is', async () => {
  const { page } = await openAs(browser, '/missions/new')
  await fill(page, missionFields)
  const required = page.getByRole('checkbox', { name: 'Required' })
  await required.uncheck()
  await press(page, 'Publish this mission')
  const milestones = page.getByRole('group', { name: 'Milestones' })
  const fault = milestones.getByText('At least one milestone must be required.')
  await fault.waitFor()
  expect(await isFocused(milestones)).toBe(true)
  await required.check()
  await fault.waitFor({ state: 'detached' })
})
