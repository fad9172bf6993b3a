import type { SessionView } from '@/lib/auth/schemas'
import type { PlatformMode } from '@/lib/platform/schemas'

/** The community platform's settings on a page. */
export interface PlatformInfo {
  readonly mode: PlatformMode
  /** Its host; null if no platform is connected. */
  readonly host: string | null
}

/** The page's data for the islands of a discussion. */
export interface DiscussionProps {
  readonly challengeId: string
  readonly owner: string
  /** The last change of challenge and discussion that the page shows, ISO 8601. */
  readonly shownAt: string
}

export interface DiscussionPanelProps extends DiscussionProps {
  readonly session: SessionView
  readonly platform: PlatformInfo
}

/** The hint of an address field for a post. @param platformHost the platform's host, if one is configured. */
export const postHint = (platformHost: string | null): string =>
  platformHost
    ? `A public post on ${platformHost}.`
    : 'No community platform is configured here, so no post can be named yet.'
