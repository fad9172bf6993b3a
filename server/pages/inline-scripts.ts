import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// React and Next escape every "<" and ">" in text and attributes, so that this finds exactly the scripts of their pages.
const SCRIPT = /<script\b([^>]*)>(.*?)<\/script/gis

/** The sentences that Next writes into its pages; what is within the parentheses is data. */
const NEXT_SENTENCES = [
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\((.*)\)$/s,
  /^self\.__next_f\.push\((.*)\)$/s,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s,
]

const DATA = /^self\.__next_f\.push\(/

/** What React writes where a part of a page comes late: perhaps words of its own, then a call with data. */
const REACT_CALL = /^(.*)\$R[A-Z]\((.*)\);?$/s

let reactWords: string | undefined

function isOfReact(words: string): boolean {
  if (!words.startsWith('$R') && !words.startsWith('requestAnimationFrame(')) return false
  const file = 'next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js'
  reactWords ??= readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')
  return reactWords.includes(words.replaceAll('\n', '\\n'))
}

function isData(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a script is one that Next or React wrote, with nothing but data in it. To allow whatever stands in the page
 * would also allow what somebody managed to put there.
 */
function isOfNextOrReact(script: string): boolean {
  for (const sentence of NEXT_SENTENCES) {
    const data = sentence.exec(script)?.[1]
    if (data !== undefined) return isData(data)
  }
  const [, words, data] = REACT_CALL.exec(script) ?? []
  if (words === undefined) return isOfReact(script)
  return (words === '' || isOfReact(words)) && isData(`[${data}]`)
}

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
    found.push({ text, start: match.index, end, isData: attributes === '' && DATA.test(text) })
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
