import type { z } from 'zod'
import type { Caller, Shown, WriteContext } from '@/lib/context'
import { EVIDENCE_FILES_MAX } from '@/lib/contract/limits'
import { db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, expired, forbidden, notFound, unavailable } from '@/lib/errors'
import type { KeptFile } from '@/lib/evidence/keep-file'
import type { FileUpload } from '@/lib/evidence/schemas'
import { requireStore } from '@/lib/evidence/store'
import { endUpload } from '@/lib/evidence/uploads'
import { showFile } from '@/lib/evidence/views'
import { eventOf, insertHistory } from '@/lib/history/record'
import { isUuid } from '@/lib/id'
import { type LoadedMission, loadMission, lockMission, moveMission } from '@/lib/missions/load'
import { takesFiles } from '@/lib/missions/states'

function requireWelcome(mission: LoadedMission, wallet: string): void {
  if (mission.contributorWallet !== wallet) throw forbidden('Only the contributor may add evidence files.')
  if (!takesFiles(mission.state))
    throw conflict('Evidence files are added after the mission was claimed and before it has its outcome.')
}

/** Whether an upload is welcome, asked before a byte of it is stored. `addFile` asks again when it is. */
export async function allowFile(caller: Caller, { id }: { id: string }): Promise<void> {
  requireWelcome(await loadMission(db, sql`${id}::uuid`, false), caller.wallet)
  requireStore()
}

const noProof = () => notFound('There is no such proof on this mission.')

interface FileFacts {
  count: number
  /** Null where there is no such proof on this mission. */
  proofHidden: boolean | null
}

/** Records a file whose bytes are stored: from here on it is evidence of the mission, and its hash is in the history. */
export async function addFile(
  ctx: WriteContext,
  { params, body, file }: { params: { id: string }; body: z.output<typeof FileUpload>; file: KeptFile },
): Promise<Shown> {
  const proofId = body.proofId ?? null
  const named = proofId !== null && isUuid(proofId) ? proofId : null
  const [mission, facts] = await Promise.all([
    lockMission(ctx, params.id),
    findOne<FileFacts>(
      ctx.tx,
      sql`SELECT (SELECT count(*)::int FROM "EvidenceFile" WHERE "missionId" = ${params.id}::uuid) AS count,
        (SELECT "hiddenAt" IS NOT NULL FROM "Proof" WHERE id = ${named}::uuid AND "missionId" = ${params.id}::uuid) AS "proofHidden"`,
    ),
  ])
  if (proofId !== null && typeof facts?.proofHidden !== 'boolean') throw noProof()
  if (facts?.proofHidden) throw expired('This proof was hidden by a moderator.')
  requireWelcome(mission, ctx.caller.wallet)
  if (facts && facts.count >= EVIDENCE_FILES_MAX)
    throw conflict(`A mission holds ${EVIDENCE_FILES_MAX} evidence files at most.`)

  const { id, contentType, bytes, sha256 } = file
  const event = eventOf(mission, ctx, {
    kind: 'file-added',
    data: { fileId: id, proofId, contentType, bytes, sha256 },
  })
  const done = await findOne<{ kept: boolean; moved: boolean }>(
    ctx.tx,
    sql`WITH kept AS (${endUpload(id)}), moved AS (${moveMission(mission, mission.state, event, ctx)}), file AS (
        INSERT INTO "EvidenceFile" (id, "missionId", "proofId", "contentType", bytes, sha256, "uploadedBy", "uploadedAt")
        VALUES (${id}::uuid, ${mission.id}::uuid, ${proofId}::uuid, ${contentType}, ${bytes}, ${sha256}, ${ctx.caller.wallet}, ${ctx.at})
      ), event AS (${insertHistory(event)})
      SELECT EXISTS (SELECT 1 FROM kept) AS kept, EXISTS (SELECT 1 FROM moved) AS moved`,
  )
  if (!done?.kept) throw unavailable('The upload took too long and was given up. Send it again.')
  if (!done.moved) throw conflict('The mission has moved a moment ago. Read it again.')
  return { show: showFile(id) }
}
