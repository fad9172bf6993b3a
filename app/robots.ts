import type { MetadataRoute } from 'next'
import { appUrl } from '@/lib/env'

export const dynamic = 'force-dynamic'

/** Crawlers may read everything public; filtered and paged lists declare `noindex` themselves. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/auth/', '/api/cron/', '/feeds/'] },
    sitemap: `${appUrl()}/sitemap.xml`,
  }
}
