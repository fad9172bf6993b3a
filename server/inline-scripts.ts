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
function isVouchedFor(script: string): boolean {
  for (const sentence of NEXT_SENTENCES) {
    const data = sentence.exec(script)?.[1]
    if (data !== undefined) return isData(data)
  }
  const [, words, data] = REACT_CALL.exec(script) ?? []
  if (words === undefined) return isOfReact(script)
  return (words === '' || isOfReact(words)) && isData(`[${data}]`)
}

/** The sources (`'sha256-…'`, CSP Level 3 §2.3.1) that allow exactly the inline scripts of a page that Next wrote. */
export function inlineScriptSources(html: string): string[] {
  const sources = new Set<string>()
  for (const [, attributes = '', script = ''] of html.matchAll(SCRIPT)) {
    if (/\bsrc=/.test(attributes) || script === '' || !isVouchedFor(script)) continue
    sources.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  }
  return [...sources]
}
