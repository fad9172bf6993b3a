import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { type OpenedPage, testBrowser } from '@/tests/support/pages'
import { press, told } from '@/tests/support/pages-acts'
import { short, signButton, signedInAs, signInByClicks, walletButton } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { verifierAccount } from '@/tests/support/shared-service'
import { provenMission, seedMission } from '@/tests/support/story'

// How people are told apart: faces, roles, the reader's own names, and that an address is theirs.

const browser = testBrowser()
let owner: Actor
let mission: Json
const contributor = freshAccount()
beforeAll(async () => {
  owner = await signIn(browser.base)
  mission = (await provenMission(owner, await signIn(browser.base, contributor))).mission
})

test('where somebody acts their part stands beside their address, and a button copies it whole', async () => {
  const { page, context } = await browser.open({ path: `/missions/${mission.id}` })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const history = page.getByRole('region', { name: 'History' })
  const address = history.locator(`[data-address="${contributor.address}"]`).last()
  expect(await address.textContent()).toBe(`${short(contributor.address)}contributor`)
  expect(await address.locator('svg path').first().getAttribute('d')).toMatch(/^M/)
  // The word stands for two seconds and a half, which a busy machine may need to ask for it.
  await Promise.all([
    address.getByRole('button', { name: 'Copied' }).waitFor(),
    address.getByRole('button', { name: `Copy ${short(contributor.address)}` }).click(),
  ])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(contributor.address)
})

const shown = (page: { evaluate<T>(run: (address: string) => T, argument: string): Promise<T> }, address: string) =>
  page.evaluate((one) => {
    const place = document.querySelector(`main [data-address="${one}"]`)
    const drawn = (part: string) => (place ? getComputedStyle(place, part).content : '')
    return [drawn('::before'), drawn('::after')]
  }, address)

