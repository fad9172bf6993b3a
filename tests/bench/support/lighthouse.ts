import { chromium } from 'playwright'
import { z } from 'zod'
import { BROWSER_FLAGS, findChromium } from '@/tests/support/browser'
import { cachedPackage } from '@/tests/support/cached-package'
import { takePort } from './ports'

/** What Lighthouse says of a page on its phone: a processor four times slower, 1.6 Mbit/s, round trips of 150 ms. */
export interface Vitals {
  /** Largest contentful paint, ms since the navigation began. */
  readonly lcpMs: number
  /** Total blocking time: what long tasks take beyond 50 ms each. */
  readonly tbtMs: number
  readonly longestTaskMs: number
}

const Result = z.object({
  lhr: z.object({
    audits: z.object({
      'largest-contentful-paint': z.object({ numericValue: z.number() }),
      'total-blocking-time': z.object({ numericValue: z.number() }),
      'long-tasks': z.object({ details: z.object({ items: z.array(z.object({ duration: z.number() })) }) }),
    }),
  }),
})

type Run = (url: string, flags: Readonly<Record<string, unknown>>) => Promise<unknown>

/** The newest that runs on Node 20. */
const VERSION = '12.8.2'

export interface Lighthouse {
  /** Loads a page with an empty cache. */
  measure(url: string): Promise<Vitals>
  close(): Promise<void>
}

/** Gets Lighthouse from the npm registry and starts a browser for it. */
export async function startLighthouse(): Promise<Lighthouse> {
  const entry = cachedPackage('lighthouse', VERSION)
  if (entry === null) throw new Error('Lighthouse is not to be had: npm could not install it.')
  const { default: run }: { default: Run } = await import(entry)
  const port = await takePort()
  const args = [...BROWSER_FLAGS, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  return {
    async measure(url) {
      const result = await run(url, { port, onlyCategories: ['performance'], logLevel: 'error' })
      const { audits } = Result.parse(result).lhr
      const tasks = audits['long-tasks'].details.items.map(({ duration }) => duration)
      return {
        lcpMs: audits['largest-contentful-paint'].numericValue,
        tbtMs: audits['total-blocking-time'].numericValue,
        longestTaskMs: Math.max(0, ...tasks),
      }
    },
    close: () => browser.close(),
  }
}
