import { Parser } from 'htmlparser2'
import { Time, tame } from '@/lib/platform/gateway/answers'
import { parseUrl } from '@/lib/url'

// Pages of the platform are untrusted. Only the head of a page is read, once from front to back.

/** The head must end within this many UTF-16 code units of the page. */
const HEAD_UNITS_MAX = 262_144
/** The most tags that are read: the parser's cost grows with their nesting depth. */
const TAGS_MAX = 500
const VALUE_UNITS_MAX = 4_096

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
  const line = (name: string, charsMax: number) => oneLine(facts.get(name), charsMax)
  const time = Time.safeParse(facts.get('article:published_time'))
  return {
    title: line('og:title', TITLE_CHARS_MAX),
    description: line('og:description', DESCRIPTION_CHARS_MAX),
    siteName: line('og:site_name', NAME_CHARS_MAX),
    authorName: line('article:author', NAME_CHARS_MAX),
    publishedAt: time.success ? time.data : null,
    url: plainUrl(facts.get('og:url'))?.href ?? null,
    imageUrl: httpsOnly(plainUrl(facts.get('og:image'))),
  }
}

/** The content of each named `<meta>` of the head. */
function metaFacts(page: string): Map<string, string> {
  const facts = new Map<string, string>()
  const attributes = new Map<string, string>()
  let tags = 0
  const parser = new Parser({
    onopentagname(tag) {
      tags += 1
      attributes.clear()
      if (!HEAD_TAGS.has(tag) || tags > TAGS_MAX) parser.pause()
    },
    onattribute(name, value) {
      const isWanted = name === 'property' || name === 'name' || name === 'content'
      if (isWanted && !attributes.has(name)) attributes.set(name, value)
    },
    onclosetag(tag) {
      if (tag === 'head') parser.pause()
      const name = (attributes.get('property') ?? attributes.get('name'))?.toLowerCase()
      const content = attributes.get('content')
      if (tag === 'meta' && name !== undefined && content !== undefined && !facts.has(name)) facts.set(name, content)
    },
  })
  parser.write(page.slice(0, HEAD_UNITS_MAX)) // never ended, so that a cut-off tag is ignored
  return facts
}

function oneLine(text: string | undefined, charsMax: number): string | null {
  const words = tame((text ?? '').slice(0, VALUE_UNITS_MAX), charsMax)
    .replace(/\s+/g, ' ')
    .trim()
  return words === '' ? null : words
}

/** An absolute URL within the length limit and without credentials, or null. */
function plainUrl(text = ''): URL | null {
  if (text.length > URL_CHARS_MAX) return null
  const url = parseUrl(text)
  return url?.username === '' && url.password === '' && url.href.length <= URL_CHARS_MAX ? url : null
}

const httpsOnly = (url: URL | null) => (url?.protocol === 'https:' ? url.href : null)
