import { beforeAll, expect, test } from 'vitest'
import { signIn } from '@/tests/support/client'
import { createHold } from '@/tests/support/hold'
import { testBrowser } from '@/tests/support/pages'
import { openChallenge } from '@/tests/support/story'

// Links within the site are plain elements of the page; one island follows them all.

const browser = testBrowser()
let path: string
beforeAll(async () => {
  path = `/challenges/${(await openChallenge(await signIn(browser.base))).id}`
})

/** Until the scripts of the page run: only they tell how far away a day is. */
const openRunning = async () => {
  const opened = await browser.open({ path })
  await opened.page
    .getByRole('main')
    .getByText(/\(in \d+ /)
    .first()
    .waitFor()
  await opened.page.evaluate(() => Object.assign(window, { isSame: true }))
  return { ...opened, isSame: () => opened.page.evaluate(() => 'isSame' in window) }
}

test('a link leads to its page within the same document, and a line grows while that loads', async () => {
  const { page, isSame } = await openRunning()
  const { held, release } = createHold()
  await page.route('**/wallets/**', async (route) => {
    await held
    await route.continue()
  })
  const owner = page.getByRole('region', { name: 'History' }).locator('a[href^="/wallets/"]').last()
  const target = (await owner.getAttribute('href')) ?? ''
  await owner.click()
  await page.locator('.link-pending').waitFor({ state: 'attached' })
  expect(new URL(page.url()).pathname).toBe(path)
  release()
  await page.waitForURL(`**${target}`)
  await page.locator('.link-pending').waitFor({ state: 'detached' })
  expect(await isSame()).toBe(true)
  await page.goBack()
  await page.waitForURL(`**${path}`)
  expect(await isSame()).toBe(true)
})

test('what a click does with a key held, and a link to a file or a part of the page, is left to the browser', async () => {
  const { page, context, isSame } = await openRunning()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('banner')
      .getByRole('link', { name: 'Missions' })
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await opened.waitForURL('**/missions')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to a calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.ics$/)
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'History' }).click()
  await page.waitForURL(`**${path}#history`)
  expect(await isSame()).toBe(true)
})
