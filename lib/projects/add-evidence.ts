import type { RecordCommand } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { uuidv7 } from '@/lib/id'
import { addPart, lockToGrow } from '@/lib/projects/add-part'
import { type AddEvidence, type EvidenceView, transactionOf } from '@/lib/projects/schemas'
import { showEvidence } from '@/lib/projects/views'

/** Adds evidence. It is not a proof: nobody reviews it, and it verifies nothing. */
export const addEvidence: RecordCommand<typeof AddEvidence> = async (ctx, { params, body }) => {
  const transaction = transactionOf(body, body.url)
  const growing = await lockToGrow(ctx, params.id, 'evidence')
  const content: Omit<EvidenceView, 'check'> = {
    id: uuidv7(ctx.at.getTime()),
    kind: body.kind,
    url: body.url ?? null,
    chainId: transaction?.chainId ?? null,
    txHash: transaction?.txHash ?? null,
    note: body.note ?? null,
    submittedBy: ctx.caller.wallet,
    submittedAt: ctx.at.toISOString(),
  }
  const { id, kind, url, chainId, txHash, note, submittedBy } = content
  return addPart(ctx, growing, {
    content,
    eventData: { evidenceId: id, kind, chainId, txHash },
    insert: sql`INSERT INTO "ProjectEvidence" (id, "missionId", kind, url, "chainId", "txHash", note, "submittedBy", "submittedAt")
      VALUES (${id}::uuid, ${growing.project.id}::uuid, ${kind}::"EvidenceKind", ${url}, ${chainId}, ${txHash}, ${note},
        ${submittedBy}, ${ctx.at})`,
    transaction,
    again: 'You have added this URL or transaction to this mission as evidence already.',
    show: showEvidence(id),
  })
}
