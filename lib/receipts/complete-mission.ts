import type { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { recordOutcome } from '@/lib/receipts/record-outcome'
import type { CompleteMission } from '@/lib/receipts/schemas'
import { showMissionAndReceipt } from '@/lib/receipts/views'

/** The owner records the outcome of a mission. */
export async function completeMission(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof CompleteMission> },
): Promise<CommandResult> {
  await recordOutcome(ctx, params.id, body)
  return { show: showMissionAndReceipt(params.id) }
}
