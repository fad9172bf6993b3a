import { env } from '@/lib/env'
import { invalid } from '@/lib/errors'

/**
 * Refuses a URL that not everybody could read: it speaks `https:`, or it is on the configured community platform, which may
 * be a sandbox on loopback.
 * @throws Refusal `invalid_request` naming the field.
 */
export function requirePublicUrl(field: string, url: string): void {
  const { protocol, origin } = new URL(url)
  const platform = env().COMMUNITY_URL
  if (protocol === 'https:' || (platform && origin === new URL(platform).origin)) return
  throw invalid(field, 'This field must be an https:// URL.')
}
