import type { Shown, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf, insertHistory } from '@/lib/history/record'
import { next } from '@/lib/machine/machine'
import { lockItem, moveItem, requireGivenUp } from '@/lib/platform/outbox'
import { outboxMachine } from '@/lib/platform/states'
import { showItem } from '@/lib/platform/views'

/**
 * Ends a post that was not sent. One whose answer was lost may stand on the platform, so it is cancelled only once the service
 * has looked for it in vain; then another of its kind may go out.
 */
export async function cancelPost(ctx: WriteContext, { params }: { params: { id: string } }): Promise<Shown> {
  const item = await lockItem(ctx.tx, params.id)
  const to = next(outboxMachine, item.state, 'cancel')
  requireGivenUp(item, ctx.at)
  const event = eventOf(item, ctx, { kind: 'post-cancelled', from: item.state, to })
  const moved = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveItem(item, to, event)}), event AS (${insertHistory(event)}) SELECT id FROM moved`,
  )
  if (!moved) throw conflict(outboxMachine.refusals.cancel)
  return { show: showItem(item.id, true) }
}
