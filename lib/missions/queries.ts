import { z } from 'zod'
import { now, utcDay } from '@/lib/clock'
import { NextCursor } from '@/lib/contract/fields'
import { db, findOne } from '@/lib/db/db'
import { afterDay, type KeysetList, type KeysetPage, keysetPage, keysetVersion } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { BodyRow } from '@/lib/db/rows'
import { literals, raw, type Sql, sql } from '@/lib/db/sql'
import { beforeFound, everyRecord, ofWallet, searchTitles, type Titled, type TitleTable } from '@/lib/db/title-search'
import { recordReader, VersionRow, withField } from '@/lib/db/view-cache'
import { verifierWallets } from '@/lib/env'
import { notFound } from '@/lib/errors'
import { eligibleOf } from '@/lib/machine/conflict'
import { type MissionQuery, MissionRecord, MissionView, ProofView } from '@/lib/missions/schemas'
import { isOpen, MISSION_STATES, takesMilestones } from '@/lib/missions/states'
import {
  attemptJson,
  BOUNTY,
  CONTRIBUTED,
  milestonesJson,
  missionJson,
  missionRecordJson,
  missionRecordVersion,
  missionVersion,
  proofsJson,
} from '@/lib/missions/views'

export type MissionFilters = z.output<typeof MissionQuery>

export const missionNotFound = () => notFound('There is no such mission.')

/** Selects the mission with the id `$1`, unless it is hidden. */
export const SHOWN_MISSION = `FROM "Mission" m WHERE m.id = $1::uuid AND m."hiddenAt" IS NULL`
const TITLES: TitleTable = {
  titles: '"MissionTitle"',
  gramIndex: 'MissionTitle_grams',
  table: 'Mission',
  alias: 'm',
}

/** The body of `GET /api/v1/missions` as JSON text. */
export async function missionsBody(query: MissionFilters): Promise<string> {
  const page = await missionPage(query, { kind: 'mission', view: missionJson })
  return `{"missions":${page.items},"nextCursor":${page.nextCursor}}`
}

/** A view of missions as SQL, and the name of its texts in the cache. */
interface ListView {
  readonly kind: string
  readonly view: string
}

/** A page of missions. */
export const missionPage = async (query: MissionFilters, shown: ListView): Promise<KeysetPage> =>
  keysetPage(await listOf(query, shown))

/** SQL for the version of a page of missions in any view (see lib/pages/page-version.ts). */
export const missionsVersion = async (query: MissionFilters): Promise<Sql> =>
  keysetVersion(await listOf(query, { kind: 'mission', view: missionJson }))

const BY_DAY = { day: 'm.deadline' }
const ENDED = literals(MISSION_STATES.filter((state) => !isOpen(state)))

/** The conditions for the missions of a contributor. */
async function ofContributor({ contributor, contributed, state, sort }: MissionFilters, found: Titled): Promise<Sql[]> {
  const where: Sql[] = []
  if (contributor) where.push(await ofWallet(TITLES, 'contributorWallet', contributor, found))
  // As a constant, it lets the index of contributions find them: for those in SEED others have only designated the wallet.
  if (contributor && sort === 'deadline' && state && state !== 'SEED') where.push(sql`m.state <> 'SEED'`)
  if (contributed) where.push(await ofWallet(TITLES, 'contributorWallet', contributed, found), raw(CONTRIBUTED))
  return where
}

async function listOf(query: MissionFilters, shown: ListView): Promise<KeysetList> {
  const isByDay = query.sort === 'deadline'
  const where: Sql[] = [sql`m."hiddenAt" IS NULL`]
  if (query.state) where.push(sql`m.state = ${query.state}::"MissionState"`)
  if (query.needs)
    where.push(sql`m.state = 'SEED' AND m."contributorWallet" IS NULL AND m.deadline >= ${utcDay(now())}::date`)
  if (query.bounty) where.push(sql`${raw(BOUNTY)} IS NOT NULL`)
  if (isByDay) where.push(sql`m.state NOT IN (${raw(ENDED)})`, sql`m.deadline >= ${utcDay(now())}::date`)
  const isNarrowed = where.length > 1 || Boolean(query.owner || query.contributor || query.contributed)
  const found = query.q ? await searchTitles(TITLES, query.q, isNarrowed) : everyRecord(TITLES)
  if (query.owner) where.push(await ofWallet(TITLES, 'owner', query.owner, found))
  where.push(...(await ofContributor(query, found)))
  if (query.cursor)
    where.push(isByDay ? afterDay('m.deadline', 'm.id', query.cursor) : beforeFound(found, TITLES, query.cursor))
  return {
    from: found.from,
    key: found.key,
    lookup: found.lookup,
    walk: found.walk,
    isSearch: Boolean(query.q),
    sort: isByDay ? BY_DAY : undefined,
    view: shown.view,
    where: [...where, ...found.where],
    limit: query.limit,
    cached: { kind: shown.kind, version: missionVersion },
  }
}

