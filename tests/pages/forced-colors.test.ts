import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { findings } from '@/tests/support/axe'
import { signIn } from '@/tests/support/client'
import { testBrowser } from '@/tests/support/pages'
import { makeRecords, recordPaths } from '@/tests/support/site-pages'
import { openChallenge } from '@/tests/support/story'

// High contrast: a reader's few colours take the place of ours, and backgrounds and shadows are gone (CSS Color Adjustment §3).

const browser = testBrowser()

const styleOf = (element: Locator, property: string) =>
  element.evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property)

test.for(['light', 'dark'] as const)('axe finds nothing in a reader’s own colours (%s)', async (colorScheme) => {
  const paths = ['/', '/challenges', '/missions/new', ...recordPaths(await makeRecords())]
  const { page, goto } = await browser.open({ path: '/verify' })
  await page.emulateMedia({ colorScheme, forcedColors: 'active' })
  const found: string[] = []
  for (const path of paths) {
    await goto(path)
    found.push(...(await findings(page, path, 'contrast')))
  }
  expect(found).toEqual([])
})

test('where one is, and the one thing to do, are seen without any colour of ours', async () => {
  const { page } = await browser.open({ path: '/challenges' })
  await page.emulateMedia({ forcedColors: 'active' })
  const main = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  const [here, elsewhere] = [
    main.getByRole('link', { name: 'Challenges' }),
    main.getByRole('link', { name: 'Missions' }),
  ]
  expect(await styleOf(here, 'background-color')).not.toBe(await styleOf(elsewhere, 'background-color'))
  expect(await styleOf(elsewhere, 'border-bottom-color')).toBe(await styleOf(page.locator('body'), 'background-color'))
  const filters = page.getByRole('main').getByRole('link')
  const [all, open] = [filters.filter({ hasText: 'All states' }), filters.filter({ hasText: /^Open$/ })]
  expect(await styleOf(all, 'background-color')).not.toBe(await styleOf(open, 'background-color'))
  const challenge = await openChallenge(await signIn(browser.base))
  await page.goto(`/challenges/${challenge.id}`)
  const tab = page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link').first()
  expect(await styleOf(tab, 'border-bottom-color')).toBe(await styleOf(page.locator('body'), 'background-color'))
  await page.goto('/')
  const [first, second] = ['See the challenges', 'Find a mission'].map((name) => page.getByRole('link', { name }))
  if (!first || !second) throw new Error('Nothing to do.')
  expect(await styleOf(first, 'background-color')).not.toBe(await styleOf(second, 'background-color'))
  expect(await styleOf(second, 'border-top-style')).toBe('solid')
})
