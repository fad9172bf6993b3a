import type { NextConfig } from 'next'

/**
 * The three entrance pages have no parameter, so Next would render them while building, without a database. Each is
 * therefore a parameter of `app/(site)/front/[page]`, which is rendered at the first request and then cached; a list
 * that is filtered, searched or paged goes to its own dynamic page instead.
 */
const ENTRANCES = { '/': 'home', '/challenges': 'challenges', '/missions': 'missions' } as const
const LIST_PARAMETERS = ['state', 'q', 'owner', 'contributor', 'cursor', 'limit'] as const

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` is where types are checked; a start does not wait for the tests' types.
  typescript: { ignoreBuildErrors: true },
  // A cached page is served for 5 s (`revalidate` of each page), while it is renewed until 10 s, and never older.
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
    afterFiles: [],
    fallback: [],
  }),
  redirects: async () =>
    Object.entries(ENTRANCES).map(([destination, page]) => ({
      source: `/front/${page}`,
      destination,
      permanent: true,
    })),
  headers: async () => [
    {
      source: '/theme.js',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=3600, stale-while-revalidate=86400' }],
    },
  ],
}

export default config
