import type { Page, Response } from 'playwright'
import { brokenWords, type Examined, findings, overflow } from '@/tests/support/axe'
import { gzipBytes } from '@/tests/support/bare-page'
import { effort } from '@/tests/support/effort'
import { watchNetwork } from '@/tests/support/network'
import { noteViolations, violations } from '@/tests/support/page-policy'
import { DESKTOP, type TestBrowser } from '@/tests/support/pages'
import { until } from '@/tests/support/until'

// A walk through many pages that loads each of them once, with an empty cache, and looks at it in every way there is.

/** Pages that are open at once: while one waits for the network or for rest, another is examined. */
const LANES = 3

export const AXE_WIDTHS = [1280, 390]
export const NARROW_WIDTHS = [320, 360, 390, 768]
const ENLARGED_WIDTH = 390
const SPACED_WIDTH = 320

export type Look = readonly [width: number, theme: 'light' | 'dark', examined: Examined]
/**
 * Both themes and both widths. The other pairs differ in colours alone, and the colours of a theme are the same at each
 * width but for what is shown at one of them only.
 */
export const ALL_LOOKS: readonly Look[] = [
  [1280, 'light', 'all'],
  [390, 'dark', 'all'],
  ...effort<readonly Look[]>({
    usual: [],
    long: [
      [1280, 'dark', 'contrast'],
      [390, 'light', 'contrast'],
    ],
  }),
]

/** What search engines and screen readers are told of a page. */
export interface Facts {
  readonly lang: string
  readonly title: string
  readonly viewport: string
  readonly description: string
  readonly canonical: string
  /** The address that a shared link tells (`og:url`). */
  readonly sharedAs: string
  readonly robots: string
  readonly deadLinks: string[]
  /** The addresses within the site that it links to, with the part of the page. */
  readonly links: string[]
  /** The parts of it that a link may name. */
  readonly ids: string[]
  readonly picturesWithoutAlt: number
}

/** What was seen of one page. */
export interface Seen {
  readonly path: string
  /** The bytes of script, by gzip, that it loads by itself: at first, and then at rest. */
  readonly scripts: { readonly first: number; readonly atRest: number }
  readonly facts: Facts
  /** What the policy blocked. */
  readonly violations: readonly string[]
  /** What axe found, in each look that was asked for. */
  readonly findings: readonly string[]
  /** Of the narrow widths, those at which it can be pushed sideways. */
  readonly tooWideAt: readonly number[]
  /** How far it can be pushed sideways on a phone whose reader has doubled the size of all text, in px. */
  readonly enlargedOverflow: number
  /** How far it can be pushed sideways on the narrowest phone whose reader has spaced out all text, in px. */
  readonly spacedOverflow: number
  /** Ordinary words that some narrow width breaks in two. */
  readonly broken: readonly string[]
  /** Fields whose letters are so small that a phone zooms in on whoever types there. */
  readonly smallFields: readonly string[]
}

/** Runs in the page, before its scripts: what waits for rest waits until it is told to go. */
function holdRest(): void {
  const waiting: IdleRequestCallback[] = []
  const whenIdle = window.requestIdleCallback.bind(window)
  Reflect.set(window, 'requestIdleCallback', (run: IdleRequestCallback) => waiting.push(run))
  Reflect.set(window, 'idle', () => new Promise<void>((resolve) => whenIdle(() => resolve())))
  Reflect.set(window, 'goToRest', () => {
    for (const run of waiting.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 })
  })
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
    sharedAs: document.querySelector('meta[property="og:url"]')?.getAttribute('content') ?? '',
    robots: meta('robots'),
    deadLinks: [...document.querySelectorAll('a')]
      .filter((link) => !/^(?:https?:|\/|#|mailto:)/.test(link.getAttribute('href') ?? ''))
      .map((link) => link.outerHTML),
    links: [...document.querySelectorAll('a')]
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname, search, hash }) => pathname + search + hash),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    picturesWithoutAlt: document.querySelectorAll('img:not([alt])').length,
  }
}

/** Runs in the page. Safari on iOS zooms in on a field with smaller letters. */
function findSmallFields(): string[] {
  const LETTERS_PX_MIN = 16
  const isTyped = (field: Element) => !/^(?:checkbox|radio|file|hidden|submit)$/.test(field.getAttribute('type') ?? '')
  return [...document.querySelectorAll('input, select, textarea')]
    .filter((field) => isTyped(field) && Number.parseFloat(getComputedStyle(field).fontSize) < LETTERS_PX_MIN)
    .map((field) => field.getAttribute('name') ?? field.closest('label')?.textContent ?? field.outerHTML)
}

