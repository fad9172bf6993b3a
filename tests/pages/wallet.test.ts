import type { Page, Request } from 'playwright'
import { expect, test } from 'vitest'
import { createHold } from '@/tests/support/hold'
import { watchNetwork } from '@/tests/support/network'
import { DESKTOP, PHONE, testBrowser } from '@/tests/support/pages'
import {
  chooseWallet,
  connectWallet,
  sessionOf,
  short,
  signButton,
  signedInAs,
  signInByClicks,
  walletButton,
  walletDialog,
} from '@/tests/support/pages-steps'
import { CONNECTING, freshAccount } from '@/tests/support/pages-wallet'

const browser = testBrowser()

async function openWithWallet() {
  const opened = await browser.open({ wallets: [{}] })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  return { ...opened, wallet }
}

function requestsTo(page: Page, path: string): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request)
  })
  return requests
}

test('a visitor signs in by clicking, and the wallet is asked for nothing but accounts and one signature', async () => {
  const { page, wallet } = await openWithWallet()
  await connectWallet(page)
  const shown = await walletDialog(page).getByRole('region', { name: 'The exact text' }).textContent()
  await signButton(page).click()
  await walletDialog(page).waitFor({ state: 'hidden' })

  expect(await signedInAs(page)).toContain(short(wallet.account.address))
  expect(await sessionOf(page)).toBe(wallet.account.address)
  expect(wallet.signed).toEqual([shown])
  const allowed = ['eth_accounts', 'eth_requestAccounts', 'eth_chainId', 'wallet_requestPermissions', 'personal_sign']
  expect(wallet.calls.filter((method) => !allowed.includes(method))).toEqual([])
})

test('the exact text is on the page before the wallet opens', async () => {
  const { page, wallet } = await openWithWallet()
  await connectWallet(page)
  await signButton(page).waitFor()
  expect(wallet.calls).not.toContain('personal_sign')
  const dialog = walletDialog(page)
  expect(await dialog.getByRole('region', { name: 'The exact text' }).textContent()).toContain(wallet.account.address)
  expect(await dialog.textContent()).toContain(new URL(browser.base).host)
  expect(await dialog.getByRole('timer').textContent()).toMatch(/\((?:10:00|\d:\d\d) left\)/)
})

test('a page that is only read loads no wallet code and asks for no session', async () => {
  const { page, goto } = await openWithWallet()
  const sessions = requestsTo(page, '/api/auth/session')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const network = watchNetwork(page)
  await goto('/challenges')
  await network.rest()
  const forReading = scripts.length
  expect(sessions).toEqual([])
  await walletButton(page).click()
  await walletDialog(page).waitFor()
  expect(scripts.length).toBeGreaterThan(forReading)
})

test('what an earlier visit left broken keeps nobody from choosing a wallet', async () => {
  const { page, wallet } = await openWithWallet()
  await page.evaluate(() => localStorage.setItem('wagmi.recentConnectorId', '{'))
  await page.reload()
  await signInByClicks(page, wallet)
  expect(await sessionOf(page)).toBe(wallet.account.address)
})

test('declining in the wallet is no error: nothing is sent, and the same text can be signed after it', async () => {
  const { page, wallet } = await openWithWallet()
  const verified = requestsTo(page, '/api/v1/auth/verify')
  const prepared = requestsTo(page, '/api/v1/auth/challenge')
  await connectWallet(page)
  wallet.next = 'reject'
  await signButton(page).click()
  await walletDialog(page).getByText('You declined in the wallet. Nothing was sent and nothing is lost.').waitFor()
  expect(verified).toEqual([])
  await signButton(page).click()
  await walletDialog(page).waitFor({ state: 'hidden' })
  expect(prepared.length).toBe(1)
})

test('an error of the wallet is told in its words and can be tried again', async () => {
  const { page, wallet } = await openWithWallet()
  await connectWallet(page)
  wallet.next = 'fail'
  await signButton(page).click()
  await walletDialog(page).getByText('The wallet could not sign. Internal error of the wallet.').waitFor()
  await walletDialog(page).getByRole('button', { name: 'Try again' }).click()
  await walletDialog(page).waitFor({ state: 'hidden' })
})

test('the only wallet is asked without being chosen, and asked again by a click where its owner declined', async () => {
  const { page, wallet } = await openWithWallet()
  wallet.nextConnection = 'reject'
  await connectWallet(page)
  const dialog = walletDialog(page)
  await dialog.getByText('You declined in the wallet. Nothing happened').waitFor()
  expect(wallet.calls.filter((method) => CONNECTING.includes(method)).length).toBe(1)
  await dialog.getByRole('button', { name: wallet.name }).click()
  await signButton(page).waitFor()
})

test('a wallet that shows no account is told of, and asked again by a click', async () => {
  const { page, wallet } = await openWithWallet()
  wallet.nextConnection = 'no-account'
  await connectWallet(page)
  const dialog = walletDialog(page)
  await dialog.getByText('The wallet showed this site no account.').waitFor()
  await dialog.getByRole('button', { name: wallet.name }).click()
  await signButton(page).waitFor()
})

