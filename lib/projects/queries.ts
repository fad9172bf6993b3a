import { z } from 'zod'
import { parseView } from '@/lib/db/parse-view'
import { notFound } from '@/lib/errors'
import { HistoryEventView, ShownHistory } from '@/lib/history/schemas'
import { type MissionFilters, missionPage, missionPart, missionReader, ShownProofs } from '@/lib/missions/queries'
import { ProjectRecord } from '@/lib/projects/schemas'
import {
  commitmentsJson,
  decisionsJson,
  evidenceListJson,
  fundingListJson,
  missionPageJson,
  projectJson,
  projectRecordJson,
  projectRecordVersion,
} from '@/lib/projects/views'

export const projectNotFound = () => notFound('There is no such project.')

/** The body of `GET /api/projects` as JSON text: all missions, including those made through v1. */
export async function projectsBody(query: MissionFilters): Promise<string> {
  const page = await missionPage(query, { kind: 'project', view: projectJson })
  return `{"projects":${page.items},"nextCursor":${page.nextCursor}}`
}

const readRecord = missionReader('project-record', projectRecordVersion, projectRecordJson, projectNotFound)

/** The body of `GET /api/projects/{id}` as JSON text. @throws Refusal `not_found`, also if hidden. */
export const projectBody = async (id: string) => `{"project":${await readRecord(id)}}`

// The bodies of a project's parts. @throws Refusal `not_found`, also if the project is hidden.
export const commitmentsBody = (id: string) => missionPart(id, 'commitments', commitmentsJson)
export const decisionsBody = (id: string) => missionPart(id, 'decisions', decisionsJson)
export const fundingBody = (id: string) => missionPart(id, 'funding', fundingListJson)
export const evidenceBody = (id: string) => missionPart(id, 'evidence', evidenceListJson)

const MissionPage = ProjectRecord.omit({ events: true }).extend({
  ...ShownHistory.shape,
  ...ShownProofs.shape,
  /** The newest events of signed decisions, which hold the judged content. */
  signedEvents: z.array(HistoryEventView),
})
/** A mission as its page shows it, with its parts. */
export type MissionPage = z.infer<typeof MissionPage>

const readPageRecord = missionReader('mission-page', projectRecordVersion, missionPageJson)

/** The mission as its page shows it. @throws Refusal `not_found`. */
export const getMissionPage = async (id: string): Promise<MissionPage> =>
  parseView(MissionPage, await readPageRecord(id))
