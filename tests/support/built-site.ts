import type { BareSite } from '@/tests/setup/serverless'

/** The site that is built once for the suites of the serverless deployment. @throws Error elsewhere. */
export function bareSite(): BareSite {
  const site = globalThis.builtBareSite
  if (!site) throw new Error('Only the suites of the serverless deployment have a site that is built for them.')
  return site
}
