import { loadItem, OUTBOX_ITEM, requireGivenUp } from '@/lib/community/outbox'
import { outboxMachine } from '@/lib/community/states'
import { showItem } from '@/lib/community/views'
import type { CommandResult, WriteContext } from '@/lib/context'
import { requireAllowed } from '@/lib/machine/machine'
import { recordChange } from '@/lib/records/record-change'

/**
 * Cancels a post that was not sent. A post whose response was lost may exist on the platform, so it can be cancelled
 * only after the service has stopped looking for it. Then another post of its kind may be sent.
 */
export async function cancelPost(ctx: WriteContext, { params }: { params: { id: string } }): Promise<CommandResult> {
  const item = await loadItem(ctx.tx, params.id, true)
  requireAllowed(outboxMachine, item.state, 'cancel')
  requireGivenUp(item, ctx.at)
  recordChange(ctx, OUTBOX_ITEM, item, 'cancel', { event: { kind: 'post-cancelled' } })
  return { show: showItem(item.id, true) }
}