/** By their address, at which they are the same for every page. */
const bytesOfScripts = new Map<string, Promise<number>>()

function bytesOf(script: Response): Promise<number> {
  const known = bytesOfScripts.get(script.url()) ?? script.body().then(gzipBytes)
  bytesOfScripts.set(script.url(), known)
  return known
}

/** Watches what a page loads. */
function watchScripts(page: Page) {
  const network = watchNetwork(page, () => page.evaluate(() => Reflect.get(window, 'idle')()))
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), bytesOf(response))
  })
  return {
    /** Waits until no more come: nothing is under way, and the page's thread is idle. @returns their bytes so far. */
    async bytesAtRest(): Promise<number> {
      await network.rest()
      const sizes = await Promise.all(scripts.values())
      return sizes.reduce((sum, bytes) => sum + bytes, 0)
    },
  }
}

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

const USUAL_TEXT_PX = 16

/** Sets the size that the reader's browser gives to text (WCAG 1.4.4). @param times the usual size. */
export async function enlargeText(page: Page, times: number): Promise<void> {
  const standard = USUAL_TEXT_PX * times
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
  const shown = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  await until(async () => (await shown()) === standard, 'the text has its new size')
}

/** Runs in the page. The spacing is that of WCAG 1.4.12, in a sheet that the policy does not concern. */
function spaceText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`)
  document.adoptedStyleSheets.push(sheet)
}

/** Visits a page once. */
async function see(browser: TestBrowser, path: string, looks: readonly Look[], isAbsent: boolean): Promise<Seen> {
  const { page, expectFault, close } = await browser.open({ path: 'about:blank', viewport: DESKTOP })
  if (isAbsent) expectFault(/status of 404/)
  const scripts = watchScripts(page)
  await page.addInitScript(holdRest)
  await page.addInitScript(noteViolations)
  await page.goto(path)
  const first = await scripts.bytesAtRest()
  await page.evaluate(() => Reflect.get(window, 'goToRest')())
  const whole = await scripts.bytesAtRest()
  const facts = await page.evaluate(readFacts)
  const found: string[] = []
  for (const [width, colorScheme, examined] of looks) {
    if (page.viewportSize()?.width !== width) await setWidth(page, width)
    await page.emulateMedia({ colorScheme })
    found.push(...(await findings(page, `${path}, ${width} px, ${colorScheme}`, examined)))
  }
  const tooWideAt: number[] = []
  const broken: string[] = []
  const smallFields: string[] = []
  for (const width of NARROW_WIDTHS) {
    await setWidth(page, width)
    if ((await overflow(page)) > 0) tooWideAt.push(width)
    broken.push(...(await brokenWords(page)).map((word) => `${path}, ${width} px: ${word}`))
    smallFields.push(...(await page.evaluate(findSmallFields)).map((name) => `${path}, ${width} px: ${name}`))
  }
  await enlargeText(page, 2)
  await setWidth(page, ENLARGED_WIDTH)
  const enlargedOverflow = await overflow(page)
  await enlargeText(page, 1)
  await setWidth(page, SPACED_WIDTH)
  await page.evaluate(spaceText)
  const spacedOverflow = await overflow(page)
  const blocked = await violations(page)
  await close()
  const loaded = { first, atRest: whole - first }
  return {
    path,
    scripts: loaded,
    facts,
    violations: blocked,
    findings: found,
    tooWideAt,
    enlargedOverflow,
    spacedOverflow,
    broken,
    smallFields,
  }
}

export interface Visit {
  readonly path: string
  /** The looks in which axe examines it. */
  readonly looks: readonly Look[]
  /** Whether nothing is there, and 404 is right. */
  readonly isAbsent?: boolean
}

/** Walks through the pages. @returns what was seen, in the order of the visits. */
export async function walkPages(browser: TestBrowser, visits: readonly Visit[]): Promise<Seen[]> {
  const seen: Seen[] = []
  const left = [...visits.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [place, { path, looks, isAbsent = false }] = next
      seen[place] = await see(browser, path, looks, isAbsent)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return seen
}
