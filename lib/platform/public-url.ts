import { publicUrlFault } from '@/lib/contract/fields'
import { env } from '@/lib/env'
import { invalid } from '@/lib/errors'

/**
 * Refuses a URL that not everybody could read: it is a public one, or it is on the configured community platform, which may
 * be a sandbox on loopback.
 * @throws Refusal `invalid_request` naming the field.
 */
export function requirePublicUrl(field: string, url: string): void {
  const platform = env().COMMUNITY_URL
  const parsed = new URL(url)
  if (platform && parsed.origin === new URL(platform).origin) return
  const fault = publicUrlFault(parsed)
  if (fault) throw invalid(field, fault)
}
