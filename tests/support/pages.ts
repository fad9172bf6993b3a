import { readFileSync } from 'node:fs'
import { type BrowserContext, chromium, type Page, type Response } from 'playwright'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, expect } from 'vitest'
import { demoAddressFile } from '@/server/demo-access'
import { BROWSER_FLAGS } from '@/tests/support/browser'
import { type BrowserContexts, createBrowserContexts, LEAN } from '@/tests/support/browser-contexts'
import { proveWallet } from '@/tests/support/client'
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
  /** Who has signed in on an earlier visit, with the first of the wallets. */
  readonly signedIn?: PrivateKeyAccount
  /** The demo wallets of the embedded default: hidden unless asked for. They are offered once their address was opened. */
  readonly demoWallets?: 'hidden' | 'unopened' | 'opened'
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
}

export interface TestBrowser extends Clock {
  readonly base: string
  /** Opens a page in a context that nobody else has: no cookies, no storage. */
  open(settings?: PageSettings): Promise<OpenedPage>
  /** What its open pages show, in words: for whoever looks for the reason of a failure. */
  shown(): Promise<string>
  /** Every complaint of every page so far, but for the expected ones; then forgets them and closes the pages. */
  endTest(): Promise<string[]>
  close(): Promise<void>
}

/** How long anything in a page may hang before the test is given up: long, since it says nothing of how fast a page is. */
export const HANG_MS = 120_000

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 900 }

declare global {
  /** What the files of a worker share: its browser, once one of them has launched it. */
  var pagesBrowser: Promise<LaunchedBrowser> | undefined
}

interface LaunchedBrowser {
  readonly contexts: BrowserContexts
  close(): Promise<void>
}

async function launch(flags: readonly string[]): Promise<LaunchedBrowser> {
  const { base, community, chromium: executablePath } = sharedService()
  const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS, ...LEAN, ...flags] })
  const contexts = createBrowserContexts(browser, [base, community], { baseURL: base, reducedMotion: 'reduce' })
  return { contexts, close: () => browser.close() }
}

function sharedBrowser(): Promise<LaunchedBrowser> {
  globalThis.pagesBrowser ??= launch([])
  return globalThis.pagesBrowser
}

/**
 * A browser against the shared service. It starts with its first page.
 * @param flags of Chromium, for features that it does not have by itself: with them it is the caller's own.
 */
export function openBrowser(flags: readonly string[] = []): TestBrowser {
  const { base, clockFile } = sharedService()
  let own: Promise<LaunchedBrowser> | undefined
  const launched = () => {
    if (flags.length === 0) return sharedBrowser()
    own ??= launch(flags)
    return own
  }
  const opened = new Set<{ readonly page: OpenedPage; remaining(): string[] }>()
  const clock = clockOf(clockFile)
  const closePages = async () => {
    await Promise.all([...opened].map(({ page }) => page.close()))
    opened.clear()
  }
  return {
    base,
    ...clock,
    async open(settings = {}) {
      const { contexts } = await launched()
      const tracked = await openPage(contexts, settings)
      opened.add(tracked)
      return tracked.page
    },
    async shown() {
      const pages = await Promise.all([...opened].map(({ page }) => wordsOf(page.page)))
      return pages.join('\n\n')
    },
    async endTest() {
      clock.setClock(0)
      const faults = [...opened].flatMap((tracked) => tracked.remaining())
      await closePages()
      return faults
    },
    async close() {
      await closePages()
      await (await own)?.close()
    },
  }
}

const WORDS_HANG_MS = 5_000

async function wordsOf(page: Page): Promise<string> {
  const words = await page
    .locator('body')
    .innerText({ timeout: WORDS_HANG_MS })
    .catch(() => 'It shows nothing.')
  return `${page.url()} shows:\n${words}`
}

/** The browser of a test file, of whose pages none may complain in any test. Call it once, at the top of the file. */
export function testBrowser(flags?: readonly string[]): TestBrowser {
  const browser = openBrowser(flags)
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.log(await browser.shown())
    expect(await browser.endTest()).toEqual([])
  })
  afterAll(() => browser.close())
  return browser
}

/** Opens the one-time address that the service has printed, as a newcomer does. */
async function openDemoWallets(page: Page): Promise<void> {
  await page.goto(readFileSync(demoAddressFile(sharedService().dataDir), 'utf8').trim())
  await page.getByText('Demo wallets are ready.').waitFor()
  await page.getByRole('link', { name: 'Go to the site' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Runs in the page. (To answer requests from out here would cost every request of every page a fifth of its time.) */
function hideDemoWallets(): void {
  const whole = window.fetch.bind(window)
  window.fetch = async (input, init) =>
    String(input).endsWith('/demo-wallets.json') ? Response.json({ wallets: [] }) : whole(input, init)
}

/** Leaves in the context what an earlier visit has left there: the session, and what the browser knows of it and of the wallet. */
async function signInBefore(context: BrowserContext, account: PrivateKeyAccount, wallet?: TestWallet): Promise<void> {
  const post = async (path: string, data: object) => {
    const response = await context.request.post(path, { data })
    const text = await response.text()
    return { status: response.status(), text, body: JSON.parse(text) }
  }
  const { body: session } = await proveWallet(post, account)
  const [anyPage] = context.pages()
  await anyPage?.evaluate(
    ([until, address, connector]) => {
      localStorage.setItem('session-until', until)
      localStorage.setItem('you', address)
      localStorage.setItem('wagmi.recentConnectorId', JSON.stringify(connector))
    },
    [session.expiresAt, account.address, wallet?.rdns ?? ''] as const,
  )
}

async function openPage(contexts: BrowserContexts, settings: PageSettings) {
  const {
    path = '/',
    wallets = [],
    signedIn,
    demoWallets = 'hidden',
    viewport = DESKTOP,
    colorScheme = 'light',
  } = settings
  const context = await contexts.take()
  context.setDefaultTimeout(HANG_MS)
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
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
  if (signedIn) await signInBefore(context, signedIn, installed[0])
  if (demoWallets === 'opened') await openDemoWallets(page)
  await page.goto(path)
  let closing: Promise<void> | undefined
  return {
    page: {
      page,
      context,
      wallets: installed,
      faults,
      expectFault: (pattern: RegExp) => void expected.push(pattern),
      goto: (to: string) => page.goto(to),
      close: () => (closing ??= contexts.giveBack(context)),
    } satisfies OpenedPage,
    remaining: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  }
}