test('a reader’s own name for a wallet is kept in their browser alone, and stands beside it as text everywhere', async () => {
  const { page, goto } = await browser.open({ path: `/wallets/${owner.address}` })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const name = 'The <b>"gardener"</b> \\a content'
  await page.getByLabel('Your own name for it, seen by you alone').fill(name)
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByText('Kept in this browser.').waitFor()
  await expectAccessible(page)
  await goto(`/missions/${mission.id}`)
  await expect.poll(() => shown(page, owner.address)).toEqual(['none', JSON.stringify(name)])
  expect(sent.filter((request) => request.includes('gardener'))).toEqual([])
  await page.evaluate(() => localStorage.setItem('names', '["broken'))
  await goto(`/missions/${mission.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await shown(page, owner.address)).toEqual(['none', 'none'])
})

test('a name is counted as people count: forty pictures fit, and of one that is longer nothing is cut off or kept', async () => {
  const { page } = await browser.open({ path: `/wallets/${owner.address}` })
  const field = page.getByLabel('Your own name for it, seen by you alone')
  const keep = page.getByRole('button', { name: 'Keep' })
  const fits = '🌻'.repeat(40)
  await field.pressSequentially(fits)
  await keep.click()
  await page.getByText('Kept in this browser.').waitFor()
  expect(await field.inputValue()).toBe(fits)
  await field.pressSequentially('🌻🌻')
  await keep.click()
  await page.getByText('Not kept: 2 of its characters are too many.').waitFor()
  expect(await field.inputValue()).toBe(`${fits}🌻🌻`)
  await expectAccessible(page)
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe(fits)
})

test('their own address is marked as theirs, until they sign out', async () => {
  const { page, wallets, goto } = await browser.open({ wallets: [{ accounts: [contributor] }] })
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await goto(`/missions/${mission.id}`)
  await signInByClicks(page, wallet)
  await expect.poll(() => shown(page, contributor.address)).toEqual(['"you"', 'none'])
  expect(await shown(page, owner.address)).toEqual(['none', 'none'])
  await page
    .getByRole('banner')
    .getByRole('button', { name: /signed in/ })
    .click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Connect/ })
    .waitFor()
  await expect.poll(() => shown(page, contributor.address)).toEqual(['none', 'none'])
  await goto(`/missions/${mission.id}`)
  expect(await shown(page, contributor.address)).toEqual(['none', 'none'])
})

test('whoever signs in as another wallet is that one at once, and reads nothing of what the first did', async () => {
  const second = freshAccount()
  const { id } = await seedMission(owner)
  const { page, wallets } = await browser.open({
    path: `/missions/${id}`,
    wallets: [{ accounts: [contributor, second] }],
  })
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  await press(page, 'Claim it')
  await told(page, 'The mission is yours.')
  await expect.poll(() => shown(page, contributor.address)).toEqual(['"you"', 'none'])
  await wallet.switchTo(second)
  await walletButton(page).click()
  await page.getByRole('button', { name: `Sign in as ${short(second.address)}` }).click()
  await signButton(page).click()
  await page.getByText('has no part in this record yet').waitFor()
  expect(await page.getByText('The mission is yours.').count()).toBe(0)
  await expect.poll(() => shown(page, contributor.address)).toEqual(['none', 'none'])
})

async function signOut({ page, expectFault }: Pick<OpenedPage, 'page' | 'expectFault'>): Promise<void> {
  // What the page asked just before may arrive behind the sign-out.
  expectFault(/status of 401 .*\/api\/v1\/notifications/)
  await walletButton(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => signedInAs(page)).toBe('Connect')
}

async function signInAsConnected(page: Page, address: string): Promise<void> {
  await walletButton(page).click()
  const menu = page.getByRole('banner')
  await menu.getByRole('button', { name: `Sign in as ${short(address)}` }).click()
  await signButton(page).click()
  await expect.poll(() => signedInAs(page)).toContain(short(address))
}

test('what a wallet typed and did not send is read by no other one on the same device, and found by it again', async () => {
  const [first, second] = [verifierAccount(), verifierAccount(1)]
  const title = 'A proof that two verifiers may judge'
  await provenMission(owner, await signIn(browser.base, contributor), { title })
  const settings = { path: '/review', wallets: [{ accounts: [first, second] }] }
  const { page, wallets, goto } = await browser.open(settings)
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  const card = page.getByRole('article', { name: title })
  const why = card.getByLabel('Why')
  const open = () => card.getByRole('button', { name: /^Review/ }).click()
  const restored = page.getByText('Your draft from before is here again.')
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await open()
  await why.fill('Between us: I doubt it.')

  await wallet.switchTo(second)
  await signInAsConnected(page, second.address)
  await expect.poll(() => why.inputValue(), { message: 'the form that is open forgets it' }).toBe('')
  await goto('/review')
  await open()
  expect(await why.inputValue()).toBe('')
  expect(await restored.count()).toBe(0)
  await goto('/me')
  await drafts.getByText('No drafts.').waitFor()

  await wallet.switchTo(first)
  await signInAsConnected(page, first.address)
  await drafts.getByText('Typed on this device').waitFor()
  await goto('/review')
  await open()
  await restored.waitFor()
  expect(await why.inputValue()).toBe('Between us: I doubt it.')
})

test('what was typed while signed out is there after signing in, and leaves the page with its wallet', async () => {
  const [first, second] = [freshAccount(), freshAccount()]
  const opened = await browser.open({
    path: '/challenges/new',
    wallets: [{ accounts: [first, second] }],
  })
  const { page, wallets, goto } = opened
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  const words = page.getByLabel('The question in full')
  await words.fill('Which one should stay?')
  await goto('/challenges')
  await signInByClicks(page, wallet)
  await goto('/challenges/new')
  await expect.poll(() => words.inputValue()).toBe('Which one should stay?')
  await signOut(opened)
  await expect.poll(() => words.inputValue()).toBe('')
  await wallet.switchTo(second)
  await signInByClicks(page, wallet)
  await goto('/challenges/new')
  await page.getByRole('button', { name: 'See what would be recorded' }).waitFor()
  expect(await words.inputValue()).toBe('')
})

test('signing in with new words keeps the older draft of the same form, and both can be had', async () => {
  const opened = await browser.open({ path: '/challenges/new', wallets: [{}] })
  const { page, wallets } = opened
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  const words = page.getByLabel('The question in full')
  const long = 'What was thought about for an hour.'
  await words.fill(long)
  await signOut(opened)
  await expect.poll(() => words.inputValue()).toBe('')
  await words.fill('x')
  await signInByClicks(page, wallet)
  await page.getByText('Another draft of yours is kept.').waitFor()
  expect(await words.inputValue()).toBe('x')
  await press(page, 'Take it instead')
  await expect.poll(() => words.inputValue()).toBe(long)
  await page.reload()
  await expect.poll(() => words.inputValue()).toBe(long)
  await press(page, 'Take it instead')
  await expect.poll(() => words.inputValue()).toBe('x')
})

test('history folds to the last three events, with the others a click away', async () => {
  const { page } = await browser.open({ path: `/missions/${mission.id}` })
  const history = page.getByRole('region', { name: 'History' })
  const { body } = await owner.get(`/api/v1/missions/${mission.id}`)
  const all: number = body.mission.history.length
  expect(all).toBe(3)
  expect(await history.getByRole('listitem').count()).toBe(3)
  expect(await history.getByText('Show all').count()).toBe(0)
  const verifierless = await provenMission(owner, await signIn(browser.base))
  await owner.post(`/api/v1/missions/${verifierless.mission.id}/deadline`, { deadline: '2090-01-01', reason: 'Time.' })
  await page.goto(`/missions/${verifierless.mission.id}`)
  expect(await history.getByRole('listitem').count()).toBe(3)
  await history.getByText('Show all 4 events').click()
  await expect.poll(() => history.getByRole('listitem').count()).toBe(4)
  expect(await history.getByRole('listitem').first().textContent()).toContain('Mission')
})
