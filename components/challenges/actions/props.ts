import type { SessionView } from '@/lib/auth/schemas'
import type { ChallengeRecord } from '@/lib/challenges/schemas'

/** What the page knows beside the record that the panel reads for itself. */
export interface ChallengeActionsProps {
  readonly id: string
  /** The `updatedAt` that the page shows. */
  readonly shownAt: string
  /** The service's UTC date. */
  readonly today: string
  /** The host of the community platform, where one is configured. */
  readonly platformHost: string | null
}

export interface ChallengePanelProps extends ChallengeActionsProps {
  readonly session: SessionView
}

export interface ChallengeFormProps extends Pick<ChallengeActionsProps, 'today' | 'platformHost'> {
  readonly challenge: ChallengeRecord
}
