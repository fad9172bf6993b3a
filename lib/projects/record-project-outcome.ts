import type { CommandResult, OnRecord, WriteContext } from '@/lib/context'
import type { RecordOutcome } from '@/lib/projects/schemas'
import { showProjectAndReceipt } from '@/lib/projects/views'
import { recordOutcome } from '@/lib/receipts/record-outcome'
import type { RulesVersion } from '@/lib/receipts/signed-under'

/** The owner records the outcome of a project, or anybody that it has expired. */
export async function recordProjectOutcome(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof RecordOutcome>,
  rules: RulesVersion,
): Promise<CommandResult> {
  await recordOutcome(ctx, params.id, body, rules)
  return { show: showProjectAndReceipt(params.id) }
}
