import type { MetadataRoute } from 'next'
import { appUrl } from '@/lib/env'

export const dynamic = 'force-dynamic'

/** Everything public may be read; the filtered and paged lists say `noindex` themselves. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/auth/', '/api/cron/', '/feeds/'] },
    sitemap: `${appUrl()}/sitemap.xml`,
  }
}
