import type { SessionView } from '@/lib/auth/schemas'
import type { PlatformMode } from '@/lib/platform/schemas'

/** The community platform as a page knows it. */
export interface PlatformInfo {
  readonly mode: PlatformMode
  /** Its host; null where none is connected. */
  readonly host: string | null
}

/** What the islands of a discussion need to know of the page that they stand on. */
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

/** What belongs in a field for a post. @param platformHost of the community platform, where one is configured. */
export const postHint = (platformHost: string | null): string =>
  platformHost
    ? `A public post on ${platformHost}.`
    : 'No community platform is configured here, so no post can be named yet.'
