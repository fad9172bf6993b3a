import { answerFile } from '@/app/file-answer'
import { DOCS_PARTS, docsPath } from '@/components/docs/parts'
import { appUrl } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { listShown, SITEMAP_KINDS } from '@/lib/feeds/queries'
import { idsOfMonth, type SitemapUrl, sitemapDocument } from '@/lib/feeds/sitemap'

export const dynamic = 'force-dynamic'

const PAGES = [
  '/',
  '/challenges',
  '/missions',
  '/receipts',
  '/verify',
  '/muse',
  '/status',
  ...DOCS_PARTS.map(({ slug }) => docsPath(slug)),
]

/** One sitemap. It is served at `/sitemap-<chunk>.xml`, because a sitemap may list only what is below its own address. */
export async function GET(request: Request, { params }: RouteContext<'/sitemaps/[chunk]'>) {
  const { chunk } = await params
  return answerFile(request, async () => {
    const urls = chunk === 'pages' ? PAGES.map((path) => ({ url: `${appUrl()}${path}` })) : await recordUrls(chunk)
    return { body: sitemapDocument(urls), type: 'application/xml; charset=utf-8', maxAgeSeconds: 300 }
  })
}

async function recordUrls(chunk: string): Promise<SitemapUrl[]> {
  const kind = SITEMAP_KINDS.find((candidate) => chunk.startsWith(`${candidate}-`))
  const ids = kind ? idsOfMonth(chunk.slice(kind.length + 1)) : null
  if (!kind || !ids) throw notFound('There is no such sitemap.')
  const shown = await listShown(kind, ids)
  return shown.map(({ id, changedAt }) => ({ url: `${appUrl()}/${kind}/${id}`, changedAt }))
}
