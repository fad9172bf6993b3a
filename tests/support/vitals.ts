import type { Page } from 'playwright'

/** What a page felt like, in the words of web-vitals. */
export interface Vitals {
  /** Largest contentful paint, ms since the navigation began. */
  readonly lcpMs: number
  /** Cumulative layout shift, a ratio. */
  readonly cls: number
  /** Total blocking time: what long tasks took beyond 50 ms each. */
  readonly tbtMs: number
  readonly longestTaskMs: number
}

const OBSERVED = ['largest-contentful-paint', 'layout-shift', 'longtask']
/** Lighthouse's mobile profile: a processor four times slower. */
const SLOWER = 4
const QUIET_MS = 500

/** Runs in the page, before its scripts. No function in it has a name: a compiler that keeps names needs help that no page has. */
function observe(types: readonly string[]): void {
  const kept: unknown[] = []
  Reflect.set(window, 'vitals', kept)
  for (const type of types) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value = Reflect.get(entry, 'value')
        const byHand = Reflect.get(entry, 'hadRecentInput') === true
        if (!byHand) kept.push({ type: entry.entryType, startMs: entry.startTime, durationMs: entry.duration, value })
      }
    }).observe({ type, buffered: true })
  }
}

interface Entry {
  readonly type: string
  readonly startMs: number
  readonly durationMs: number
  readonly value: number
}

/** Loads a page with an empty cache on a processor that is slowed down, as Lighthouse does for phones. */
export async function measureVitals(page: Page, path: string): Promise<Vitals> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(observe, OBSERVED)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
  const entries: Entry[] = await page.evaluate(() => Reflect.get(window, 'vitals'))
  if (!entries.some(({ type }) => type === 'largest-contentful-paint'))
    throw new Error(`Nothing was painted at ${path}.`)
  const of = (type: string) => entries.filter((entry) => entry.type === type)
  const tasks = of('longtask').map(({ durationMs }) => durationMs)
  return {
    lcpMs: Math.round(of('largest-contentful-paint').at(-1)?.startMs ?? Number.POSITIVE_INFINITY),
    cls: of('layout-shift').reduce((sum, { value }) => sum + value, 0),
    tbtMs: Math.round(tasks.reduce((sum, ms) => sum + ms - 50, 0)),
    longestTaskMs: Math.max(0, ...tasks),
  }
}