test('two wallets are listed by their names, each once', async () => {
  const settings = { wallets: [{ name: 'Oak Wallet', twice: true }, { name: 'Birch Wallet' }] }
  const { page, wallets } = await browser.open(settings)
  await walletButton(page).click()
  const dialog = walletDialog(page)
  await dialog.getByRole('button', { name: 'Oak Wallet' }).waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['Oak Wallet', 'Birch Wallet'])
  expect(await dialog.getByRole('listitem').locator('img').count()).toBe(2)
  expect(wallets.flatMap(({ calls }) => calls).filter((method) => CONNECTING.includes(method))).toEqual([])
})

test.for(['eth_accounts', 'eth_chainId'])(
  'a wallet of an earlier visit that never answers %s keeps nobody waiting: another one can be taken',
  async (method) => {
    const { page, wallets } = await browser.open({ wallets: [{ name: 'Oak Wallet' }, { name: 'Birch Wallet' }] })
    await chooseWallet(page, 'Oak Wallet')
    await signButton(page).waitFor()
    wallets[0]?.silent.add(method)
    await page.reload()
    await chooseWallet(page, 'Birch Wallet')
    await signButton(page).click()
    await walletDialog(page).waitFor({ state: 'hidden' })
    expect(await sessionOf(page)).toBe(wallets[1]?.account.address)
  },
)

test('without a wallet the dialog says how to get one, and the page stays readable', async () => {
  const { page } = await browser.open({ viewport: PHONE })
  await walletButton(page).click()
  const dialog = walletDialog(page)
  await dialog.getByRole('heading', { name: 'No wallet found' }).waitFor()
  const onPhone = dialog.getByRole('region', { name: 'With a wallet on a phone' })
  const link = onPhone.getByRole('link', { name: 'Trust Wallet' })
  expect(await link.getAttribute('href')).toContain(encodeURIComponent(page.url()))
  const code = onPhone.getByRole('img', { name: 'The address of this page, as a QR code' })
  expect(await code.isVisible(), 'nobody scans their own screen').toBe(false)
  await page.setViewportSize(DESKTOP)
  await code.waitFor()
  await page.setViewportSize(PHONE)
  await dialog.getByRole('button', { name: 'Go on reading' }).click()
  await page.getByRole('link', { name: 'See the challenges' }).click()
  await page.getByRole('heading', { level: 1, name: 'Challenges' }).waitFor()
})

test('an account switched in the wallet is shown as a second fact, and one click signs in as it', async () => {
  const [first, second] = [freshAccount(), freshAccount()]
  const { page, wallets } = await browser.open({ wallets: [{ accounts: [first, second] }] })
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(page, wallet)
  await wallet.switchTo(second)

  await walletButton(page).click()
  const menu = page.getByRole('banner')
  await menu.getByText('Nothing is sent until they agree').waitFor()
  expect(await menu.textContent()).toContain(short(second.address))
  expect(await sessionOf(page)).toBe(first.address)

  await menu.getByRole('button', { name: `Sign in as ${short(second.address)}` }).click()
  await signButton(page).click()
  await expect.poll(() => signedInAs(page)).toContain(short(second.address))
  expect(await sessionOf(page)).toBe(second.address)
})

test('an account switched while a sign-in is prepared gets a text of its own before anything is signed', async () => {
  const [first, second] = [freshAccount(), freshAccount()]
  const { page, wallets } = await browser.open({ wallets: [{ accounts: [first, second] }] })
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await connectWallet(page)
  const text = walletDialog(page).getByRole('region', { name: 'The exact text' })
  await text.getByText(first.address).waitFor()
  await wallet.switchTo(second)
  await text.getByText(second.address).waitFor()
  await signButton(page).click()
  await expect.poll(() => signedInAs(page)).toContain(short(second.address))
})

test('a text that has run out is prepared again in one click', async () => {
  const { page, wallet, expectFault } = await openWithWallet()
  expectFault(/status of 410/)
  await connectWallet(page)
  await signButton(page).waitFor()
  browser.setClock(11 * 60)
  await signButton(page).click()
  await walletDialog(page).getByText('This request expired').waitFor()
  await walletDialog(page).getByRole('button', { name: 'Prepare it again' }).click()
  await signButton(page).click()
  await walletDialog(page).waitFor({ state: 'hidden' })
  expect(await sessionOf(page)).toBe(wallet.account.address)
})

test('a double click asks the wallet once and opens one session', async () => {
  const { page, wallet } = await openWithWallet()
  const verified = requestsTo(page, '/api/v1/auth/verify')
  await connectWallet(page)
  await signButton(page).dblclick()
  await walletDialog(page).waitFor({ state: 'hidden' })
  expect(wallet.signed.length).toBe(1)
  expect(verified.length).toBe(1)
})

