import { now } from '@/lib/clock'
import { type LoadedItem, payloadFields } from '@/lib/community/outbox'
import { type PostOutcome, settlePost } from '@/lib/community/settle-post'
import { showItem } from '@/lib/community/views'
import type { Sql } from '@/lib/db/sql'
import { sendPost } from '@/lib/platform/gateway'
import { PlatformFault } from '@/lib/platform/gateway/fault'

/**
 * Hands a post to the platform. Its `sending` is committed and no transaction is open: whatever happens now, the post is
 * never handed over again by itself.
 * @returns what a moderator is shown.
 */
export async function deliverPost(item: LoadedItem, approvedBy: string): Promise<Sql> {
  const outcome = await attempt(item)
  await settlePost(item, outcome, approvedBy, now())
  return showItem(item.id, true)
}

async function attempt(item: LoadedItem): Promise<PostOutcome> {
  try {
    return { kind: 'posted', postId: await sendPost(payloadFields(item.payload)) }
  } catch (fault) {
    if (fault instanceof PlatformFault) return { kind: fault.isUndone ? 'refused' : 'lost', message: fault.sentence }
    throw fault
  }
}
