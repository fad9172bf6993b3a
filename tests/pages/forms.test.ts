import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { StorageAway } from '@/lib/db/faults'
import { problemOf } from '@/lib/http/problem'
import { expectAccessible } from '@/tests/support/axe'
import { proveWallet, signIn } from '@/tests/support/client'
import { createHold } from '@/tests/support/hold'
import { type PageSettings, testBrowser } from '@/tests/support/pages'
import { challengeFields, fill, isBeforeReader, missionFields, press, told } from '@/tests/support/pages-acts'
import { openAs } from '@/tests/support/pages-people'
import { short, signButton, signInByClicks, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'
import { verifierAccount } from '@/tests/support/shared-service'
import { bothLinks, challengeBody, dayFromNow, decisionBody } from '@/tests/support/story'

const DAY_SECONDS = 86_400

const browser = testBrowser()

async function openWithWallet(settings: PageSettings) {
  const opened = await browser.open(settings)
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  return { ...opened, wallet }
}

/** A form with every field filled in, whoever is signed in. */
async function fillChallenge(page: Page): Promise<void> {
  const words = challengeBody()
  for (const [name, value] of Object.entries(words)) await page.locator(`[name="${name}"]`).fill(String(value))
}

const publish = (page: Page) => page.getByRole('button', { name: 'Publish this challenge' }).click()
const published = (page: Page) => page.waitForURL(/\/challenges\/[0-9a-f-]{36}$/)

const PRESS_AGAIN = 'It may or may not have been recorded. Press again without changing a word: it is recorded once.'

/** Publishes it, and every answer is lost on its way. */
async function publishInVain(page: Page): Promise<void> {
  const loseAnswer = async (route: { fetch(): Promise<unknown>; abort(): Promise<void> }) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/v1/challenges', loseAnswer, { times: 3 })
  await publish(page)
  await page.getByText(`The service cannot be reached. ${PRESS_AGAIN}`).waitFor()
}

async function challengesOf(address: string): Promise<number> {
  const answer = await fetch(`${browser.base}/api/v1/challenges?owner=${address}`)
  return (await answer.json()).challenges.length
}

test('words stand from the side that their script begins at, addresses from the left', async () => {
  const { page } = await browser.open({ path: '/missions/new' })
  const sideOf = async (name: string, text: string) => {
    const field = page.locator(`[name="${name}"]`)
    await field.fill(text)
    return field.evaluate((element) => getComputedStyle(element).direction)
  }
  expect(await sideOf('title', 'دليل للقادمين الجدد')).toBe('rtl')
  expect(await sideOf('summary', 'מדריך לחדשים')).toBe('rtl')
  expect(await sideOf('summary', 'A guide for newcomers')).toBe('ltr')
  expect(await sideOf('sourceUrl', 'https://دليل.example')).toBe('ltr')
})

test('characters are counted as the service counts them, and a fault goes when its field is changed', async () => {
  const { page } = await browser.open({ path: '/challenges/new' })
  const title = page.locator('[name="title"]')
  await title.fill('ab')
  await publish(page)
  await page.getByText('This text needs at least 3 characters.').first().waitFor()
  expect(await title.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await title.getAttribute('aria-invalid')).toBe('true')
  // A seedling is one character in two UTF-16 units.
  await title.fill('🌱'.repeat(141))
  await page.getByText('141 of 140').waitFor()
  await title.fill('🌱'.repeat(140))
  await page.getByText('140 of 140').waitFor()
  expect(await title.getAttribute('aria-invalid')).toBeNull()
})

test.for([
  ['challenge', challengeFields, 'Your challenge is published. Next: a response link for each side.'],
  ['mission', missionFields, 'Your mission is published. Next: its contributor claims it.'],
] as const)('the page of a new %s says that it is public, where the focus is', async ([kind, fields, words]) => {
  const { page } = await openAs(browser, `/${kind}s/new`)
  await fill(page, fields)
  await press(page, `Publish this ${kind}`)
  await page.waitForURL(new RegExp(`/${kind}s/[0-9a-f-]{36}$`))
  await told(page, words)
  await expect.poll(() => isBeforeReader(page.getByRole('status').getByText(words))).toBe(true)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(words).count(), 'it is no news any more').toBe(0)
})

