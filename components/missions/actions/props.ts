import type { SessionView } from '@/lib/auth/schemas'
import type { MissionRecord } from '@/lib/missions/schemas'

/** What the page knows beside the record that the panel reads for itself. */
export interface MissionActionsProps {
  readonly id: string
  /** The `updatedAt` that the page shows. */
  readonly shownAt: string
  /** The service's UTC date. */
  readonly today: string
  /** Whether the service has storage for evidence files. */
  readonly storesFiles: boolean
}

export interface MissionPanelProps extends MissionActionsProps {
  readonly session: SessionView
}

export interface MissionFormProps {
  readonly mission: MissionRecord
}
