import type { SessionView } from '@/lib/auth/schemas'
import type { ProjectRecord } from '@/lib/projects/schemas'

/** What the page knows beside the record that the panel reads for itself. */
export interface ProjectActionsProps {
  readonly id: string
  /** The `updatedAt` that the page shows. */
  readonly shownAt: string
  /** The service's UTC date. */
  readonly today: string
}

export interface ProjectPanelProps extends ProjectActionsProps {
  readonly session: SessionView
}

export interface ProjectFormProps {
  readonly project: ProjectRecord
}
