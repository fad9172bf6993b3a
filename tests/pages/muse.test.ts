import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { signIn } from '@/tests/support/client'
import { PHONE, testBrowser } from '@/tests/support/pages'
import { fill, press, told } from '@/tests/support/pages-acts'
import { adminAccount, openAs } from '@/tests/support/pages-people'
import { freshAccount } from '@/tests/support/pages-wallet'
import { type Muse, speakAt } from '@/tests/support/sandbox'
import { sharedService } from '@/tests/support/shared-service'

const { community } = sharedService()
const platform = speakAt(community)
const AFTER_EXPIRY_SECONDS = 11 * 60

const browser = testBrowser()

/** A Muse whose key the sandbox keeps, so that people can use it by hand. */
async function madeUpMuse(name: string): Promise<string> {
  const { muses } = await (await fetch(`${community}/api/muses.json`)).json()
  const ids = muses.filter((muse: { name: string; public_key: string | null }) => muse.name === name && muse.public_key)
  return ids[0].muse_id
}

async function begin(page: Page, museId: string, way: RegExp) {
  await fill(page, { 'Id of the Muse': museId })
  await page.getByRole('radio', { name: way }).check()
  await press(page, 'Prepare it')
}

const SIGNS = /^The Muse signs a text/
const POSTS = /^The Muse posts a line/
const toCopy = async (page: Page) => (await page.locator('figure pre').textContent()) ?? ''

/** Signs a text on the sandbox's own page. */
async function signByHand(context: BrowserContext, museId: string, text: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${community}/sign`)
  await page.getByLabel('As').selectOption(museId)
  await page.getByLabel('Text to sign').fill(text)
  await page.getByRole('button', { name: 'Sign' }).click()
  const signature = await page.getByLabel('Signature').inputValue()
  await page.close()
  return signature
}

/** Posts a text on the sandbox's own page. @returns the address of the post. */
async function postByHand(context: BrowserContext, museId: string, text: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${community}/board/lobby`)
  await page.getByLabel('As').selectOption(museId)
  await page.getByLabel('Text', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Post' }).click()
  await page.waitForURL(/\/board\/lobby\/\d+/)
  const address = page.url()
  await page.close()
  return address
}

/** Links by signature through the API. */
async function linked(muse: Muse) {
  const account = freshAccount()
  const owner = await signIn(browser.base, account)
  const started = await owner.post('/api/v1/muse-links/start', { museId: muse.museId, method: 'ed25519-challenge' })
  const { nonce, message } = started.body
  const reply = await owner.post('/api/v1/muse-links/verify', { nonce, signature: muse.sign(message) })
  expect(reply.status, reply.text).toBe(201)
  return { account, owner }
}

test('somebody who is not signed in reads both ways, and is asked to sign in', async () => {
  const { page, context } = await browser.open({ path: '/muse' })
  await page.getByText('Sign in with the wallet first.').waitFor()
  const html = await (await context.request.get('/muse')).text()
  for (const words of ['The Muse signs a text', 'The Muse posts a line', 'Linking needs JavaScript'])
    expect(html).toContain(words)
})

test('a text whose preparation was not answered is not the one that is shown later: it would be as old', async () => {
  const museId = await madeUpMuse('Tarn')
  const { page, expectFault } = await openAs(browser, '/muse')
  expectFault(/ERR_FAILED|Failed to load resource/)
  const nonces: string[] = []
  await page.route('**/api/v1/muse-links/start', async (route) => {
    const answer = await route.fetch()
    nonces.push((await answer.json()).nonce)
    // Neither this answer nor the client's own repetitions of the request come back.
    if (new Set(nonces).size === 1) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await begin(page, museId, SIGNS)
  await page.getByRole('alert').first().waitFor()
  await press(page, 'Prepare it')
  await page.getByRole('heading', { name: 'Let the Muse sign this text' }).waitFor()
  expect(new Set(nonces).size).toBe(2)
  expect(await toCopy(page)).toContain(nonces.at(-1))
})

test('a Muse is linked by a signature made by hand, and unlinked with a reason', async () => {
  const museId = await madeUpMuse('Tarn')
  const { page, context, wallet, goto } = await openAs(browser, '/muse')
  await begin(page, museId, SIGNS)
  await page.getByRole('heading', { name: 'Let the Muse sign this text' }).waitFor()
  const text = await toCopy(page)
  expect(text).toContain(`svc-muse-link-v1\n`)
  for (const line of [`Muse: ${museId}`, `Wallet: ${wallet.account.address}`]) expect(text).toContain(line)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await press(page, 'Copy the text')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)

  await fill(page, { 'Signature of the Muse': await signByHand(context, museId, text) })
  await press(page, 'Link this Muse')
  await told(page, `Linked: ${museId} and your wallet belong together from now on.`)
  await page.getByRole('region', { name: 'Your Muse' }).getByText('Linked', { exact: true }).waitFor()

  await goto(`/wallets/${wallet.account.address}`)
  const shown = page.getByRole('region', { name: 'Linked Muse' })
  await expect.poll(async () => (await page.reload()) && shown.textContent()).toContain(museId)
  expect(await shown.textContent()).toContain('Signed a text with its key')

  await goto('/muse')
  await press(page, 'Unlink this Muse')
  await fill(page, { Why: 'The key was handed on.' })
  await press(page, 'Unlink it')
  await told(page, `The link with ${museId} has ended.`)
  const history = page.getByRole('region', { name: 'Earlier links' })
  await history.getByText('The key was handed on.').waitFor()
  await page.getByRole('heading', { name: 'Name your Muse' }).waitFor()
})

test('a Muse is linked by a line that it posts, by hand', async () => {
  const museId = await madeUpMuse('Osier')
  const { page, context } = await openAs(browser, '/muse')
  await begin(page, museId, POSTS)
  await page.getByRole('heading', { name: 'Let the Muse post this line' }).waitFor()
  const address = await postByHand(context, museId, await toCopy(page))
  await fill(page, { 'The post with the line': address })
  await press(page, 'Link this Muse')
  await told(page, `Linked: ${museId}`)
  const links = page.getByRole('region', { name: 'Your Muse' })
  await links.getByRole('link', { name: 'The post with the line' }).waitFor()
})

test('a wrong proof is told at its field, keeps the text good, and the right one still counts', async () => {
  const muse = await platform.muse('Sorrel')
  const { page, expectFault } = await openAs(browser, '/muse')
  expectFault(/status of 401/)
  await begin(page, muse.museId, SIGNS)
  const text = await toCopy(page)
  const field = page.getByLabel('Signature of the Muse')
  await field.fill('too short')
  await press(page, 'Link this Muse')
  await page.getByText('86 base64url characters').first().waitFor()
  await field.fill(muse.sign(`${text} `))
  await press(page, 'Link this Muse')
  await page.getByText('The signature was not made by this Muse over the message.').first().waitFor()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await toCopy(page)).toBe(text)
  await field.fill(muse.sign(text))
  await press(page, 'Link this Muse')
  await told(page, `Linked: ${muse.museId}`)
})

