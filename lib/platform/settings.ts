import { env } from '@/lib/env'
import { unavailable } from '@/lib/errors'
import type { PlatformMode } from '@/lib/platform/schemas'

/** The connected platform, and the account with which the service posts there. */
export interface PlatformSettings {
  /** Scheme, host and port. No other origin is ever fetched. */
  readonly origin: string
  /** The service's own Muse, where it has one. */
  readonly museId: string | null
  /** Its Ed25519 seed, base64url. */
  readonly seed: string | null
}

/** The configured platform, or null. */
export function findPlatform(): PlatformSettings | null {
  const { COMMUNITY_URL: url, COMMUNITY_MUSE_ID: museId = null, COMMUNITY_PRIVATE_KEY: seed = null } = env()
  return url ? { origin: new URL(url).origin, museId, seed } : null
}

/** @throws Refusal `unavailable` when no platform is configured. */
export function requirePlatform(): PlatformSettings {
  const platform = findPlatform()
  if (!platform) throw unavailable('No community platform is connected to this service.')
  return platform
}

/** `publishing` needs the switch, the Muse and its key (docs/decisions.md#community-platform). */
export function platformMode(): PlatformMode {
  const platform = findPlatform()
  if (!platform) return 'off'
  const canSign = platform.museId !== null && platform.seed !== null
  return canSign && env().COMMUNITY_PUBLISHING === 'on' ? 'publishing' : 'read-only'
}
