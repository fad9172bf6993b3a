import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import type { PrivateKeyAccount } from 'viem/accounts'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
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

/** Axe finds nothing, and nothing is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Every look that a page is held against axe in. */
export const PHONE_LOOKS = (['light', 'dark'] as const).map((colorScheme) => ({
  colorScheme,
  viewport: { width: 390, height: 844 },
}))
