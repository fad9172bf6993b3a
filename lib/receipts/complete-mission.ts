import type { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import type { CompleteMission } from '@/lib/missions/schemas'
import { showMissionAndReceipt } from '@/lib/missions/views'
import { recordOutcome } from '@/lib/receipts/record-outcome'

/** The owner records the outcome of a mission. */
export async function completeMission(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof CompleteMission> },
): Promise<CommandResult> {
  await recordOutcome(ctx, params.id, body)
  return { show: showMissionAndReceipt(params.id) }
}
