import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright'
import { demoAddressFile } from '@/server/demo-access'
import { BROWSER_FLAGS } from '@/tests/support/browser'
import { type Clock, clockOf } from '@/tests/support/clock'
import { installWallet, type TestWallet, type WalletSettings } from '@/tests/support/pages-wallet'
import { sharedService } from '@/tests/support/shared-service'

export interface OpenedPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly wallets: readonly TestWallet[]
  /** What the browser complained of: errors on the console, uncaught errors, violations of the security policy. */
  readonly faults: string[]
  /** Complaints that belong to the test, e.g. the browser's line about a refused request. */
  expectFault(pattern: RegExp): void
  goto(path: string): Promise<Response | null>
  close(): Promise<void>
}

export interface PageSettings {
  readonly path?: string
  readonly wallets?: readonly WalletSettings[]
  /** The demo wallets of the embedded default: hidden unless asked for. They are offered once their address was opened. */
  readonly demoWallets?: 'hidden' | 'unopened' | 'opened'
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
}

export interface TestBrowser extends Clock {
  readonly base: string
  /** Opens a page in a context of its own: no cookies, no storage. */
  open(settings?: PageSettings): Promise<OpenedPage>
  /** Every complaint of every page so far, but for the expected ones; then forgets them and closes the pages. */
  endTest(): Promise<string[]>
  close(): Promise<void>
}

/** How long anything in a page may hang before the test is given up: long, since it says nothing of how fast a page is. */
export const HANG_MS = 120_000

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 900 }

/**
 * Launches the browser against the shared service; once per test file, in `beforeAll`.
 * @param flags of Chromium, for features that it does not have by itself.
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  const { base, chromium: executablePath, clockFile } = sharedService()
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS, ...flags] })
  const opened = new Set<{ readonly page: OpenedPage; remaining(): string[] }>()
  const clock = clockOf(clockFile)
  return {
    base,
    ...clock,
    async open(settings = {}) {
      const tracked = await openPage(browser, base, settings)
      opened.add(tracked)
      return tracked.page
    },
    async endTest() {
      clock.setClock(0)
      const faults = [...opened].flatMap((tracked) => tracked.remaining())
      await Promise.all([...opened].map(({ page }) => page.close()))
      opened.clear()
      return faults
    },
    close: () => browser.close(),
  }
}

/** Opens the one-time address that the service has printed, as a newcomer does. */
export async function openDemoWallets(page: Page): Promise<void> {
  await page.goto(readFileSync(demoAddressFile(sharedService().dataDir), 'utf8').trim())
  await page.waitForURL((url) => url.pathname === '/')
}

/** Runs in the page. (To answer requests from out here would cost every request of every page a fifth of its time.) */
function hideDemoWallets(): void {
  const whole = window.fetch.bind(window)
  window.fetch = async (input, init) =>
    String(input).endsWith('/demo-wallets.json') ? Response.json({ wallets: [] }) : whole(input, init)
}

async function openPage(browser: Browser, base: string, settings: PageSettings) {
  const { path = '/', wallets = [], demoWallets = 'hidden', viewport = DESKTOP, colorScheme = 'light' } = settings
  const context = await browser.newContext({ baseURL: base, viewport, colorScheme, reducedMotion: 'reduce' })
  context.setDefaultTimeout(HANG_MS)
  const page = await context.newPage()
  const faults: string[] = []
  const expected: RegExp[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => faults.push(`Uncaught: ${error.stack ?? error.message}`))
  page.on('crash', () => faults.push('The page crashed.'))
  if (demoWallets === 'hidden') await page.addInitScript(hideDemoWallets)
  const installed: TestWallet[] = []
  for (const wallet of wallets) installed.push(await installWallet(page, wallet))
  if (demoWallets === 'opened') await openDemoWallets(page)
  await page.goto(path)
  return {
    page: {
      page,
      context,
      wallets: installed,
      faults,
      expectFault: (pattern: RegExp) => void expected.push(pattern),
      goto: (to: string) => page.goto(to),
      close: () => context.close(),
    } satisfies OpenedPage,
    remaining: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  }
}
