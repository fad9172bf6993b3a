import { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import { EVIDENCE_FILES_MAX } from '@/lib/contract/limits'
import { db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, expired, forbidden, notFound, unavailable } from '@/lib/errors'
import type { KeptFile } from '@/lib/evidence/keep-file'
import { requireRoom } from '@/lib/evidence/quota'
import type { FileUpload } from '@/lib/evidence/schemas'
import { requireStore } from '@/lib/evidence/store'
import { endUpload } from '@/lib/evidence/uploads'
import { showFile } from '@/lib/evidence/views'
import { isUuid } from '@/lib/id'
import { type LoadedMission, loadMission, lockMission, MISSION } from '@/lib/missions/load'
import { takesFiles } from '@/lib/missions/states'
import { recordChange } from '@/lib/records/record-change'

function requireWelcome(mission: LoadedMission, wallet: string): void {
  if (mission.contributorWallet !== wallet) throw forbidden('Only the contributor may add evidence files.')
  if (!takesFiles(mission.state))
    throw conflict('Evidence files are added after the mission was claimed and before it has its outcome.')
}

/** Checks whether an upload is allowed, before any byte is stored. `addFile` checks again afterwards. */
export async function allowFile(
  { caller: { wallet }, bytesMax, key }: { caller: Caller; bytesMax: number; key: string },
  { id }: { id: string },
): Promise<void> {
  requireWelcome(await loadMission(db, sql`${id}::uuid`, false), wallet)
  requireStore()
  await requireRoom({ wallet, bytes: bytesMax, key })
}

const FileRow = z.object({
  /** The caller's files of this mission. */
  count: z.int(),
  proofHidden: z.boolean(),
  /** Whether the caller submitted the proof: a released mission keeps the proofs of its former contributor. */
  proofOwn: z.boolean(),
  /** Whether the proof was never reviewed; null if this mission has no such proof. */
  proofWaits: z.boolean().nullable(),
})

/** Records a stored file as evidence of the mission. Its hash goes into the history. */
export async function addFile(
  ctx: WriteContext,
  { params, body, file }: { params: { id: string }; body: z.output<typeof FileUpload>; file: KeptFile },
): Promise<CommandResult> {
  const proofId = body.proofId ?? null
  const named = proofId !== null && isUuid(proofId) ? proofId : null
  const [mission, facts] = await Promise.all([
    lockMission(ctx, params.id),
    findOne(
      ctx.tx,
      sql`SELECT (SELECT count(*)::int FROM "EvidenceFile"
          WHERE "missionId" = ${params.id}::uuid AND "uploadedBy" = ${ctx.caller.wallet}) AS count,
        p."hiddenAt" IS NOT NULL AS "proofHidden", p."submittedBy" IS NOT DISTINCT FROM ${ctx.caller.wallet} AS "proofOwn", p.status = 'submitted' AS "proofWaits"
        FROM (SELECT) one LEFT JOIN "Proof" p ON p.id = ${named}::uuid AND p."missionId" = ${params.id}::uuid`,
      FileRow,
    ),
  ])
  if (proofId !== null && typeof facts?.proofWaits !== 'boolean')
    throw notFound('There is no such proof on this mission.')
  if (facts?.proofHidden) throw expired('This proof was hidden by a moderator.')
  requireWelcome(mission, ctx.caller.wallet)
  if (proofId !== null && !facts?.proofOwn) throw forbidden('Only who submitted a proof adds files to it.')
  // A signed review covers the files that the proof had then, so no file may join the proof later.
  if (proofId !== null && !facts?.proofWaits)
    throw conflict('This proof was reviewed, so no file joins it any more. Add the file to the mission as a whole.')
  if (facts && facts.count >= EVIDENCE_FILES_MAX)
    throw conflict(`A mission holds ${EVIDENCE_FILES_MAX} evidence files of one contributor at most.`)

  const { id, contentType, bytes, sha256 } = file
  recordChange(ctx, MISSION, mission, null, {
    event: { kind: 'file-added', data: { fileId: id, proofId, contentType, bytes, sha256 } },
    rows: {
      kept: endUpload(id),
      file: sql`INSERT INTO "EvidenceFile" (id, "missionId", "proofId", "contentType", bytes, sha256, "uploadedBy", "uploadedAt")
        VALUES (${id}::uuid, ${mission.id}::uuid, ${proofId}::uuid, ${contentType}, ${bytes}, ${sha256}, ${ctx.caller.wallet}, ${ctx.at})`,
    },
    requires: { kept: () => unavailable('The upload took too long and was given up. Send it again.') },
  })
  return { show: showFile(id) }
}
