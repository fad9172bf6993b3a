import { isIP } from 'node:net'
import { env } from '@/lib/env'
import { invalid } from '@/lib/errors'
import { isPrivateName, isPublicAddress } from '@/lib/platform/gateway/address'

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

/**
 * Refuses a URL whose host can only be somebody's own: an address that is not of the public internet, however it is spelled,
 * or a name that public DNS cannot answer. Nothing is fetched or looked up for it.
 * @throws Refusal `invalid_request` naming the field.
 */
export function requirePublicHost(field: string, url: string): void {
  // The WHATWG parser has turned every spelling of an IPv4 address into the dotted one.
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host) ? isPublicAddress(host) : !isPrivateName(host)) return
  throw invalid(field, 'This field must be a URL that everybody can open: its host is not a public one.')
}
