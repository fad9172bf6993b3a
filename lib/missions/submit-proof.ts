import { z } from 'zod'
import { checkSoon } from '@/lib/chain/check-soon'
import { requestCheck } from '@/lib/chain/queue'
import { hasEnded } from '@/lib/clock'
import type { RecordCommand } from '@/lib/context'
import { PROOFS_MAX } from '@/lib/contract/limits'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { verifierWallets } from '@/lib/env'
import { conflict, forbidden, notFound } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { requireAllowed } from '@/lib/machine/machine'
import { lockMissionOf, MISSION } from '@/lib/missions/load'
import type { SubmitProof } from '@/lib/missions/schemas'
import { isOpen, missionMachine } from '@/lib/missions/states'
import { showProof } from '@/lib/missions/views'
import { proofWaiting } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'

const MilestoneRow = z.object({
  id: z.string(),
  verified: z.boolean(),
  cancelled: z.boolean(),
  /** All proofs of the mission, and whether one of them awaits review. */
  proofs: z.int(),
  waiting: z.boolean(),
})

const noMilestone = () => notFound('There is no such milestone.')

const WAITS_ALREADY = 'A proof of this mission waits for its review. Submit the next one after it.'

/** Submits a proof for a milestone. It awaits review and is not called verified (docs/interface.md#states). */
export const submitProof: RecordCommand<typeof SubmitProof> = async (ctx, { params, body }) => {
  // Sent together: the count runs after the lock, so no concurrent proof can change it.
  const [mission, milestone] = await Promise.all([
    lockMissionOf(ctx, sql`SELECT "missionId" FROM "Milestone" WHERE id = ${params.id}::uuid`, noMilestone),
    findOne(
      ctx.tx,
      sql`SELECT id, "verifiedProofId" IS NOT NULL AS verified, status = 'Cancelled' AS cancelled,
          (SELECT count(*)::int FROM "Proof" p WHERE p."missionId" = s."missionId") AS proofs,
          EXISTS (SELECT 1 FROM "Proof" p WHERE p."missionId" = s."missionId" AND p.status = 'submitted' AND p."hiddenAt" IS NULL) AS waiting
        FROM "Milestone" s WHERE id = ${params.id}::uuid`,
      MilestoneRow,
    ),
  ])
  if (mission.contributorWallet !== ctx.caller.wallet) throw forbidden('Only the contributor may submit proof.')
  if (isOpen(mission.state) && milestone?.waiting) throw conflict(WAITS_ALREADY)
  requireAllowed(missionMachine, mission.state, 'submit-proof')
  if (!milestone) throw noMilestone()
  if (milestone.verified) throw conflict('This milestone is already verified.')
  if (milestone.cancelled) throw conflict('This milestone was cancelled and takes no proof.')
  if (milestone.proofs >= PROOFS_MAX) throw conflict(`A mission takes ${PROOFS_MAX} proofs at most.`)

  const proofId = uuidv7(ctx.at.getTime())
  const { kind, url, note } = body
  const txHash = body.txHash ?? null
  const chainId = body.chainId ?? null
  const transaction = txHash !== null && chainId !== null ? { recordId: proofId, chainId, txHash } : null
  const late = hasEnded(mission.deadline, ctx.at)
  recordChange(ctx, MISSION, mission, 'submit-proof', {
    event: {
      kind: 'proof-submitted',
      data: { proofId, milestoneId: milestone.id, kind, url, txHash, chainId, note, late },
    },
    rows: {
      proof: sql`INSERT INTO "Proof" (id, "missionId", "milestoneId", kind, url, "txHash", "chainId", note, status, "submittedBy", "submittedAt", late)
        VALUES (${proofId}::uuid, ${mission.id}::uuid, ${milestone.id}::uuid, ${kind}::"ProofKind", ${url}, ${txHash}, ${chainId}, ${note},
          'submitted', ${ctx.caller.wallet}, ${ctx.at}, ${late})`,
      ...(transaction ? { check_requested: requestCheck(transaction, ctx.caller.wallet, ctx.at) } : {}),
    },
    notify: proofWaiting(mission, ctx.caller.wallet, verifierWallets()),
  })
  return { show: showProof(proofId), afterCommit: transaction ? () => checkSoon(transaction) : undefined }
}
