import type { Metadata } from 'next'
import { serviceName } from '@/lib/env'

interface Introduction {
  readonly path: string
  readonly title: string
  readonly description: string
}

/** Where feed readers find the feeds: every public page links both. */
const FEEDS = {
  'application/atom+xml': [
    { url: '/challenges/feed.xml', title: 'Challenges' },
    { url: '/missions/feed.xml', title: 'Missions' },
  ],
}

/** The canonical address of a page, and the feeds. */
const canonical = (path: string) => ({ canonical: path, types: FEEDS })

const PICTURE_SIZE = { width: 1200, height: 630, type: 'image/png' } as const

/** The picture of every page that has none of its own. */
const SITE_PICTURE = { url: '/picture.png', alt: 'Promises become proof', ...PICTURE_SIZE }

/** How the site describes itself in shared links, wherever a page does not. */
export const siteOpenGraph = () =>
  ({
    siteName: serviceName(),
    locale: 'en_GB',
    type: 'website',
    images: [SITE_PICTURE],
  }) satisfies Metadata['openGraph']

/** The home page's: that of the site, under its address (ogp.me requires `og:url`). */
export const homeMetadata = (): Metadata => ({
  alternates: canonical('/'),
  openGraph: { ...siteOpenGraph(), url: '/' },
})

/** How a record's page describes itself to search engines and in shared links. */
export function recordMetadata(page: Introduction): Metadata {
  const picture = { url: `${page.path}/picture.png`, alt: page.title, ...PICTURE_SIZE }
  return metadataOf(page, 'article', picture)
}

/** The same for a page that is not a record's. */
export const pageMetadata = (page: Introduction): Metadata => metadataOf(page, 'website', SITE_PICTURE)

function metadataOf(
  { path, title, description }: Introduction,
  type: 'article' | 'website',
  picture: typeof SITE_PICTURE,
): Metadata {
  return {
    title,
    description,
    alternates: canonical(path),
    openGraph: { siteName: serviceName(), title, description, url: path, type, images: [picture] },
  }
}
