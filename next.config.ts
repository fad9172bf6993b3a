import type { NextConfig } from 'next'
import { fixedHeaders } from './lib/api/fixed-headers'
import { pagePolicy } from './lib/api/page-policy'

/**
 * The entrance pages have no parameter, so Next would render them while building, without a database. Each is
 * therefore a parameter of `app/(site)/front/[page]`, which is rendered at the first request and then cached; a list
 * that is filtered, searched or paged goes to its own dynamic page instead.
 */
const ENTRANCES = {
  '/': 'home',
  '/challenges': 'challenges',
  '/missions': 'missions',
  '/projects': 'projects',
} as const
const LIST_PARAMETERS = ['state', 'q', 'owner', 'contributor', 'cursor', 'limit'] as const

/**
 * What a page says of itself where our front does not stand before Next (a serverless platform). Nobody computes the
 * hashes of a cached page's inline scripts there, so inline scripts are allowed; everything else is as strict as behind
 * the front, which replaces all of these. The API's answers bring their own.
 */
function headersWithoutFront() {
  const { APP_URL: origin = '', WALLETCONNECT_PROJECT_ID: walletConnect, NODE_ENV: mode } = process.env
  const headers = Object.entries(fixedHeaders(origin))
  const policy = pagePolicy({ origin, inlineScripts: ["'unsafe-inline'"], walletConnect: Boolean(walletConnect) })
  // Hot reload evaluates code and keeps a socket open.
  if (mode !== 'development') headers.push(['content-security-policy', policy])
  return { source: '/((?!api(?:/|$)).*)', headers: headers.map(([key, value]) => ({ key, value })) }
}

const config: NextConfig = {
  poweredByHeader: false,
  // The front does both, once for all who read the same page; serverless platforms do both themselves.
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  // No optimiser: it would work without limits for anybody, keep a hidden record's picture and go past the front.
  images: { unoptimized: true },
  // `npm run check` is where types are checked; a start does not wait for the tests' types.
  typescript: { ignoreBuildErrors: true },
  // A cached page is served for 5 s (`revalidate` of each page), while it is renewed until 10 s, and never older; behind our
  // front only until something is recorded (server/page-cache.ts).
  expireTime: 10,
  experimental: {
    // Cached pages live in bounded memory only: made-up paths cannot fill the disk.
    isrFlushToDisk: false,
  },
  rewrites: async () => ({
    beforeFiles: Object.entries(ENTRANCES).map(([source, page]) => ({
      source,
      missing: source === '/' ? [] : LIST_PARAMETERS.map((key) => ({ type: 'query' as const, key })),
      destination: `/front/${page}`,
    })),
    // A sitemap may name only what is below its own address, so each stands at the root.
    afterFiles: [{ source: '/sitemap-:chunk([a-z]+(?:-\\d{4}-\\d{2})?).xml', destination: '/sitemaps/:chunk' }],
    fallback: [],
  }),
  redirects: async () =>
    Object.entries(ENTRANCES).map(([destination, page]) => ({
      source: `/front/${page}`,
      destination,
      permanent: true,
    })),
  headers: async () => [
    headersWithoutFront(),
    {
      source: '/theme.js',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=3600, stale-while-revalidate=86400' }],
    },
  ],
}

export default config
