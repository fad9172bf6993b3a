import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, signIn } from '@/tests/support/client'
import { DESKTOP, PHONE, testBrowser } from '@/tests/support/pages'
import { openAs } from '@/tests/support/pages-people'
import { signInByClicks, walletButton } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { openSharedDatabase } from '@/tests/support/shared-service'
import { claimedMission, provenMission, seedMission } from '@/tests/support/story'

const browser = testBrowser()
let sql: pg.Pool
let contributor: Actor
beforeAll(async () => {
  sql = openSharedDatabase()
  contributor = await signIn(browser.base)
})
afterAll(() => sql.end())

/** The page of a wallet that was told so many things. */
async function openTold(count: number) {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  for (let index = 0; index < count; index++) await claimedMission(owner, contributor, { title: `Mission ${index}` })
  const opened = await browser.open({ path: '/notifications', wallets: [{ accounts: [account] }] })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  return { ...opened, wallet, owner }
}

/** Tells a wallet so many things, which would take as many missions otherwise. */
const notify = (wallet: string, kind: string, title: string, count: number) =>
  sql.query(
    `INSERT INTO "Notification" (wallet, kind, title, body, href, "createdAt")
      SELECT $1, $2, $3, '', '/missions/' || gen_random_uuid(), now() FROM generate_series(1, $4)`,
    [wallet, kind, title, count],
  )

const unreadOf = async (owner: Actor) => (await owner.get('/api/v1/notifications')).body.unread

test('somebody who is not signed in is asked to, on the spot', async () => {
  const { page } = await openTold(1)
  await page.getByText('Sign in to see yours.').waitFor()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  await page.getByRole('button', { name: /^Sign with / }).click()
  await page.getByRole('main').getByText('1 unread').waitFor()
})

test('a wallet that nothing happened to is told what will come', async () => {
  const { page, wallet } = await openTold(0)
  await signInByClicks(page, wallet)
  await page.getByText('No news yet.').waitFor()
  expect(await walletButton(page).textContent()).not.toContain('unread')
})

test('one is marked by its button, another by following it, and the header counts along', async () => {
  const { page, wallet, owner } = await openTold(3)
  await signInByClicks(page, wallet)
  await expect.poll(() => walletButton(page).textContent()).toContain('3 unread')
  await page.getByRole('button', { name: 'Mark as read' }).first().click()
  await expect.poll(() => walletButton(page).textContent()).toContain('2 unread')
  expect(await unreadOf(owner)).toBe(2)
  await page.getByRole('main').getByRole('link', { name: 'Your mission has a contributor' }).nth(1).click()
  await page.getByRole('heading', { level: 1, name: 'Mission 1' }).waitFor()
  await expect.poll(() => unreadOf(owner)).toBe(1)
})

