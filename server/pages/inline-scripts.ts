import { createHash } from 'node:crypto'
import { isOfNextOrReact, PAGE_DATA_SCRIPT } from './next'

// React and Next escape every "<" and ">" in text and attributes, so that this finds exactly the scripts of their pages.
const SCRIPT = /<script\b([^>]*)>(.*?)<\/script/gis

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

interface InlineScript {
  readonly text: string
  /** Where its element begins and ends in the page. */
  readonly start: number
  readonly end: number
  /** Whether it hands a piece of the page's data over and has no attributes: such neighbours may be one. */
  readonly isData: boolean
}

/** The inline scripts of a page that Next or React wrote. */
function scriptsOfNextAndReact(html: string): InlineScript[] {
  const found: InlineScript[] = []
  for (const match of html.matchAll(SCRIPT)) {
    const [element, attributes = '', text = ''] = match
    if (/\bsrc=/.test(attributes) || text === '' || !isOfNextOrReact(text)) continue
    const end = match.index + element.length + '>'.length
    found.push({ text, start: match.index, end, isData: attributes === '' && PAGE_DATA_SCRIPT.test(text) })
  }
  return found
}

/** The sources (`'sha256-…'`, CSP Level 3 §2.3.1) that allow exactly the inline scripts of a page that Next wrote. */
export function inlineScriptSources(html: string): string[] {
  return [...new Set(scriptsOfNextAndReact(html).map(({ text }) => sourceOf(text)))]
}

/** Scripts that stand side by side and only hand data over, together; every other script by itself. */
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
 * A page with at most so many sources for its inline scripts. Next writes a script for every piece of a page's data, and
 * a policy names each, so that a long page had a header longer than proxies take. Neighbours become one script, which
 * does the same; a page for which that is not enough may run none and can only be read.
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