test('a form tells what would be recorded before anything is, for as long as it says the same', async () => {
  const account = freshAccount()
  const { page, wallet, expectFault } = await openWithWallet({
    path: '/challenges/new',
    wallets: [{ accounts: [account] }],
  })
  const tryOut = page.getByRole('button', { name: 'See what would be recorded' })
  await fillChallenge(page)
  expect(await tryOut.count(), 'nobody is signed in, so nobody would record it').toBe(0)
  await signInByClicks(page, wallet)
  await tryOut.click()
  const told = page.getByRole('region', { name: 'What would be recorded' })
  await told.getByText('Nothing is recorded yet.').waitFor()
  await told.getByText('Waiting for responses', { exact: true }).waitFor()
  await told.getByText(String(challengeBody().title), { exact: true }).waitFor()
  await expectAccessible(page)
  expect(await challengesOf(account.address)).toBe(0)

  await page.locator('[name="title"]').fill('Another title altogether')
  await told.waitFor({ state: 'hidden' })
  expectFault(/status of 400/)
  await page.locator('[name="submissionDeadline"]').fill(dayFromNow(-2))
  await tryOut.click()
  await page.getByText('Nothing was recorded: one field needs a change.').waitFor()
  expect(await told.count()).toBe(0)
  expect(await challengesOf(account.address)).toBe(0)

  await page.locator('[name="submissionDeadline"]').fill(dayFromNow(1))
  expect(await page.getByText('Nothing was recorded').count(), 'no field needs a change any more').toBe(0)
  await publish(page)
  await published(page)
  expect(await challengesOf(account.address)).toBe(1)
})

test('while the wallet has another account connected nothing is sent, and after signing in as it only when pressed again', async () => {
  const [first, second] = [freshAccount(), freshAccount()]
  const { page, wallet } = await openWithWallet({
    path: '/challenges/new',
    wallets: [{ accounts: [first, second] }],
  })
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  await wallet.switchTo(second)
  await page.getByRole('main').getByText('Nothing is sent until they agree').waitFor()
  await publish(page)
  const dialog = page.getByRole('dialog', { name: 'Two wallets' })
  await dialog.getByRole('button', { name: `Sign in as ${short(second.address)}` }).click()
  await signButton(page).click()
  await page.getByText('You are signed in as another wallet now, so nothing was sent.').waitFor()
  expect(await challengesOf(first.address)).toBe(0)
  expect(await challengesOf(second.address)).toBe(0)
  await publish(page)
  await published(page)
  expect(await challengesOf(second.address)).toBe(1)
})

test('switching back in the wallet lets the write go on', async () => {
  const [first, second] = [freshAccount(), freshAccount()]
  const { page, wallet } = await openWithWallet({
    path: '/challenges/new',
    wallets: [{ accounts: [first, second] }],
  })
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  await wallet.switchTo(second)
  await publish(page)
  await page.getByRole('dialog', { name: 'Two wallets' }).waitFor()
  await wallet.switchTo(first)
  await published(page)
  expect(await challengesOf(first.address)).toBe(1)
})

test('switching back in the wallet sends nothing once another tab has signed in as somebody else', async () => {
  const [first, second] = [freshAccount(), freshAccount()]
  const { page, context, wallet } = await openWithWallet({
    path: '/challenges/new',
    wallets: [{ accounts: [first, second] }],
  })
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  await wallet.switchTo(second)
  await publish(page)
  await page.getByRole('dialog', { name: 'Two wallets' }).waitFor()
  // The cookie is that of the whole browser.
  await proveWallet(async (path, data) => {
    const response = await context.request.post(path, { data })
    return { status: response.status(), text: await response.text(), body: await response.json() }
  }, second)
  await wallet.switchTo(first)
  await page.getByText('You are signed in as another wallet now, so nothing was sent.').waitFor()
  expect(await challengesOf(first.address)).toBe(0)
  expect(await challengesOf(second.address)).toBe(0)
})

test('when the session is over, signing in again goes on with what was typed', async () => {
  const { page, context, wallet, expectFault } = await openWithWallet({ path: '/challenges/new', wallets: [{}] })
  expectFault(/status of 401/)
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  await context.clearCookies()
  await publish(page)
  await walletDialog(page).getByText('Your session is over').waitFor()
  await signButton(page).click()
  await published(page)
  expect(await challengesOf(wallet.account.address)).toBe(1)
})

test('a session that is over makes nobody else the author', async () => {
  const [first, second] = [freshAccount(), freshAccount()]
  const { page, context, wallet, expectFault } = await openWithWallet({
    path: '/challenges/new',
    wallets: [{ accounts: [first, second] }],
  })
  expectFault(/status of 401/)
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  await context.clearCookies()
  await wallet.switchTo(second)
  await publish(page)
  await signButton(page).click()
  await page.getByText('You are signed in as another wallet now, so nothing was sent.').waitFor()
  expect(await challengesOf(second.address)).toBe(0)
})

test('a write whose answer is lost every time it is tried is sent again by the same button, and there is one record', async () => {
  const { page, wallet, expectFault } = await openWithWallet({ path: '/challenges/new', wallets: [{}] })
  expectFault(/net::ERR_FAILED/)
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  await publishInVain(page)
  await publish(page)
  await published(page)
  expect(await challengesOf(wallet.account.address)).toBe(1)
})