test('older ones come page by page, and all are marked at once', async () => {
  const { page, wallet, owner } = await openTold(21)
  await signInByClicks(page, wallet)
  const entries = page.getByRole('main').getByRole('link', { name: 'Your mission has a contributor' })
  await expect.poll(() => entries.count()).toBe(20)
  await page.getByRole('button', { name: 'Show older ones' }).click()
  await expect.poll(() => entries.count()).toBe(21)
  const end = page.getByText('This is the end of the list.')
  // The button is gone, so the focus is where it was.
  await expect.poll(() => end.evaluate((words) => words === document.activeElement)).toBe(true)
  await page.getByText('One older one is shown.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('Everything is read.').waitFor()
  expect(await unreadOf(owner)).toBe(0)
  expect(await page.getByRole('button', { name: 'Mark as read' }).count()).toBe(0)
})

test('calls to action, however many, push no news off the first page and are not counted as news', async () => {
  const account = freshAccount()
  const mine = await signIn(browser.base, account)
  await notify(account.address, 'receipt', 'A receipt was issued', 1)
  await notify(account.address, 'proof-waiting', 'A proof waits for review', 21)
  const { page } = await openAs(browser, '/notifications', account)
  const news = page.getByRole('region', { name: 'News', exact: true })
  await news.getByText('1 unread', { exact: true }).waitFor()
  expect(await news.getByRole('listitem').getByRole('link').allTextContents()).toEqual(['A receipt was issued'])
  await news.getByText('This is the end of the list.').waitFor()
  await expect.poll(() => unreadOf(mine)).toBe(1)
  await expect.poll(() => walletButton(page).textContent()).toContain('1 unread')
  await news.getByRole('button', { name: 'Mark as read' }).click()
  await news.getByText('Everything is read.').waitFor()
})

test('what waits stands apart from what happened, and is gone once it is done', async () => {
  const account = freshAccount()
  const [mine, owner] = [await signIn(browser.base, account), await signIn(browser.base)]
  const { id } = await seedMission(owner, { title: 'Kept for one', contributorWallet: account.address })
  const { page } = await openAs(browser, '/notifications', account, { viewport: PHONE })
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await part('Your turn')
    .getByRole('link', { name: /^Claim this mission.*Kept for one$/ })
    .waitFor()
  await part('News').getByText('Everything is read.').waitFor()
  expect(await part('News').getByRole('link', { name: 'A mission is reserved for you' }).count()).toBe(0)
  expect((await mine.post(`/api/v1/missions/${id}/claim`)).status).toBe(201)
  await page.reload()
  await part('Your turn')
    .getByRole('link', { name: /^Submit proof.*Kept for one$/ })
    .waitFor()
  expect(
    await part('Your turn')
      .getByRole('link', { name: /^Claim this mission.*Kept for one$/ })
      .count(),
  ).toBe(0)
})

/** Runs in the page: how far what came earlier is from the left edge of the newest one's words, and from its right edge, in px. */
function edgesOfEarlier(entry: Element): number[] {
  const box = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect()
  const [words, earlier] = [box(entry.querySelector('div')), box(entry.querySelector('details'))]
  return [earlier.left - words.left, earlier.right - box(entry).right].map(Math.round)
}

test('what happened on one record stands together, and whoever visits it has read it', async () => {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const { mission } = await provenMission(owner, contributor, { title: 'Twice told' })
  await claimedMission(owner, contributor, { title: 'Told once' })
  const { page } = await openAs(browser, '/notifications', account, { viewport: PHONE })
  await page.getByText('1 earlier on the same record').waitFor()
  const entry = page.getByRole('listitem').filter({ hasText: 'Proof was submitted' })
  await entry.getByRole('link', { name: 'Your mission has a contributor' }).waitFor()
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport)
    expect(await entry.evaluate(edgesOfEarlier), `${viewport.width} px`).toEqual([0, 0])
  }
  expect(await unreadOf(owner)).toBe(3)
  await entry.getByRole('button', { name: /^Mark as read.*Your mission has a contributor$/ }).click()
  await expect.poll(() => unreadOf(owner)).toBe(2)
  const earlier = entry.getByRole('link', { name: 'Your mission has a contributor' })
  await expect.poll(() => entry.getByText('New', { exact: true }).count()).toBe(1)
  expect(await earlier.isVisible()).toBe(true)
  expect(await earlier.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.goto(`/missions/${mission.id}`)
  await expect.poll(() => unreadOf(owner)).toBe(1)
  await expect.poll(() => walletButton(page).textContent()).toContain('1 unread')
})

test('on a phone, in both themes: axe finds nothing, and nothing leaves the screen', async () => {
  const account = freshAccount()
  await claimedMission(await signIn(browser.base, account), contributor)
  const settings = { path: '/notifications', viewport: PHONE, wallets: [{ accounts: [account] }] }
  const { page, wallets } = await browser.open(settings)
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  await page.getByRole('main').getByText('1 unread').waitFor()
  await expectAccessible(page)
})
