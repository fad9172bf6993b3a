import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { TestWallet } from '@/tests/support/pages-wallet'

// The steps that people take with their wallet, for every test that needs somebody signed in.

export const walletDialog = (page: Page): Locator => page.getByRole('dialog')
export const walletButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /Connect|signed in/ })
export const signButton = (page: Page): Locator => page.getByRole('button', { name: /^Sign with / })

/** `0x252D…59cD` */
export const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Opens the choice of wallets, and takes one of several. */
export async function chooseWallet(page: Page, name: string): Promise<void> {
  await walletButton(page).click()
  await walletDialog(page).getByRole('button', { name }).click()
}

/** Connects the only wallet there is. */
export const connectWallet = (page: Page): Promise<void> => walletButton(page).click()

/** Signs in by clicking, from the header to the last step. */
export async function signInByClicks(page: Page, wallet: TestWallet): Promise<void> {
  await connectWallet(page)
  await signButton(page).click()
  await walletDialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => signedInAs(page)).toContain(short(wallet.account.address))
}

/** What the header says of who is signed in. */
export async function signedInAs(page: Page): Promise<string> {
  return (await walletButton(page).textContent()) ?? ''
}

/** Who the service says is signed in, asked with the page's own cookie. */
export async function sessionOf(page: Page): Promise<string | null> {
  const response = await page.context().request.get('/api/auth/session')
  const { session } = await response.json()
  return session?.address ?? null
}
