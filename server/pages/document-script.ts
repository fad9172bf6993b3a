import { readFileSync } from 'node:fs'
import path from 'node:path'
import { hashSource } from '@/lib/text/hash-source'
import { ROOT } from '../root'
import { isomorphicDecode } from './isomorphic'
import { isDrawnByScripts, loadedAfterPaint } from './next'
import { withNotFoundWords } from './not-found-words'

interface DocumentScript {
  readonly element: string
  readonly source: string
}

let known: DocumentScript | undefined

/** `public/document.js` without what is only for its readers: indentation, empty lines and comments of whole lines. */
function documentScript(): DocumentScript {
  if (known) return known
  const lines = readFileSync(path.join(ROOT, 'public', 'document.js'), 'utf8').split('\n')
  const script = lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n')
  known = { element: isomorphicDecode(`<script>${script}</script>`), source: hashSource(script) }
  return known
}

/** The first element of every head that Next writes. A page that is not in UTF-8 must say so in its first 1,024 bytes. */
const HEAD = '<head><meta charSet="utf-8"/>'

/**
 * Writes `public/document.js` into a page, where it runs before the style sheet has come, without a request of its own.
 * React skips what it does not know in a head. A page that its scripts alone draw gets words for readers without scripts instead.
 * @param html the page as an isomorphic string (isomorphic.ts).
 * @returns the page, and the sources (CSP Level 3 §2.3.1) that allow what was written.
 */
export function withDocumentScript(html: string): { html: string; sources: readonly string[] } {
  if (isDrawnByScripts(html)) return { html: withNotFoundWords(html), sources: [] }
  if (!html.includes(HEAD)) return { html, sources: [] }
  const { element, source } = documentScript()
  return { html: loadedAfterPaint(html).replace(HEAD, () => HEAD + element), sources: [source] }
}