test('a storage that is away is told without a word about keys, and the same button sends it again', async () => {
  const { page, wallet, expectFault } = await openWithWallet({ path: '/challenges/new', wallets: [{}] })
  expectFault(/status of 503/)
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  const { status, headers, body } = problemOf(new StorageAway(), 'publish', true)
  expect(String(body)).toContain('Idempotency-Key')
  const away = { status, headers, body: String(body) }
  await page.route('**/api/v1/challenges', (route) => route.fulfill(away), { times: 3 })
  await publish(page)
  await page.getByText(`The storage cannot be reached at the moment. ${PRESS_AGAIN}`).waitFor()
  expect(await page.locator('body').textContent()).not.toContain('Idempotency-Key')
  await publish(page)
  await published(page)
  expect(await challengesOf(wallet.account.address)).toBe(1)
})

test('a write whose answer is lost is the same one after a reload, unless its words change or its key is too old', async () => {
  const { page, wallet, expectFault } = await openWithWallet({ path: '/challenges/new', wallets: [{}] })
  expectFault(/net::ERR_FAILED/)
  await signInByClicks(page, wallet)
  const intents = () => page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('intent:')))
  const reloadAnd = async (title: string) => {
    await page.reload()
    await page.getByText('Your draft from before is here again.').waitFor()
    await page.locator('[name="title"]').fill(title)
    await publish(page)
    await published(page)
    expect(await intents()).toEqual([])
    await page.goto('/challenges/new')
    await fillChallenge(page)
    return challengesOf(wallet.account.address)
  }
  await fillChallenge(page)
  await publishInVain(page)
  expect(await reloadAnd(String(challengeBody().title))).toBe(1)
  await publishInVain(page)
  expect(await reloadAnd('Which farewell is kinder?')).toBe(3)
  await publishInVain(page)
  const aged = (await intents()).map(([name, text]) => [name, JSON.stringify({ ...JSON.parse(text), at: 0 })])
  await page.evaluate((kept) => Object.assign(localStorage, Object.fromEntries(kept)), aged)
  expect(await reloadAnd(String(challengeBody().title))).toBe(5)
})

test('a reload before the new record is shown neither loses the words nor records them twice', async () => {
  const { page, wallet, expectFault } = await openWithWallet({ path: '/challenges/new', wallets: [{}] })
  expectFault(/net::ERR_/)
  await signInByClicks(page, wallet)
  await fillChallenge(page)
  const { held, release } = createHold()
  const isOfRecord = ({ pathname }: URL) => /^\/challenges\/[0-9a-f-]{36}$/.test(pathname)
  await page.route(isOfRecord, async (route) => {
    await held
    await route.abort().catch(() => undefined)
  })
  await publish(page)
  await page.getByText('Your challenge is published.').waitFor()
  await page.reload()
  release()
  await page.unroute(isOfRecord)
  await page.getByText('Your draft from before is here again.').waitFor()
  await publish(page)
  await published(page)
  expect(await challengesOf(wallet.account.address)).toBe(1)
  await page.goto('/challenges/new')
  expect(await page.locator('[name="title"]').inputValue()).toBe('')
})

test('a verdict outlives a switched account and a text that has run out, with the same words', async () => {
  const [verifier, other] = [verifierAccount(), freshAccount()]
  const owner = await signIn(browser.base)
  const made = await owner.post('/api/v1/challenges', challengeBody({ submissions: bothLinks }))
  const { id } = made.body.challenge
  browser.passDays(2)
  const decided = await owner.post(`/api/v1/challenges/${id}/decision`, decisionBody)
  expect(decided.status, decided.text).toBe(201)

  const { page, wallet, expectFault } = await openWithWallet({
    path: `/challenges/${id}`,
    wallets: [{ accounts: [verifier, other] }],
  })
  expectFault(/status of 4(04|10)/)
  await signInByClicks(page, wallet)
  await page.getByRole('button', { name: 'Continue to signing' }).click()
  await page.getByText('Nothing was recorded: 2 fields need a change.').waitFor()
  await page.getByLabel('Approve').check()
  await page.locator('[name="explanation"]').fill('The post says so, on the first line.')
  expect(await page.getByText('Nothing was recorded').count(), 'no field needs a change any more').toBe(0)
  await page.getByRole('button', { name: 'Continue to signing' }).click()
  await signButton(page).waitFor()

  const dialog = walletDialog(page)
  await wallet.switchTo(other)
  await dialog.getByText('Your wallet has switched to').waitFor()
  expect(await signButton(page).count()).toBe(0)
  await wallet.switchTo(verifier)
  await signButton(page).waitFor()

  browser.setClock(2 * DAY_SECONDS + 11 * 60)
  await signButton(page).click()
  await dialog.getByText('This request expired').waitFor()
  await dialog.getByRole('button', { name: 'Prepare it again' }).click()
  await signButton(page).click()
  await dialog.getByText('Your signed verdict is recorded.').waitFor()
  expect(wallet.signed.at(-1)).toContain('Explanation: "The post says so, on the first line."')
  const { body } = await owner.get(`/api/v1/challenges/${id}`)
  expect(body.challenge.state).toBe('DECISION_VERIFIED')
})
