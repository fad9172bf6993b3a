import { XML_HEAD, xmlText } from '@/lib/text/xml'

export interface AtomEntry {
  /** A UUID. The entry's id is its URN (RFC 9562 §4), which stays when the site moves. */
  readonly uuid: string
  readonly title: string
  readonly url: string
  readonly publishedAt: string
  readonly updatedAt: string
  /** The wallet that owns the record, the only proven name; or the service. */
  readonly author: string
  readonly category: string
  readonly summary: string
}

export interface AtomFeed {
  readonly title: string
  readonly subtitle: string
  /** The feed's address, and its id. */
  readonly self: string
  /** The page with the same content. */
  readonly page: string
  readonly entries: readonly AtomEntry[]
}

/** The last change of a feed without entries. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** The latest of these changes, ISO 8601. */
export function feedUpdatedAt(entries: readonly { readonly updatedAt: string }[]): string {
  const moments = entries.map(({ updatedAt }) => updatedAt)
  return moments.sort().at(-1) ?? NEVER
}

/** An Atom document (RFC 4287). */
export function atomDocument(feed: AtomFeed): string {
  return [
    XML_HEAD,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${xmlText(feed.self)}</id>`,
    `  <title>${xmlText(feed.title)}</title>`,
    `  <subtitle>${xmlText(feed.subtitle)}</subtitle>`,
    `  <updated>${feedUpdatedAt(feed.entries)}</updated>`,
    `  <link rel="self" type="application/atom+xml" href="${xmlText(feed.self)}"/>`,
    `  <link rel="alternate" type="text/html" href="${xmlText(feed.page)}"/>`,
    ...feed.entries.map(entryElement),
    '</feed>',
    '',
  ].join('\n')
}

function entryElement(entry: AtomEntry): string {
  return [
    '  <entry>',
    `    <id>urn:uuid:${entry.uuid}</id>`,
    `    <title>${xmlText(entry.title)}</title>`,
    `    <link rel="alternate" type="text/html" href="${xmlText(entry.url)}"/>`,
    `    <published>${entry.publishedAt}</published>`,
    `    <updated>${entry.updatedAt}</updated>`,
    `    <author><name>${xmlText(entry.author)}</name></author>`,
    `    <category term="${xmlText(entry.category)}"/>`,
    `    <summary>${xmlText(entry.summary)}</summary>`,
    '  </entry>',
  ].join('\n')
}
