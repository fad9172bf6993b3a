import { recordReader } from '@/lib/db/remembered'
import { notFound } from '@/lib/errors'
import { type MissionFilters, missionPage, missionPart } from '@/lib/missions/queries'
import type { ProjectRecord, ProjectView } from '@/lib/projects/schemas'
import {
  commitmentsJson,
  decisionsJson,
  evidenceListJson,
  fundingListJson,
  projectJson,
  projectRecordJson,
  projectRecordVersion,
} from '@/lib/projects/views'

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
  if (!row) throw notFound('There is no such project.')
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

/** For pages: the parsed record. @throws Refusal `not_found`. */
export async function getProject(id: string): Promise<ProjectRecord> {
  return JSON.parse(await projectBody(id)).project
}
