import { expect, test } from 'vitest'
import { findingsInBothThemes } from '@/tests/support/axe'
import { AXE_WIDTHS } from '@/tests/support/page-walk'
import { testBrowser } from '@/tests/support/pages'
import { chooseWallet, signButton, walletButton, walletDialog } from '@/tests/support/pages-steps'

// What axe finds in the pages themselves is held in every-page.test.ts.

const browser = testBrowser()

test.for(AXE_WIDTHS)('axe finds nothing in the dialogs of the wallet, %d px wide, in both themes', async (width) => {
  const viewport = { width, height: 900 }
  const opened = await browser.open({ viewport, wallets: [{ name: 'Oak' }, { name: 'Birch' }] })
  const { page, wallets } = opened
  const found: string[] = []
  await walletButton(page).click()
  await walletDialog(page).getByRole('heading', { name: 'Choose a wallet' }).waitFor()
  found.push(...(await findingsInBothThemes(page, 'choose')))
  await page.keyboard.press('Escape')
  const [wallet] = wallets
  if (!wallet) throw new Error('No wallet.')
  await chooseWallet(page, wallet.name)
  await signButton(page).waitFor()
  found.push(...(await findingsInBothThemes(page, 'sign')))
  await signButton(page).click()
  await walletDialog(page).waitFor({ state: 'hidden' })
  await walletButton(page).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  found.push(...(await findingsInBothThemes(page, 'menu')))
  expect(found).toEqual([])
})

test.for(AXE_WIDTHS)('axe finds nothing where there is no wallet, %d px wide, in both themes', async (width) => {
  const opened = await browser.open({ viewport: { width, height: 900 } })
  await walletButton(opened.page).click()
  await walletDialog(opened.page).getByRole('heading', { name: 'No wallet found' }).waitFor()
  expect(await findingsInBothThemes(opened.page, 'no wallet')).toEqual([])
})
