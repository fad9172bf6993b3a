import { decodeHTMLAttribute } from 'entities'
import { type Handler, Parser } from 'htmlparser2'
import { Time, tame } from '@/lib/platform/gateway/answers'
import { parseUrl } from '@/lib/url'

// Pages of the platform are untrusted. Only the head of a page is read, once from front to back.

/** The head must end within this many UTF-16 code units of the page. */
const HEAD_UNITS_MAX = 131_072
/** The most tags that are read: the parser's cost grows with their nesting depth. */
const TAGS_MAX = 500
/** The most attributes, and pieces of text between tags: the parser ends one before each "<". */
const PIECES_MAX = 15_000
/** So much of a value is read: 4,096 UTF-16 code units, each of which may be written as a reference (`&amp;`). */
const VALUE_UNITS_MAX = 4_096
const WRITTEN_UNITS_MAX = 4 * VALUE_UNITS_MAX

const NAME_UNITS_MAX = 200

const TITLE_CHARS_MAX = 300
const DESCRIPTION_CHARS_MAX = 1000
const NAME_CHARS_MAX = 80
const URL_CHARS_MAX = 2048

/** Any other tag starts the body, even if the head was not closed (HTML, "in head" insertion mode). */
const HEAD_TAGS = new Set(['html', 'head', 'base', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title'])

/** The metadata of a page (the Open Graph protocol); missing values are null. */
export interface PagePreview {
  readonly title: string | null
  readonly description: string | null
  readonly siteName: string | null
  /** Neither unique nor verified. */
  readonly authorName: string | null
  readonly publishedAt: Date | null
  /** The canonical address that the page claims. */
  readonly url: string | null
  /** An https: URL, which the service never fetches. */
  readonly imageUrl: string | null
}

/** Reads the Open Graph tags of a page's head. The first tag of each name counts. */
export function readOpenGraph(page: string): PagePreview {
  const facts = metaFacts(page)
  const line = (name: string, charsMax: number) => oneLine(decoded(facts.get(name)), charsMax)
  const address = (name: string) => plainUrl(facts.get(name))
  const time = Time.safeParse(decoded(facts.get('article:published_time')))
  return {
    title: line('og:title', TITLE_CHARS_MAX),
    description: line('og:description', DESCRIPTION_CHARS_MAX),
    siteName: line('og:site_name', NAME_CHARS_MAX),
    authorName: line('article:author', NAME_CHARS_MAX),
    publishedAt: time.success ? time.data : null,
    url: address('og:url')?.href ?? null,
    imageUrl: httpsOnly(address('og:image')),
  }
}

/** A value as written, with its references decoded (HTML, "named character reference state" in an attribute). */
const decoded = (written = ''): string => decodeHTMLAttribute(written.slice(0, WRITTEN_UNITS_MAX))

/** The content of each named `<meta>` of the head as it is written, by its name. Only what is wanted of it is decoded. */
function metaFacts(page: string): Map<string, string> {
  const facts = new Map<string, string>()
  const attributes = new Map<string, string>()
  let tags = 0
  let pieces = 0
  const countPiece = () => {
    pieces += 1
    if (pieces > PIECES_MAX) parser.pause()
  }
  const handler: Partial<Handler> = {
    onopentagname(tag) {
      tags += 1
      attributes.clear()
      if (!HEAD_TAGS.has(tag) || tags > TAGS_MAX) parser.pause()
    },
    ontext: countPiece,
    onattribute(name, value) {
      countPiece()
      const isWanted = name === 'property' || name === 'name' || name === 'content'
      if (isWanted && !attributes.has(name)) attributes.set(name, value)
    },
    onclosetag(tag) {
      if (tag === 'head') parser.pause()
      const name = attributes.get('property') ?? attributes.get('name')
      const content = attributes.get('content')
      if (tag !== 'meta' || name === undefined || content === undefined) return
      const key = decodeHTMLAttribute(name.slice(0, NAME_UNITS_MAX)).toLowerCase()
      if (!facts.has(key)) facts.set(key, content)
    },
  }
  const parser = new Parser(handler, { decodeEntities: false })
  parser.write(page.slice(0, HEAD_UNITS_MAX)) // never ended, so that a cut-off tag is ignored
  return facts
}

function oneLine(text: string, charsMax: number): string | null {
  const words = tame(text.slice(0, VALUE_UNITS_MAX), charsMax).replace(/\s+/g, ' ').trim()
  return words === '' ? null : words
}

/** An absolute URL within the length limit and without credentials, or null. */
function plainUrl(written = ''): URL | null {
  if (written.length > WRITTEN_UNITS_MAX) return null
  const text = decoded(written)
  if (text.length > URL_CHARS_MAX) return null
  const url = parseUrl(text)
  return url?.username === '' && url.password === '' && url.href.length <= URL_CHARS_MAX ? url : null
}

const httpsOnly = (url: URL | null) => (url?.protocol === 'https:' ? url.href : null)