/** The body with one part of a mission. @param json constant SQL. @throws Refusal `not_found`, also if hidden. */
export async function missionPart(id: string, name: string, json: string): Promise<string> {
  const row = await findOne(
    db,
    sql`SELECT json_build_object(${raw(`'${name}'`)}, ${raw(json)})::text AS body
      FROM "Mission" m WHERE m.id = ${id}::uuid AND m."hiddenAt" IS NULL`,
    BodyRow,
  )
  if (!row) throw missionNotFound()
  return row.body
}

const PartiesRow = VersionRow.extend({
  state: z.enum(MISSION_STATES),
  owner: z.string(),
  contributorWallet: z.string().nullable(),
  /** The submitter of the proof that awaits review. */
  submittedBy: z.string().nullable(),
  /** Whether a milestone is left that a proof may be submitted for. */
  isUnproven: z.boolean(),
})
const PARTIES = `m.state, m.owner, m."contributorWallet", EXISTS (SELECT FROM "Milestone" i WHERE i."missionId" = m.id
    AND i."verifiedProofId" IS NULL AND i.status <> 'Cancelled') AS "isUnproven", (SELECT p."submittedBy" FROM "Proof" p
    WHERE p."missionId" = m.id AND p.status = 'submitted' AND p."hiddenAt" IS NULL) AS "submittedBy"`

/**
 * A reader of a mission's view as JSON text. It adds the number of eligible verifiers, which comes from the allowlist and not
 * from the cached view.
 * @param kind the name of the texts in the cache. @param version, @param view constant SQL. @param missing the refusal if the
 * mission does not exist or is hidden.
 */
export function missionReader(kind: string, version: string, view: string, missing = missionNotFound) {
  const columns = `${version} AS version, ${PARTIES}`
  const read = recordReader({ kind, columns, view, from: SHOWN_MISSION }, PartiesRow)
  return async (id: string): Promise<string> => {
    const found = await read(id)
    if (!found) throw missing()
    const { state, owner, contributorWallet, submittedBy, isUnproven } = found.row
    const parties = { kind: 'proof', owner, contributorWallet, submittedBy } as const
    const takesProof = isUnproven && contributorWallet !== null
    const isJudged = isOpen(state) && (takesMilestones(state) || takesProof || submittedBy !== null)
    const eligible = isJudged ? eligibleOf(parties, verifierWallets()).length : null
    return withField(found.text, 'eligibleVerifiers', eligible)
  }
}

const readRecord = missionReader('mission-record', missionRecordVersion, missionRecordJson)

/** The body of `GET /api/v1/missions/{id}` as JSON text. @throws Refusal `not_found`, also if hidden. */
export const missionBody = async (id: string) => `{"mission":${await readRecord(id)}}`
/** The body of `GET /api/v1/missions/{id}/milestones`. @throws Refusal `not_found`. */
export const milestonesBody = (id: string) => missionPart(id, 'milestones', milestonesJson)
/** The body of `GET /api/v1/missions/{id}/proof`. @throws Refusal `not_found`. */
export const proofsBody = (id: string) => missionPart(id, 'proofs', proofsJson)

const MissionList = z.object({ missions: z.array(MissionView), nextCursor: NextCursor })

export const listMissions = async (query: MissionFilters) => parseView(MissionList, await missionsBody(query))

/** A proof with its number among the proofs of its milestone. */
export const Attempt = ProofView.extend({ attempt: z.int() })
export type Attempt = z.infer<typeof Attempt>

/** The proofs that a mission's page shows. */
export const ShownProofs = z.object({
  /** The newest proofs of each milestone, oldest first. */
  proofs: z.array(Attempt),
  /** The total number of proofs, by milestone id. */
  attempts: z.record(z.string(), z.int()),
})
export type ShownProofs = z.infer<typeof ShownProofs>

export const PROOFS_SHOWN = 20

const ProofsRow = MissionView.pick({ title: true, milestones: true }).extend({
  count: z.int(),
  proofs: z.array(Attempt),
})
/** A page of a mission's proofs, oldest first. */
export type ProofPage = z.infer<typeof ProofsRow>

/** @param page counted from 1. @returns null if the mission does not exist, is hidden, or has no such page. */
export async function findProofPage(id: string, page: number): Promise<ProofPage | null> {
  const found = await findOne(
    db,
    sql`SELECT m.title, ${raw(milestonesJson)} AS milestones,
        (SELECT count(*)::int FROM "Proof" p WHERE p."missionId" = m.id AND p."hiddenAt" IS NULL) AS count,
        (SELECT coalesce(json_agg(${raw(attemptJson)} ORDER BY p.id), '[]') FROM (SELECT * FROM "Proof" q
          WHERE q."missionId" = m.id AND q."hiddenAt" IS NULL
          ORDER BY q.id LIMIT ${PROOFS_SHOWN}::int OFFSET ${(page - 1) * PROOFS_SHOWN}::int) p) AS proofs
      FROM "Mission" m WHERE m.id = ${id}::uuid AND m."hiddenAt" IS NULL`,
    ProofsRow,
  )
  return found && found.proofs.length > 0 ? found : null
}

/** The parsed record. @throws Refusal `not_found`. */
export async function getMission(id: string): Promise<MissionRecord> {
  return parseView(z.object({ mission: MissionRecord }), await missionBody(id)).mission
}
