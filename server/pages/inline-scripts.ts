import { hashSource } from '@/lib/text/hash-source'
import { isomorphicEncode } from './isomorphic'
import { isOfNextOrReact, PAGE_DATA_SCRIPT } from './next'

// Pages are isomorphic strings here (isomorphic.ts), and sources are of their bytes.

// React and Next escape every "<" and ">" in text and attributes, so this matches exactly the scripts of a page.
const SCRIPT = /<script\b([^>]*)>(.*?)<\/script/gis

interface InlineScript {
  readonly text: string
  /** Offsets of its element in the page. */
  readonly start: number
  readonly end: number
  /** Whether it only passes on page data and has no attributes: adjacent ones can be merged. */
  readonly isData: boolean
}

/** The inline scripts that Next or React wrote into a page. */
function scriptsOfNextAndReact(html: string): InlineScript[] {
  const found: InlineScript[] = []
  for (const match of html.matchAll(SCRIPT)) {
    const [element, attributes = '', text = ''] = match
    if (/(?:^|\s)src=/.test(attributes) || text === '' || !isOfNextOrReact(text)) continue
    const end = match.index + element.length + '>'.length
    found.push({ text, start: match.index, end, isData: attributes === '' && PAGE_DATA_SCRIPT.test(text) })
  }
  return found
}

const sourceOf = (text: string): string => hashSource(isomorphicEncode(text))

/** The sources (`'sha256-…'`, CSP Level 3 §2.3.1) that allow exactly the inline scripts of Next and React. */
export function inlineScriptSources(html: string): string[] {
  return [...new Set(scriptsOfNextAndReact(html).map(({ text }) => sourceOf(text)))]
}

/** Groups adjacent scripts that only pass on page data; every other script is a group of its own. */
function neighbours(scripts: readonly InlineScript[]): InlineScript[][] {
  const runs: InlineScript[][] = []
  for (const script of scripts) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last?.isData && script.isData && last.end === script.start) run.push(script)
    else runs.push([script])
  }
  return runs
}

export interface BoundedScripts {
  readonly html: string
  readonly sources: readonly string[]
}

/**
 * Limits the number of sources for a page's inline scripts. Next writes one script per piece of page data, and the
 * policy lists each, so a long page's header would be longer than proxies accept. Adjacent data scripts are merged,
 * with the same effect. If that is not enough, the policy allows no inline script, and the page can only be read.
 */
export function boundInlineScripts(html: string, sourcesMax: number): BoundedScripts {
  const sources = inlineScriptSources(html)
  if (sources.length <= sourcesMax) return { html, sources }
  const joined = new Set<string>()
  let rest = 0
  let result = ''
  for (const run of neighbours(scriptsOfNextAndReact(html))) {
    const text = run.map((script) => script.text).join(';')
    joined.add(sourceOf(text))
    const [first] = run
    if (!first || run.length === 1) continue
    result += `${html.slice(rest, first.start)}<script>${text}</script>`
    rest = run.at(-1)?.end ?? rest
  }
  return joined.size > sourcesMax ? { html, sources: [] } : { html: result + html.slice(rest), sources: [...joined] }
}
