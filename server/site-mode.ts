/** What stands before the pages: our own HTTP server (`npm start`), or nothing of ours (a serverless platform). */
export type SiteMode = 'front' | 'bare'

/**
 * What the site is built for: `TRELLIS_FRONT` is `own` or `none`; where it is not set, Vercel's own variable tells.
 * @throws Error in one line when it is another word.
 */
export function siteMode(environment: NodeJS.ProcessEnv = process.env): SiteMode {
  const { TRELLIS_FRONT: front, VERCEL: vercel } = environment
  if (front === 'own') return 'front'
  if (front === 'none') return 'bare'
  if (front) throw new Error('TRELLIS_FRONT must be own or none.')
  return vercel ? 'bare' : 'front'
}
