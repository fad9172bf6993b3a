// Relative, because Next resolves no alias in what next.config.ts imports.
import { parseUrl } from '../lib/url'

/** What serves the pages: our own HTTP server (`npm start`), or a serverless platform alone. */
export type SiteMode = 'front' | 'bare'

/**
 * The mode for which the site is built: `TRELLIS_FRONT` is `own` or `none`; without it, Vercel's variable decides.
 * @throws Error in one line for another value.
 */
export function siteMode(environment: NodeJS.ProcessEnv = process.env): SiteMode {
  const { TRELLIS_FRONT: front, VERCEL: vercel } = environment
  if (front === 'own') return 'front'
  if (front === 'none') return 'bare'
  if (front) throw new Error('TRELLIS_FRONT must be own or none.')
  return vercel ? 'bare' : 'front'
}

/**
 * The origin that a build goes by, as the service reads it while it runs: `APP_URL` in any form that a URL may have. On Vercel
 * everything comes by https, also where the address is not known while building.
 */
export const builtOrigin = ({ APP_URL: address, VERCEL: vercel }: NodeJS.ProcessEnv = process.env): string =>
  parseUrl(address ?? '')?.origin ?? (vercel ? 'https://' : '')
