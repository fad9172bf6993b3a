import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findings } from '@/tests/support/axe'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { chooseWallet, signButton, walletButton, walletDialog } from '@/tests/support/pages-steps'
import { makeRecords, sitePages } from '@/tests/support/site-pages'

const ABSENT = ['/no-such-page', '/challenges/no-such-id']
const WIDTHS = [390, 1280]
const THEMES = ['light', 'dark'] as const
const LOOKS = THEMES.flatMap((colorScheme) =>
  WIDTHS.map((width) => ({ name: `${colorScheme}, ${width} px wide`, colorScheme, viewport: { width, height: 900 } })),
)

let browser: TestBrowser
let paths: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  paths = [...sitePages(await makeRecords()), ...ABSENT]
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

test.for(WIDTHS)('axe finds nothing on any page, %d px wide, in both themes', { timeout: 180_000 }, async (width) => {
  const { page, goto, expectFault } = await browser.open({ viewport: { width, height: 900 } })
  expectFault(/status of 404/)
  const found: string[] = []
  for (const path of paths) {
    // Of the many pages of the documentation every width and every theme is seen, but not each with each.
    const themes = path.startsWith('/docs/')
      ? THEMES.filter((theme) => (theme === 'light') === (width !== 390))
      : THEMES
    await goto(path)
    await page.waitForLoadState('networkidle')
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await findings(page, `${path}, ${colorScheme}`)))
    }
  }
  expect(found).toEqual([])
})

describe.for(LOOKS)('axe, $name', ({ colorScheme, viewport }) => {
  test('finds nothing in the dialogs of the wallet', async () => {
    const { page, wallets } = await browser.open({
      colorScheme,
      viewport,
      wallets: [{ name: 'Oak' }, { name: 'Birch' }],
    })
    const found: string[] = []
    await walletButton(page).click()
    await walletDialog(page).getByRole('heading', { name: 'Choose a wallet' }).waitFor()
    found.push(...(await findings(page, 'choose')))
    await page.keyboard.press('Escape')
    const [wallet] = wallets
    if (!wallet) throw new Error('No wallet.')
    await chooseWallet(page, wallet.name)
    await signButton(page).waitFor()
    found.push(...(await findings(page, 'sign')))
    await signButton(page).click()
    await walletDialog(page).getByText('You are signed in').waitFor()
    found.push(...(await findings(page, 'signed')))
    await page.keyboard.press('Escape')
    await walletButton(page).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    found.push(...(await findings(page, 'menu')))
    expect(found).toEqual([])
  })

  test('finds nothing where there is no wallet', async () => {
    const { page } = await browser.open({ colorScheme, viewport })
    await walletButton(page).click()
    await walletDialog(page).getByRole('heading', { name: 'No wallet found' }).waitFor()
    expect(await findings(page, 'no wallet')).toEqual([])
  })
})
