import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '@/tests/support/pages'
import { makeRecords, type Records, sitePages } from '@/tests/support/site-pages'
import { measureVitals, type Vitals } from '@/tests/support/vitals'

// The parts of Lighthouse that its report is made of, measured and read here without it.

const LCP_MS_MAX = 2_500
const CLS_MAX = 0.05
const LONG_TASK_MS_MAX = 200
/** Two shared cores: of several loads the quickest is the page's own doing. */
const LOADS = 4
const ABSENT = '/no-such-page'
const MOBILE = { width: 390, height: 844 }

let browser: TestBrowser
let records: Records
let paths: string[]

beforeAll(async () => {
  browser = await launchBrowser()
  records = await makeRecords()
  paths = sitePages(records)
})
afterEach(async () => {
  expect(await browser.endTest()).toEqual([])
})
afterAll(() => browser.close())

async function bestVitals(path: string): Promise<Vitals> {
  const all: Vitals[] = []
  for (let load = 0; load < LOADS; load += 1) {
    const { page, close } = await browser.open({ path: 'about:blank', viewport: MOBILE })
    all.push(await measureVitals(page, path))
    await close()
  }
  const best = (of: (vitals: Vitals) => number) => Math.min(...all.map(of))
  return {
    lcpMs: best(({ lcpMs }) => lcpMs),
    // A page that ever jumps, jumps.
    cls: Math.max(...all.map(({ cls }) => cls)),
    tbtMs: best(({ tbtMs }) => tbtMs),
    longestTaskMs: best(({ longestTaskMs }) => longestTaskMs),
  }
}

const QUICK: readonly (readonly [string, (of: Records) => string])[] = [
  ['home', () => '/'],
  ['a challenge', (of) => `/challenges/${of['challenges']}`],
  ['a mission', (of) => `/missions/${of['missions']}`],
]

test.for(QUICK)(
  '%s is quick and still on a processor four times slower',
  { timeout: 120_000 },
  async ([name, pathOf]) => {
    const vitals = await bestVitals(pathOf(records))
    console.log(name, JSON.stringify(vitals))
    expect(vitals.cls).toBeLessThan(CLS_MAX)
    expect(vitals.lcpMs).toBeLessThan(LCP_MS_MAX)
    expect(vitals.longestTaskMs).toBeLessThanOrEqual(LONG_TASK_MS_MAX)
  },
)

interface Facts {
  readonly lang: string
  readonly title: string
  readonly viewport: string
  readonly description: string
  readonly canonical: string
  readonly robots: string
  readonly deadLinks: string[]
  readonly picturesWithoutAlt: number
}

/** Runs in the page. */
function readFacts(): Facts {
  const meta = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
  return {
    lang: document.documentElement.lang,
    title: document.title,
    viewport: meta('viewport'),
    description: meta('description'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
    robots: meta('robots'),
    deadLinks: [...document.querySelectorAll('a')]
      .filter((link) => !/^(?:https?:|\/|#|mailto:)/.test(link.getAttribute('href') ?? ''))
      .map((link) => link.outerHTML),
    picturesWithoutAlt: document.querySelectorAll('img:not([alt])').length,
  }
}

describe('what search engines need', () => {
  test('every page has it, and no page complains on the console', async () => {
    const { page, goto, expectFault } = await browser.open({ viewport: MOBILE })
    expectFault(/status of 404/)
    const titles = new Set<string>()
    for (const path of [...paths, ABSENT]) {
      await goto(path)
      await page.waitForLoadState('networkidle')
      const facts = await page.evaluate(readFacts)
      const { title, description, canonical, robots, ...rest } = facts
      expect(rest, path).toEqual({
        lang: 'en',
        viewport: expect.stringContaining('width=device-width'),
        deadLinks: [],
        picturesWithoutAlt: 0,
      })
      expect(rest.viewport, path).not.toMatch(/user-scalable|maximum-scale/)
      expect(title.length, path).toBeGreaterThan(8)
      titles.add(title)
      if (path === ABSENT) expect(robots, path).toContain('noindex')
      else expect(description.length, path).toBeGreaterThan(20)
      // Every page is either to be found under one address, or asks not to be found.
      if (!robots.includes('noindex')) expect(new URL(canonical).pathname, path).toBe(new URL(path, canonical).pathname)
    }
    const filtered = paths.filter((path) => path.includes('?')).length
    expect(titles.size).toBe(paths.length + 1 - filtered)
  }, 120_000)

  test('robots may read everything public, and the sitemap names the pages', async () => {
    const robots = await (await fetch(`${browser.base}/robots.txt`)).text()
    expect(robots).toMatch(/Allow: \//)
    expect(robots).toContain(`Sitemap: ${browser.base}/sitemap.xml`)
  })
})
