import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { type Examined, findings, overflow } from '@/tests/support/axe'
import { createHold } from '@/tests/support/hold'
import { DESKTOP, PHONE, testBrowser } from '@/tests/support/pages'
import { openAs } from '@/tests/support/pages-people'
import { signButton, walletButton, walletDialog } from '@/tests/support/pages-steps'
import { freshAccount } from '@/tests/support/pages-wallet'

const browser = testBrowser()

/** Nothing that axe finds, nothing that leaves the screen sideways, and a picture where `SCREENSHOTS` names a folder. */
async function check(page: Page, name: string, examined: Examined): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
  expect(await findings(page, name, examined)).toEqual([])
  expect(await overflow(page), name).toBeLessThanOrEqual(0)
}

// Both themes and both ends of the width; every pair of them would find the same. They differ in colours alone.
const looks = [
  ['phone', 'dark', PHONE, 'all'],
  ['desk', 'light', DESKTOP, 'contrast'],
] as const

describe.for(looks)('on a %s, %s', ([device, colorScheme, viewport, examined]) => {
  const see = (page: Page, state: string) => check(page, `${device}-${colorScheme}-${state}`, examined)

  test('no wallet found', async () => {
    const { page } = await browser.open({ viewport, colorScheme })
    await walletButton(page).click()
    await walletDialog(page).getByRole('heading', { name: 'No wallet found' }).waitFor()
    await see(page, 'no-wallet')
  })

  test('every state of the dialog and the menu', async () => {
    const accounts = [freshAccount(), freshAccount()] as const
    const settings = { wallets: [{ accounts, name: 'Oak Wallet' }, { name: 'Birch Wallet' }], viewport, colorScheme }
    const { page, wallets, expectFault } = await browser.open(settings)
    const [wallet] = wallets
    if (!wallet) throw new Error('No wallet.')
    expectFault(/status of 410/)
    const dialog = walletDialog(page)
    await see(page, 'connect')

    await walletButton(page).click()
    await dialog.getByRole('button', { name: 'Oak Wallet' }).waitFor()
    await see(page, 'choose')
    await dialog.getByRole('button', { name: 'Oak Wallet' }).click()
    await signButton(page).waitFor()
    await see(page, 'prepared')

    wallet.next = 'reject'
    await signButton(page).click()
    await dialog.getByText('You declined').waitFor()
    await see(page, 'declined')

    wallet.next = 'fail'
    await signButton(page).click()
    await dialog.getByText('could not sign').waitFor()
    await see(page, 'failed')

    const { held, release } = createHold()
    wallet.next = 'smart-account'
    wallet.hold = held
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('Waiting for Oak Wallet').waitFor()
    await see(page, 'waiting')
    release()
    await dialog.getByText('smart account').first().waitFor()
    await see(page, 'smart-account')

    await dialog.getByRole('button', { name: 'Choose another wallet' }).click()
    await dialog.getByRole('button', { name: 'Oak Wallet' }).click()
    await signButton(page).waitFor()
    browser.setClock(11 * 60)
    await signButton(page).click()
    await dialog.getByText('expired').waitFor()
    await see(page, 'expired')
    browser.setClock(0)
    await dialog.getByRole('button', { name: 'Prepare it again' }).click()
    await signButton(page).click()
    await dialog.waitFor({ state: 'hidden' })

    await walletButton(page).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await see(page, 'menu')
    await wallet.switchTo(accounts[1])
    await page.getByText('Nothing is sent until they agree').waitFor()
    await see(page, 'menu-two-wallets')
  })
})

test('where the parts of the wallet’s button cannot be loaded, the page stands all the same', async () => {
  const { page, faults, expectFault } = await openAs(browser, '/missions')
  expectFault(/status of 404/)
  expectFault(/^(WalletMenu|UnreadBadge) could not be loaded/)
  const refused: string[] = []
  await page.route('**/_next/static/**/*.js', async (route) => {
    const response = await route.fetch()
    const isPart = /Looking for your wallet|" unread"/.test(await response.text())
    if (!isPart) return route.fulfill({ response })
    refused.push(route.request().url())
    await route.fulfill({ status: 404, body: '' })
  })
  await page.reload()
  await walletButton(page).click()
  await page.getByText('The menu could not be loaded.').waitFor()
  expect(refused.length).toBeGreaterThanOrEqual(1)
  expect(faults.join('\n'), 'why is on the console').toContain('WalletMenu could not be loaded')
  await page.getByRole('heading', { level: 1, name: 'Missions' }).waitFor()
  // What else the page still loads is let go with it.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
