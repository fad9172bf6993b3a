import { answerFile } from '@/app/file-answer'
import { DOCS_PARTS, docsPath } from '@/components/docs/parts'
import { appUrl } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { createKeptFiles } from '@/lib/feeds/kept-files'
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

/** How long a sitemap is kept here, and again by any cache: a record that was hidden meanwhile still has its address in it. */
const MAX_AGE_SECONDS = 300
/** At most five of the longest. */
const KEPT_BYTES_MAX = 40_000_000

const kept = createKeptFiles(MAX_AGE_SECONDS, KEPT_BYTES_MAX)

/** One sitemap. It is served at `/sitemap-<chunk>.xml`, because a sitemap may list only what is below its own address. */
export async function GET(request: Request, { params }: RouteContext<'/sitemaps/[chunk]'>) {
  const { chunk } = await params
  return answerFile(request, async () => {
    const body = await kept.get(chunk, async () => sitemapDocument(await urlsOf(chunk)))
    return { body, type: 'application/xml; charset=utf-8', maxAgeSeconds: MAX_AGE_SECONDS }
  })
}

async function urlsOf(chunk: string): Promise<SitemapUrl[]> {
  return chunk === 'pages' ? PAGES.map((path) => ({ url: `${appUrl()}${path}` })) : recordUrls(chunk)
}

async function recordUrls(chunk: string): Promise<SitemapUrl[]> {
  const kind = SITEMAP_KINDS.find((candidate) => chunk.startsWith(`${candidate}-`))
  const ids = kind ? idsOfMonth(chunk.slice(kind.length + 1)) : null
  if (!kind || !ids) throw notFound('There is no such sitemap.')
  const shown = await listShown(kind, ids)
  return shown.map(({ id, changedAt }) => ({ url: `${appUrl()}/${kind}/${id}`, changedAt }))
}
