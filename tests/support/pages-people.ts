import type { PrivateKeyAccount } from 'viem/accounts'
import { privateKeyToAccount } from 'viem/accounts'
import type { OpenedPage, PageSettings, TestBrowser } from '@/tests/support/pages'
import { short, walletButton } from '@/tests/support/pages-steps'
import { freshAccount, type TestWallet } from '@/tests/support/pages-wallet'
import { sharedService } from '@/tests/support/shared-service'

// Somebody at a page, for the tests of pages on which several people act.

export interface Person extends OpenedPage {
  readonly wallet: TestWallet
}

/** Opens a page for somebody who signed in on an earlier visit. How people sign in by clicking, `wallet.test.ts` tests. */
export async function openAs(
  browser: TestBrowser,
  path: string,
  account: PrivateKeyAccount = freshAccount(),
  settings: Pick<PageSettings, 'viewport' | 'colorScheme'> = {},
): Promise<Person> {
  const wallets = [{ accounts: [account], connected: true }]
  const opened = await browser.open({ ...settings, path, wallets, signedIn: account })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await walletButton(opened.page).getByText(short(account.address)).waitFor()
  return { ...opened, wallet }
}

export const adminAccount = () => privateKeyToAccount(sharedService().adminKey)