test('a wallet that stays silent can be opened again, and its first signature counts', async () => {
  const { page, wallet } = await openWithWallet()
  const verified = requestsTo(page, '/api/v1/auth/verify')
  const { held, release } = createHold()
  wallet.hold = held
  await connectWallet(page)
  await signButton(page).click()
  // At first it counts as the second press of a double click.
  const openAgain = async () => {
    await walletDialog(page).getByRole('button', { name: 'Open the wallet again' }).click()
    return wallet.calls.filter((method) => method === 'personal_sign').length
  }
  await expect.poll(openAgain, { interval: 300 }).toBe(2)
  release()
  await walletDialog(page).waitFor({ state: 'hidden' })
  expect(verified.length).toBe(1)
})

test('an answer that is lost on its way is asked for again with the same signature', async () => {
  const { page, wallet, expectFault } = await openWithWallet()
  expectFault(/net::ERR_FAILED/)
  await page.route('**/api/v1/auth/verify', (route) => route.abort(), { times: 1 })
  await connectWallet(page)
  await signButton(page).click()
  await walletDialog(page).getByText('The service cannot be reached').waitFor()
  await walletDialog(page).getByRole('button', { name: 'Try again' }).click()
  await walletDialog(page).waitFor({ state: 'hidden' })
  expect(wallet.signed.length).toBe(1)
})

test('a session outlives a reload, and signing out ends it for good', async () => {
  const { page, context, wallet } = await openWithWallet()
  await signInByClicks(page, wallet)
  await page.reload()
  await expect.poll(() => signedInAs(page)).toContain(short(wallet.account.address))
  const cookies = await context.cookies()

  await walletButton(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => signedInAs(page)).toBe('Connect')
  await context.addCookies(cookies)
  expect(await sessionOf(page)).toBeNull()
})

test('whoever signs out while the unread counter asks, leaves no refused request behind', async () => {
  const { page, wallet } = await openWithWallet()
  const { held, release } = createHold()
  const asked = requestsTo(page, '/api/v1/notifications')
  const isLate = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/v1/notifications'))
  await page.route('**/api/v1/notifications?limit=1', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await signInByClicks(page, wallet)
  await expect.poll(() => asked.length).toBe(1)
  await walletButton(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => signedInAs(page)).toBe('Connect')
  release()
  expect((await isLate).failure()?.errorText).toBe('net::ERR_ABORTED')
})

test('signing in and out in one tab is followed by the others', async () => {
  const { page, context, wallet } = await openWithWallet()
  const other = await context.newPage()
  await other.goto('/missions')
  await signInByClicks(page, wallet)
  await expect.poll(() => signedInAs(other)).toContain(short(wallet.account.address))
  await walletButton(page).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => signedInAs(other)).toBe('Connect')
})

test.for(['smart-account', 'erc-6492'] as const)(
  'a signature of a smart account (%s) is explained, and nothing is sent',
  async (kind) => {
    const { page, wallet } = await openWithWallet()
    const verified = requestsTo(page, '/api/v1/auth/verify')
    await connectWallet(page)
    wallet.next = kind
    await signButton(page).click()
    await walletDialog(page).getByText('This wallet is a smart account.').waitFor()
    expect(await walletDialog(page).textContent()).toContain('choose a plain account in your wallet')
    expect(verified).toEqual([])
    await walletDialog(page).getByRole('button', { name: 'Choose another wallet' }).click()
    await walletDialog(page).getByRole('heading', { name: 'Choose a wallet' }).waitFor()
  },
)

test('somebody signs in with the keyboard alone', async () => {
  const { page, wallet } = await openWithWallet()
  await walletButton(page).focus()
  await page.keyboard.press('Enter')
  await signButton(page).waitFor()
  await tabTo(page, 'The exact text')
  await tabTo(page, `Sign with ${wallet.name}`)
  await page.keyboard.press('Enter')
  await walletDialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => focusedName(page)).toContain(short(wallet.account.address))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await tabTo(page, 'Sign out')
  await page.keyboard.press('Enter')
  await expect.poll(() => signedInAs(page)).toBe('Connect')
  await expect.poll(() => focusedName(page)).toBe('Connect')
})

test('whoever signs in by a button of the page, which is gone then, stays in the page', async () => {
  const { page, wallet, goto } = await openWithWallet()
  await goto('/me')
  await page.getByRole('main').getByRole('button', { name: 'Connect a wallet' }).focus()
  await page.keyboard.press('Enter')
  await signButton(page).waitFor()
  await tabTo(page, `Sign with ${wallet.name}`)
  await page.keyboard.press('Enter')
  await walletDialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.tagName)).toBe('MAIN')
})

test('a session that could not be asked for is asked for again by itself', async () => {
  const { page, wallet, expectFault } = await openWithWallet()
  expectFault(/net::ERR_FAILED|status of 503/)
  await signInByClicks(page, wallet)
  const asked = requestsTo(page, '/api/auth/session')
  await page.route('**/api/auth/session', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await page.route('**/api/auth/session', (route) => route.abort(), { times: 1 })
  await page.reload()
  await expect.poll(() => signedInAs(page)).toContain(short(wallet.account.address))
  expect(asked.length).toBe(3)
})

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused } = document
    return focused === document.body ? '' : (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '')
  })

/** Presses Tab until something of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await focusedName(page)).includes(name)) return
  }
  throw new Error(`Tab does not lead to "${name}".`)
}
