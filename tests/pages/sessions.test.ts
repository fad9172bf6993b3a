import type { PrivateKeyAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { expectAccessible } from '@/tests/support/axe'
import { type Actor, proveWallet, signIn } from '@/tests/support/client'
import { PHONE, type TestBrowser, testBrowser } from '@/tests/support/pages'
import { short, signInByClicks, walletButton } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'

const browser = testBrowser()

type Settings = Omit<Parameters<TestBrowser['open']>[0], 'path' | 'wallets'>

/** The page of a wallet that is signed in here and, by tokens, elsewhere. */
async function openSignedIn(tokens: number, settings: Settings = {}) {
  const account: PrivateKeyAccount = freshAccount()
  const programs: Actor[] = []
  for (let count = 0; count < tokens; count++) programs.push(await signIn(browser.base, account))
  const opened = await browser.open({ ...settings, path: '/sessions', wallets: [{ accounts: [account] }] })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await opened.page.getByText('Sign in to see yours.').waitFor()
  await signInByClicks(opened.page, wallet)
  return { ...opened, wallet, programs }
}

const isOpen = async (actor: Actor) => (await actor.get('/api/auth/session')).body.session !== null

test('a wallet sees where it is signed in, and ends another session by its button', async () => {
  const { page, programs } = await openSignedIn(1)
  const main = page.getByRole('main')
  await main.getByText('2 open sessions').waitFor()
  const entries = main.getByRole('listitem')
  expect(await entries.first().textContent()).toMatch(/^BrowserThis one/)
  expect(await entries.nth(1).textContent()).toContain('API token')
  await main.getByRole('button', { name: /^Revoke ?: API token/ }).click()
  await main.getByText('1 open session').waitFor()
  await page.getByText('The session has ended.').waitFor({ state: 'attached' })
  expect(await Promise.all(programs.map(isOpen))).toEqual([false])
  expect(await walletButton(page).isVisible()).toBe(true)
})

test('the menu of the wallet leads here, and signing out here shows it', async () => {
  const { page } = await openSignedIn(1)
  await page.getByRole('main').getByText('2 open sessions').waitFor()
  await walletButton(page).click()
  await page.getByRole('navigation', { name: 'Your wallet' }).getByRole('link', { name: 'Sessions' }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sign out here/ })
    .click()
  await page.getByText('Sign in to see yours.').waitFor()
})

test('signing out everywhere ends every session, this one too', async () => {
  const { page, programs, expectFault } = await openSignedIn(2)
  // The unread counter may ask once more before the page knows that it is signed out.
  expectFault(/status of 401/)
  await page.getByRole('main').getByText('3 open sessions').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByText('Sign in to see yours.').waitFor()
  expect(await Promise.all(programs.map(isOpen))).toEqual([false, false])
})

test.each(['Revoke', 'Sign out everywhere'])(
  'a page that was not told who else signed in here ends no session of theirs, nor calls one ended: %s',
  async (button) => {
    const { page, context, programs } = await openSignedIn(1)
    await page.getByRole('main').getByText('2 open sessions').waitFor()
    const other = freshAccount()
    // As after Back from a page on which somebody else has signed in.
    const post = async (path: string, data: object) => {
      const response = await context.request.post(path, { data })
      return { status: response.status(), text: await response.text(), body: await response.json() }
    }
    await proveWallet(post, other)
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^${button}`) })
      .click()
    await walletButton(page).getByText(short(other.address)).waitFor()
    await page.getByRole('main').getByText('1 open session').waitFor()
    const { session } = await (await context.request.get('/api/auth/session')).json()
    expect([session?.address, await Promise.all(programs.map(isOpen))]).toEqual([other.address, [true]])
  },
)

test('on a phone, in both themes: axe finds nothing, and nothing leaves the screen', async () => {
  const { page } = await openSignedIn(1, { viewport: PHONE })
  await page.getByRole('main').getByText('2 open sessions').waitFor()
  await expectAccessible(page)
})
