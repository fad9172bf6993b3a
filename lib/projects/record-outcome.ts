import type { z } from 'zod'
import type { Shown, WriteContext } from '@/lib/context'
import { settleMission } from '@/lib/missions/settle-mission'
import type { RecordOutcome } from '@/lib/projects/schemas'
import { showProjectAndReceipt } from '@/lib/projects/views'

/** The owner records the outcome of a project, or anybody that it has expired. */
export async function recordOutcome(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof RecordOutcome> },
): Promise<Shown> {
  await settleMission(ctx, params.id, body)
  return { show: showProjectAndReceipt(params.id) }
}
