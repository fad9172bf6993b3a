import axe, { type Result, type RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const rulesOf = (examined: 'all' | 'structure') => ({
  // Tap targets of at least 24 px (WCAG 2.2 §2.5.8), which axe leaves out unless asked.
  'target-size': { enabled: true },
  'color-contrast': { enabled: examined === 'all' },
})

/** What axe looks for: all, the contrast of colours alone, which takes it longest, or all but that. */
export type Examined = 'all' | 'contrast' | 'structure'

interface Colour {
  r: number
  g: number
  b: number
  alpha: number
}

/** Runs in the page. Axe reads the same few colours anew for every element, which takes half of all that contrast takes. */
function rememberColours(): void {
  const { prototype } = Reflect.get(window, 'axe').commons.color.Color
  const read: (this: Colour, words: string) => void = prototype.parseString
  const known = new Map<string, Colour>()
  prototype.parseString = function (this: Colour, words: string): Colour {
    const before = known.get(words)
    if (before) return Object.assign(this, before)
    read.call(this, words)
    const { r, g, b, alpha } = this
    known.set(words, { r, g, b, alpha })
    return this
  }
}

/** What axe finds, one line for each element. */
export async function findings(page: Page, where: string, examined: Examined = 'all'): Promise<string[]> {
  const options: RunOptions = {
    runOnly: examined === 'contrast' ? ['color-contrast'] : { type: 'tag', values: STANDARDS },
    resultTypes: ['violations'],
    ...(examined === 'contrast' ? {} : { rules: rulesOf(examined) }),
  }
  // Our pages have no frames of other sites, so the document is all there is. Axe is half a megabyte: once is enough for a page.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source)
    await page.evaluate(rememberColours)
  }
  const { violations } = await page.evaluate((asked) => Reflect.get(window, 'axe').run(document, asked), options)
  return violations.flatMap(({ id, nodes }: Result) =>
    nodes.map(({ target, html }) => `${where} ${id}: ${target} ${html}`),
  )
}

/** What axe finds in both themes, which differ in their colours alone. */
export async function findingsInBothThemes(page: Page, where: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await findings(page, `${where}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await findings(page, `${where}, dark`, 'contrast'))]
}

/** How far the page can be pushed sideways, in px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Words of so many letters at most, as they stand between spaces: every column has room for them. */
const ORDINARY_WORD = String.raw`(?<!\S)[\p{L}’,.:;!?()“”]{1,14}(?!\S)`

/** The ordinary words that stand on two lines because their column is too narrow, each with the element it is in. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(
    (ordinaryWord) =>
      [...document.body.querySelectorAll('*')]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).wordBreak !== 'break-all')
        .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
        .flatMap((text) =>
          [...(text.nodeValue ?? '').matchAll(new RegExp(ordinaryWord, 'gu'))].flatMap(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            const [first, ...others] = range.getClientRects()
            // The letters of a title reach into the line below.
            const isBroken = first && others.some(({ top }) => top >= (first.top + first.bottom) / 2)
            return isBroken ? [`${word} in ${text.parentElement?.outerHTML}`] : []
          }),
        ),
    ORDINARY_WORD,
  )

/** Axe finds nothing in either theme, and nothing is wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findingsInBothThemes(page, 'here')).toEqual([])
  expect(await overflow(page), 'wider than the screen').toBeLessThanOrEqual(0)
}
