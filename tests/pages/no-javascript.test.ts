import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_FLAGS } from '@/tests/support/browser'
import { HANG_MS, PHONE } from '@/tests/support/pages'
import { sharedService } from '@/tests/support/shared-service'
import { makeRecords, type Records } from '@/tests/support/site-pages'

const { base, chromium: executablePath } = sharedService()

let browser: Browser
let records: Records
let page: Page

beforeAll(async () => {
  browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS })
  records = await makeRecords()
  page = await (await browser.newContext({ baseURL: base, javaScriptEnabled: false, viewport: PHONE })).newPage()
  page.setDefaultTimeout(HANG_MS)
})
afterAll(() => browser.close())

const main = () => page.getByRole('main')
/** What a person sees there: hidden text does not count. */
const words = async () => (await main().innerText()).replace(/\s+/g, ' ')

/** Pages with words that only stand there when the record itself was rendered. */
const PAGES: readonly (readonly [string, (of: Records) => string, readonly (string | RegExp)[]])[] = [
  ['home', () => '/', ['Which greeting helps a newcomer?', 'How it works', 'See the challenges']],
  ['challenges', () => '/challenges', ['Which greeting helps a newcomer?', 'The short one', /Open/]],
  ['missions', () => '/missions', ['Write the newcomer guide', /Completed/]],
  ['a filtered list', () => '/missions?state=COMPLETED', ['Write the newcomer guide']],
  [
    'a challenge',
    (of) => `/challenges/${of['challenges']}`,
    ['The short one', 'The friendly one', 'UTC', 'Not linked to a discussion yet.'],
  ],
  ['a mission', (of) => `/missions/${of['missions']}`, ['The page is public', 'It is there.', /Completed/]],
  // A phone shows one part of a mission at a time, the one that the address names.
  ...(
    [
      ['commitments', 'Two Saturdays of work.'],
      ['funding', 'Paid for the boards.'],
      ['funding', 'Could not be checked'],
      ['evidence', 'The posts stand.'],
      ['decisions', 'Speaks for it'],
    ] as const
  ).map(
    ([part, words]) =>
      [
        `a mission’s ${part}: ${words}`,
        (of: Records) => `/missions/${of['missionWithParts']}#${part}`,
        ['Mend the fence by the pond', words],
      ] as const,
  ),
  ['a receipt', (of) => `/receipts/${of['receipts']}`, ['Done, and well.', /sha-?256/i]],
  ['a wallet', (of) => `/wallets/${of['wallets']}`, ['Seeds', 'Write the newcomer guide']],
  ['the search', () => '/search?q=newcomer', ['Which greeting helps a newcomer?', 'Write the newcomer guide']],
  ['verify', () => '/verify', ['Checking needs JavaScript here', 'What each check means']],
  ['docs', () => '/docs', ['/api/v1']],
  ['linking a Muse', () => '/muse', ['Linking needs JavaScript', 'The Muse signs a text', 'The Muse posts a line']],
  ['moderation', () => '/moderation', ['Reports and hidden records', 'deletes nothing', 'Outbox', /newest first/i]],
  ['status', () => '/status', ['Community platform', 'Mode', 'Its last calls']],
]

test.for(PAGES)('%s reads well without JavaScript', async ([, pathOf, expected]) => {
  await page.goto(pathOf(records))
  const shown = await words()
  for (const word of expected) expect(shown).toMatch(word)
  expect(shown).not.toMatch(/loading|undefined|\[object/i)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  // What could only disappoint without scripts is not shown.
  expect(await page.getByRole('banner').getByRole('button').count()).toBe(0)
})

test('an address without a record says so, in words of a language, under a title of its own', async () => {
  const response = await page.goto('/challenges/no-such-id')
  expect([response?.status(), await page.title()]).toEqual([404, expect.stringMatching(/^Nothing here · /)])
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await words()).toContain('Nothing grows at this address.')
  await main().getByRole('link', { name: 'All missions' }).click()
  await page.waitForURL('**/missions')
})

test('every place is reached by links alone', async () => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Challenges' }).last().click()
  await page.waitForURL('**/challenges')
  await main().getByRole('link', { name: 'Which greeting helps a newcomer?' }).first().click()
  await page.waitForURL('**/challenges/*-*')
  expect(await words()).toContain('The short one')
})

test('a list is filtered by a form that needs no script', async () => {
  await page.goto('/challenges')
  const filter = main().getByRole('link', { name: /^Open/ }).or(main().getByRole('combobox'))
  expect(await filter.count()).toBeGreaterThan(0)
})
