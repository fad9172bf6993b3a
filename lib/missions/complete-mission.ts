import type { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { recordOutcome } from '@/lib/missions/record-outcome'
import type { CompleteMission } from '@/lib/missions/schemas'
import { showMissionAndReceipt } from '@/lib/missions/views'

/** The owner records the outcome of a mission. */
export async function completeMission(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof CompleteMission> },
): Promise<CommandResult> {
  await recordOutcome(ctx, params.id, body)
  return { show: showMissionAndReceipt(params.id) }
}
