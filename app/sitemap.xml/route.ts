import { answerFile } from '@/app/file-answer'
import { now } from '@/lib/clock'
import { DAY_MS } from '@/lib/durations'
import { appUrl } from '@/lib/env'
import { idSpan, SITEMAP_KINDS, type SitemapKind } from '@/lib/feeds/queries'
import { firstIdAt, momentOfId, monthsBetween, sitemapIndexDocument } from '@/lib/feeds/sitemap'

export const dynamic = 'force-dynamic'

/** The index: one sitemap for the fixed pages, and one for each kind of record and month. */
export function GET(request: Request) {
  return answerFile(request, async () => {
    const chunks = (await Promise.all(SITEMAP_KINDS.map(chunksOf))).flat()
    const urls = ['pages', ...chunks].map((chunk) => ({ url: `${appUrl()}/sitemap-${chunk}.xml` }))
    return { body: sitemapIndexDocument(urls), type: 'application/xml; charset=utf-8', maxAgeSeconds: 3600 }
  })
}

async function chunksOf(kind: SitemapKind): Promise<string[]> {
  const tomorrow = new Date(now().getTime() + DAY_MS)
  const span = await idSpan(kind, firstIdAt(tomorrow))
  if (!span) return []
  return monthsBetween(momentOfId(span.oldest), momentOfId(span.newest)).map((month) => `${kind}-${month}`)
}
