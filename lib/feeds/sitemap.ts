import { XML_HEAD, xmlText } from '@/lib/text/xml'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export interface SitemapUrl {
  readonly url: string
  /** ISO 8601; omitted when unknown. */
  readonly changedAt?: string
}

/** A sitemap (sitemaps.org 0.9): at most 50,000 addresses. */
export const sitemapDocument = (urls: readonly SitemapUrl[]) => list('urlset', 'url', urls)

export const sitemapIndexDocument = (urls: readonly SitemapUrl[]) => list('sitemapindex', 'sitemap', urls)

function list(root: string, item: string, urls: readonly SitemapUrl[]): string {
  const items = urls.map(({ url, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
    return `<${item}><loc>${xmlText(url)}</loc>${changed}</${item}>`
  })
  return [XML_HEAD, `<${root} xmlns="${NAMESPACE}">`, ...items, `</${root}>`, ''].join('\n')
}

/** The months from one moment to another, oldest first, as `YYYY-MM`. */
export function monthsBetween(first: Date, last: Date): string[] {
  const months: string[] = []
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth()))
  for (; month <= last; month.setUTCMonth(month.getUTCMonth() + 1)) months.push(month.toISOString().slice(0, 7))
  return months
}

/**
 * The range of UUIDv7 ids (RFC 9562 §5.7) of a month; `before` is exclusive.
 * @param month `YYYY-MM`. @returns null when it is not a month.
 */
export function idsOfMonth(month: string): { from: string; before: string } | null {
  const start = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? new Date(`${month}-01T00:00:00.000Z`) : null
  if (!start || start.getTime() < 0) return null
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return { from: firstIdAt(start), before: firstIdAt(end) }
}

/** Less than every UUIDv7 of a moment and of those after it, and greater than all before. */
export function firstIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The time in a UUIDv7. */
export function momentOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
}
