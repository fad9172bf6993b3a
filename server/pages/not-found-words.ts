import { existsSync, readFileSync } from 'node:fs'
import { builtPage, DRAWN_BY_SCRIPTS } from './next'

/** The build renders it from `app/global-not-found.tsx`; in development there is none. */
const PAGE_FILE = builtPage('_not-found')
/** What of it needs no script: its styles and its words. */
const PARTS = /<link rel="stylesheet"[^>]*>|<main\b.*<\/main>/gs

let words: string | undefined

function notFoundWords(): string {
  words ??= existsSync(PAGE_FILE) ? (readFileSync(PAGE_FILE, 'latin1').match(PARTS) ?? []).join('') : ''
  return words
}

/**
 * Tells readers without scripts, and programs that read pages, that nothing is here: a page that its scripts alone draw is
 * empty, and names no language.
 * @param html a page that its scripts alone draw, as an isomorphic string (isomorphic.ts).
 */
export const withNotFoundWords = (html: string): string =>
  html
    .replace(DRAWN_BY_SCRIPTS, DRAWN_BY_SCRIPTS.replace(/>$/, ' lang="en">'))
    .replace('<body>', () => `<body><noscript>${notFoundWords()}</noscript>`)
