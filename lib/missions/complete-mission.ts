import type { z } from 'zod'
import type { Shown, WriteContext } from '@/lib/context'
import type { CompleteMission } from '@/lib/missions/schemas'
import { settleMission } from '@/lib/missions/settle-mission'
import { showMissionAndReceipt } from '@/lib/missions/views'

/** The owner records the outcome of a mission. */
export async function completeMission(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof CompleteMission> },
): Promise<Shown> {
  await settleMission(ctx, params.id, body)
  return { show: showMissionAndReceipt(params.id) }
}