test('a post that only quotes the line, or by somebody else, is told at its field', async () => {
  const [muse, other] = [await platform.muse('Teasel'), await platform.muse('Other')]
  const { page, expectFault } = await openAs(browser, '/muse')
  expectFault(/status of 401/)
  await begin(page, muse.museId, POSTS)
  const code = await toCopy(page)
  const attempts = [
    [await platform.post(muse, { text: `> ${code}` }), 'This post is not the line that was given.'],
    [await platform.post(other, { text: code }), 'This post is not by that Muse.'],
  ] as const
  for (const [postId, words] of attempts) {
    await fill(page, { 'The post with the line': String(postId) })
    await press(page, 'Link this Muse')
    await page.getByText(words).first().waitFor()
  }
  await fill(page, { 'The post with the line': String(await platform.post(muse, { text: code })) })
  await page.getByRole('button', { name: 'Link this Muse' }).dblclick()
  await told(page, `Linked: ${muse.museId}`)
})

test('what was begun survives a reload; a text that ran out is prepared anew in one click', async () => {
  const muse = await platform.muse('Yarrow')
  const { page, expectFault } = await openAs(browser, '/muse')
  expectFault(/status of 410/)
  await begin(page, muse.museId, SIGNS)
  const text = await toCopy(page)
  await page.reload()
  await page.getByRole('heading', { name: 'Let the Muse sign this text' }).waitFor()
  expect(await toCopy(page)).toBe(text)
  browser.setClock(AFTER_EXPIRY_SECONDS)
  await fill(page, { 'Signature of the Muse': muse.sign(text) })
  await press(page, 'Link this Muse')
  await page.getByText('This nonce has expired.').waitFor()
  await press(page, 'Prepare a new text')
  await page.getByText('A new text is prepared.').waitFor()
  const renewed = await toCopy(page)
  expect(renewed).not.toBe(text)
  expect(await page.getByLabel('Signature of the Muse').inputValue()).toBe('')
  await fill(page, { 'Signature of the Muse': muse.sign(renewed) })
  await press(page, 'Link this Muse')
  await told(page, `Linked: ${muse.museId}`)
})

test('a Muse that belongs to another wallet is refused before anything is signed', async () => {
  const muse = await platform.muse('Vetch')
  await linked(muse)
  const { page, expectFault } = await openAs(browser, '/muse')
  expectFault(/status of 409/)
  await begin(page, muse.museId, SIGNS)
  await page.getByText('This Muse is linked to another wallet.').waitFor()
  expect(await page.getByLabel('Id of the Muse').inputValue()).toBe(muse.museId)
})

test('a moderator ends the link of any wallet, and it is recorded who did', async () => {
  const muse = await platform.muse('Thrift')
  const { account, owner } = await linked(muse)
  const { page } = await openAs(browser, '/muse', adminAccount())
  await press(page, 'End another wallet’s link')
  await fill(page, { Wallet: account.address, Why: 'The Muse asked for it.' })
  await press(page, 'End its link')
  await told(page, `The link with ${muse.museId} has ended.`)
  const { links } = (await owner.get(`/api/v1/muse-links?wallet=${account.address}`)).body
  expect(links[0]).toMatchObject({ active: false, unlinkedBy: adminAccount().address })
})

test('on a phone, in both themes: axe finds nothing at any step', async () => {
  const muse = await platform.muse('Sedge')
  const { account } = await linked(await platform.muse('Rush'))
  const beginner = await openAs(browser, '/muse', freshAccount(), { viewport: PHONE })
  await expectAccessible(beginner.page)
  await begin(beginner.page, muse.museId, SIGNS)
  await beginner.page.getByRole('heading', { name: 'Let the Muse sign this text' }).waitFor()
  await expectAccessible(beginner.page)
  const { page } = await openAs(browser, '/muse', account, { viewport: PHONE })
  await press(page, 'Unlink this Muse')
  await expectAccessible(page)
})
