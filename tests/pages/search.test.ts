import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { claimedMission, draftChallenge, missionBody } from '@/tests/support/story'

const browser = testBrowser()
let owner: Actor
let challenge: Json
beforeAll(async () => {
  owner = await signIn(browser.base)
  challenge = await draftChallenge(owner, {
    title: 'Which quincunx is best?',
    prompt: 'Ask the gardener of five trees.',
  })
})

test('“/” and Ctrl-K open the search anywhere, and it leads to what is found, with the kind of each', async () => {
  const { page } = await browser.open({ path: '/status' })
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await page.keyboard.press('/')
  const field = dialog.getByRole('searchbox')
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
  await page.keyboard.type('a/b')
  expect(await field.inputValue()).toBe('a/b')
  await expectAccessible(page)
  // Once for what was typed, once for the dialog: the browser does so by itself.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await field.fill('quincunx gard')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=quincunx+gard')
  const main = page.getByRole('main')
  await main.getByText('1 result for').waitFor()
  expect(await main.getByRole('searchbox').inputValue()).toBe('quincunx gard')
  await main.getByRole('heading', { name: 'Challenges', level: 2 }).waitFor()
  await main.getByRole('link', { name: challenge.title }).click()
  await page.waitForURL(`**/challenges/${challenge.id}`)
})

test('its link leads to its page; where something is typed, “/” is a letter and Ctrl-K still opens it', async () => {
  const { page } = await browser.open({ path: '/challenges', viewport: PHONE })
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const title = page.getByLabel('Search in titles')
  await title.pressSequentially('a/b')
  expect([await title.inputValue(), await dialog.isVisible()]).toEqual(['a/b', false])
  await page.keyboard.press('Control+k')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  await page.waitForURL('**/search')
})

test('of many the page shows five, and more of one kind behind a link', async () => {
  for (let made = 0; made < 6; made += 1)
    await owner.post('/api/v1/missions', missionBody({ title: `Tangelo ${made}`, summary: '<b>Bold</b> & plain.' }))
  const { page } = await browser.open({ path: '/search?q=tangelo' })
  const main = page.getByRole('main')
  await main.getByText('5 and more results for').waitFor()
  await main.getByText('<b>Bold</b> & plain.').first().waitFor()
  await main.getByRole('link', { name: 'More missions' }).click()
  await main.getByText('Missions only: 6 results for').waitFor()
  await main.getByRole('link', { name: 'Show every kind' }).click()
  await main.getByText('5 and more results for').waitFor()
})

test('an address leads to the wallet, and what finds nothing says what to try', async () => {
  const { page, goto } = await browser.open({ path: `/search?q=${owner.address.toLowerCase()}` })
  await page.getByRole('link', { name: owner.address }).click()
  await page.waitForURL(`**/wallets/${owner.address}`)
  await goto('/search?q=nothinglikeit')
  await page.getByText('Nothing found.').waitFor()
  await goto(`/search?q=${'x'.repeat(200)}&kind=nonsense`)
  await page.getByText('Try a few words.').waitFor()
})

test('the links of a list keep each other’s choice, and go on by its pages', async () => {
  for (let made = 0; made < 2; made += 1)
    await owner.post(
      '/api/v1/missions',
      missionBody({ title: `Paid ${made}`, bountyAmount: '5', bountyCurrency: 'EUR' }),
    )
  const { page } = await browser.open({ path: '/missions?q=paid' })
  const order = page.getByRole('navigation', { name: 'Order' })
  const only = page.getByRole('navigation', { name: 'Only' })
  await order.getByRole('link', { name: 'Next deadline first' }).click()
  await page.waitForURL('**/missions?q=paid&sort=deadline')
  await only.getByRole('link', { name: 'Has a bounty' }).click()
  await page.waitForURL('**/missions?q=paid&sort=deadline&bounty=true')
  await only.getByRole('link', { name: 'Needs a contributor' }).click()
  await page.waitForURL('**/missions?q=paid&sort=deadline&bounty=true&needs=contributor')
  const titles = page.getByRole('main').getByRole('article').getByRole('heading')
  expect(await titles.allTextContents()).toEqual(['Paid 0', 'Paid 1'])
  await order.getByRole('link', { name: 'Newest first' }).click()
  await page.waitForURL('**/missions?q=paid&bounty=true&needs=contributor')
  await expect.poll(() => titles.allTextContents()).toEqual(['Paid 1', 'Paid 0'])
  await only.getByRole('link', { name: 'Has a bounty' }).click()
  await page.waitForURL('**/missions?q=paid&needs=contributor')
  await page.getByRole('navigation', { name: 'Filter by state' }).getByRole('link', { name: 'Completed' }).click()
  await page.getByText('No mission fits.').waitFor()
})

test('missions of one wallet are told as such, whichever part it has in them, and all are a link away', async () => {
  const contributor = await signIn(browser.base)
  await claimedMission(owner, contributor, { title: 'One that was claimed' })
  for (const [part, wallet, word] of [
    ['contributed', contributor, 'contributor'],
    ['contributor', contributor, 'contributor'],
    ['owner', owner, 'owner'],
  ] as const) {
    const { page } = await browser.open({ path: `/missions?${part}=${wallet.address}` })
    const filter = page.getByText(`Only with ${word}`)
    expect(await filter.getByRole('link').first().getAttribute('href')).toBe(`/wallets/${wallet.address}`)
    await filter.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL('**/missions')
    expect(await page.getByText('Only with').count()).toBe(0)
  }
})

test('what a list cannot follow is left out and named; its other filters, and the words that were typed, stay', async () => {
  const { page, goto } = await browser.open({ path: '/missions?state=SEED&sort=deadline' })
  const main = page.getByRole('main')
  const long = 'quincunx '.repeat(20).trim()
  await main.getByLabel('Search in titles').fill(long)
  await main.getByRole('button', { name: 'Search' }).click()
  await main.getByText('The list below is not searched').waitFor()
  const current = main.locator('nav [aria-current]')
  expect(await current.allTextContents()).toEqual(['Looking for a contributor', 'Next deadline first'])
  expect(await main.getByLabel('Search in titles').inputValue()).toBe(long)
  await main.getByLabel('Search in titles').fill('tangelo 3')
  await main.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/missions?state=SEED&sort=deadline&q=tangelo+3')
  await goto('/missions?state=SEED&bounty=perhaps&cursor=nowhere')
  await main.getByText('It is left out below').waitFor()
  expect(await current.allTextContents()).toEqual(['Looking for a contributor', 'Newest first'])
  expect(await main.getByRole('link', { name: 'Open', exact: true }).count()).toBe(0)
})
