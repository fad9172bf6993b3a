import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright'

// To open a page in a browser context of its own costs three times what it costs in one whose renderer runs already and has
// compiled the scripts of the site. So contexts are used again, emptied, by pages that are new each time.

/** What cannot be undone in a context: one on which any of it was called is not used again. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setHTTPCredentials', 'setStorageState'] as const
const CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

/** Flags of Chromium: the pages of a context share a process, and a page that lives for seconds has no code optimised for it. */
export const LEAN = ['--renderer-process-limit=1', '--js-flags=--no-maglev,--no-opt']

export interface BrowserContexts {
  /** A context without cookies, storage, permissions or pages. */
  take(): Promise<BrowserContext>
  /** Closes its pages, and empties it for the next test. */
  giveBack(context: BrowserContext): Promise<void>
}

interface Kept {
  /** Forgets what a test left. */
  readonly empty: () => Promise<void>
  readonly isSpent: () => boolean
}

/** Notes calls of methods. @returns whether any was called. */
function watchCalls(watched: object, methods: readonly string[]): () => boolean {
  let wasCalled = false
  for (const method of methods) {
    const whole: (...args: unknown[]) => unknown = Reflect.get(watched, method).bind(watched)
    Reflect.set(watched, method, (...args: unknown[]) => {
      wasCalled = true
      return whole(...args)
    })
  }
  return () => wasCalled
}

/**
 * @param origins whose storage is emptied; a page of the first stays open.
 * @param options of every context.
 */
export function createBrowserContexts(
  browser: Browser,
  origins: readonly [string, ...string[]],
  options: BrowserContextOptions,
): BrowserContexts {
  const free: BrowserContext[] = []
  const kept = new WeakMap<BrowserContext, Kept>()

  async function create(): Promise<BrowserContext> {
    const context = await browser.newContext(options)
    const calls = [watchCalls(context, LASTING), watchCalls(context.clock, CLOCK)]
    // A document without scripts keeps the renderer alive.
    const keeper = await context.newPage()
    await keeper.goto(`${origins[0]}/robots.txt`)
    const devtools = await context.newCDPSession(keeper)
    kept.set(context, {
      async empty() {
        const others = context.pages().filter((page) => page !== keeper)
        await Promise.all(others.map((page) => page.close()))
        for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
        await context.clearCookies()
        await context.clearPermissions()
        await context.setOffline(false)
        await context.unrouteAll({ behavior: 'ignoreErrors' })
      },
      isSpent: () => keeper.isClosed() || calls.some((wasCalled) => wasCalled()),
    })
    return context
  }

  return {
    take: async () => free.pop() ?? create(),
    async giveBack(context) {
      const keeping = kept.get(context)
      if (!keeping || keeping.isSpent()) return context.close()
      await keeping.empty()
      free.push(context)
    },
  }
}
