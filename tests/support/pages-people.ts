import type { PrivateKeyAccount } from 'viem/accounts'
import { privateKeyToAccount } from 'viem/accounts'
import type { OpenedPage, PageSettings, TestBrowser } from '@/tests/support/pages'
import { signInByClicks } from '@/tests/support/pages-steps'
import { freshAccount, type TestWallet } from '@/tests/support/pages-wallet'
import { sharedService } from '@/tests/support/shared-service'

// Somebody at a page, for the tests of pages on which several people act.

export interface Person extends OpenedPage {
  readonly wallet: TestWallet
}

/** Opens a page for somebody who has signed in by clicking. */
export async function openAs(
  browser: TestBrowser,
  path: string,
  account: PrivateKeyAccount = freshAccount(),
  settings: Pick<PageSettings, 'viewport' | 'colorScheme'> = {},
): Promise<Person> {
  const opened = await browser.open({ ...settings, path, wallets: [{ accounts: [account] }] })
  const [wallet] = opened.wallets
  if (!wallet) throw new Error('No wallet.')
  await signInByClicks(opened.page, wallet)
  return { ...opened, wallet }
}

export const adminAccount = () => privateKeyToAccount(sharedService().adminKey)
