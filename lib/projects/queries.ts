import { recordReader } from '@/lib/db/view-cache'
import { notFound } from '@/lib/errors'
import type { ShownHistory } from '@/lib/history/shown'
import { type MissionFilters, missionPage, missionPart, type ShownProofs } from '@/lib/missions/queries'
import type { ProjectRecord, ProjectView } from '@/lib/projects/schemas'
import {
  commitmentsJson,
  decisionsJson,
  evidenceListJson,
  fundingListJson,
  projectJson,
  projectPageJson,
  projectRecordJson,
  projectRecordVersion,
} from '@/lib/projects/views'

const projectNotFound = () => notFound('There is no such project.')

/** The body of `GET /api/projects` as JSON text: every mission, however it was made. */
export async function projectsBody(query: MissionFilters): Promise<string> {
  const page = await missionPage(query, { kind: 'project', view: projectJson })
  return `{"projects":${page.items},"nextCursor":${page.nextCursor}}`
}

const readRecord = recordReader<{ version: string | null }>({
  kind: 'project-record',
  columns: `${projectRecordVersion} AS version`,
  view: projectRecordJson,
  from: `FROM "Mission" m WHERE m.id = $1::uuid AND m."hiddenAt" IS NULL`,
})

/** The body of `GET /api/projects/{id}` as JSON text. @throws Refusal `not_found`, also when hidden. */
export async function projectBody(id: string): Promise<string> {
  const row = await readRecord(id)
  if (!row) throw projectNotFound()
  return `{"project":${row.text}}`
}

// The bodies of what a project holds. @throws Refusal `not_found`, also when the project is hidden.
export const commitmentsBody = (id: string) => missionPart(id, 'commitments', commitmentsJson)
export const decisionsBody = (id: string) => missionPart(id, 'decisions', decisionsJson)
export const fundingBody = (id: string) => missionPart(id, 'funding', fundingListJson)
export const evidenceBody = (id: string) => missionPart(id, 'evidence', evidenceListJson)

/** For pages: the parsed list. */
export async function listProjects(
  query: MissionFilters,
): Promise<{ projects: ProjectView[]; nextCursor: string | null }> {
  return JSON.parse(await projectsBody(query))
}

/** A project as its own page shows it. */
export type ProjectPage = Omit<ProjectRecord, 'events' | 'proofs'> &
  ShownHistory &
  ShownProofs & {
    /** The newest events of signed decisions, which keep what was judged. */
    readonly signedEvents: ShownHistory['history']
  }

const readPageRecord = recordReader<{ version: string | null }>({
  kind: 'project-page',
  columns: `${projectRecordVersion} AS version`,
  view: projectPageJson,
  from: `FROM "Mission" m WHERE m.id = $1::uuid AND m."hiddenAt" IS NULL`,
})

/** For its page. @throws Refusal `not_found`. */
export async function getProjectPage(id: string): Promise<ProjectPage> {
  const row = await readPageRecord(id)
  if (!row) throw projectNotFound()
  return JSON.parse(row.text)
}
