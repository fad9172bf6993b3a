import type { NextConfig } from 'next'
import { FILE_POLICY, fixedHeaders, pagePolicy, SCRIPT_POLICY } from './lib/http/fixed-headers'
import { builtOrigin, siteMode } from './server/site-mode'

const { NODE_ENV: nodeEnv } = process.env
const origin = builtOrigin()
const mode = siteMode()

/** Pages have no dot in the last part of their address, files have one. The first is also the matcher in proxy.bare.ts. */
const PAGES = '/((?!api(?:/|$)|mcp$|_next/)(?:[\\s\\S]*/)?[^./]*)'
const BUILT_SCRIPTS = '/_next/static/([\\s\\S]*\\.js)'
const FILES = '/((?!api/)(?:[\\s\\S]*/)?[^/]*\\.[^/]*|_next/[\\s\\S]*)'

/**
 * What Next itself says of its answers, where our front does not stand before it; the front replaces all of these, and
 * the API's answers bring their own. A page's inline scripts are allowed by a nonce of its own (proxy.bare.ts). In a
 * build for the front that file is left out and no inline script is allowed: without the front such a site cannot be
 * used, but it is not unsafe either.
 */
function headersWithoutFront() {
  const always = fixedHeaders(origin)
  const page = pagePolicy({ origin, inlineScripts: [] })
  const rows = [{ source: '/((?!api(?:/|$)|mcp$)[\\s\\S]*)', headers: always }]
  // Hot reload evaluates code and keeps a socket open.
  if (nodeEnv !== 'development') {
    if (mode === 'front') rows.push({ source: PAGES, headers: { 'content-security-policy': page } })
    rows.push({ source: FILES, headers: { 'content-security-policy': FILE_POLICY } })
    rows.push({ source: BUILT_SCRIPTS, headers: { 'content-security-policy': SCRIPT_POLICY } })
  }
  return rows.map(({ source, headers }) => ({
    source,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  }))
}

const config: NextConfig = {
  poweredByHeader: false,
  // Written into the bundles: a site that was built for one place must not take itself for the other while it runs.
  env: { SITE_MODE: mode },
  // With it Next finds `proxy.bare.ts`. Behind our front no proxy of Next's runs: it would cost 40 % of the throughput.
  pageExtensions: mode === 'bare' ? ['bare.ts', 'tsx', 'ts'] : ['tsx', 'ts'],
  // The front does both, once for all who read the same page; serverless platforms do both themselves.
  compress: false,
  generateEtags: false,
  reactStrictMode: true,
  // No optimiser: it would work without limits for anybody, keep a hidden record's picture and go past the front.
  images: { unoptimized: true },
  // `npm run check` is where types are checked; a start does not wait for the tests' types.
  typescript: { ignoreBuildErrors: true },
  // What a page preloads stands in its head, where it is compressed, not in a header.
  reactMaxHeadersLength: 0,
  // Next's own way to a page for unknown paths that is not part of every other page (app/global-not-found.tsx).
  experimental: { globalNotFound: true },
  // A page's head is whole before its body: what it says of itself is not streamed after it.
  htmlLimitedBots: /.*/,
  // A sitemap may name only what is below its own address, so each stands at the root.
  rewrites: async () => [{ source: '/sitemap-:chunk([a-z]+(?:-\\d{4}-\\d{2})?).xml', destination: '/sitemaps/:chunk' }],
  headers: async () => [
    ...headersWithoutFront(),
    {
      source: '/:script(document|acts|people).js',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=3600, stale-while-revalidate=86400' }],
    },
  ],
}

export default config
