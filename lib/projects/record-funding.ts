import type { RecordCommand } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { uuidv7 } from '@/lib/id'
import { addPart, lockToGrow } from '@/lib/projects/add-part'
import { type FundingView, type RecordFunding, transactionOf } from '@/lib/projects/schemas'
import { showFunding } from '@/lib/projects/views'

/** Records a transaction that is said to fund a project. It is checked automatically; the service holds nothing. */
export const recordFunding: RecordCommand<typeof RecordFunding> = async (ctx, { params, body }) => {
  const transaction = transactionOf(body, body.transactionUrl)
  const growing = await lockToGrow(ctx, params.id, 'funding')
  const content: Omit<FundingView, 'check'> = {
    id: uuidv7(ctx.at.getTime()),
    transactionUrl: body.transactionUrl,
    chainId: transaction?.chainId ?? null,
    txHash: transaction?.txHash ?? null,
    amount: body.amount ?? null,
    currency: body.currency ?? null,
    note: body.note ?? null,
    recordedBy: ctx.caller.wallet,
    recordedAt: ctx.at.toISOString(),
  }
  const { id, transactionUrl, chainId, txHash, amount, currency, note, recordedBy } = content
  return addPart(ctx, growing, {
    content,
    eventData: { fundingId: id, chainId, txHash },
    insert: sql`INSERT INTO "FundingRecord" (id, "missionId", "transactionUrl", "chainId", "txHash", amount, currency, note, "recordedBy", "recordedAt")
      VALUES (${id}::uuid, ${growing.project.id}::uuid, ${transactionUrl}, ${chainId}, ${txHash}, ${amount}, ${currency}, ${note},
        ${recordedBy}, ${ctx.at})`,
    transaction,
    again: 'You have recorded this transaction as funding of this mission already.',
    show: showFunding(id),
  })
}
