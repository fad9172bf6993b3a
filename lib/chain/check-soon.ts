import { checkTransaction } from '@/lib/chain/check-transaction'
import { findChain } from '@/lib/chain/providers'
import { type NamedCheck, takeOne } from '@/lib/chain/queue'
import { now } from '@/lib/clock'

/** Checks of this process at once, beside the schedule's; what comes beyond waits for the schedule. */
const UNDER_WAY_MAX = 8

const underWay = new Set<Promise<void>>()

/**
 * Begins to look a transaction up for the record that names it, right after that write has committed. The write's
 * answer does not wait for it, and whatever goes wrong is made up for by the schedule: the check stays due.
 * @returns what ends when the check has ended or was left to the schedule; it never fails.
 */
export async function checkSoon(named: NamedCheck): Promise<void> {
  if (underWay.size >= UNDER_WAY_MAX) return
  const check: Promise<void> = checkNow(named)
    .catch(() => undefined)
    .finally(() => underWay.delete(check))
  underWay.add(check)
  await check
}

async function checkNow(named: NamedCheck): Promise<void> {
  if (!findChain(named.chainId)) return
  const taken = await takeOne(named.recordId, now())
  if (taken.length > 0) await checkTransaction(named, taken)
}

/** Ends when every check begun by `checkSoon` has ended; null when there is none. */
export function checksUnderWay(): Promise<unknown> | null {
  return underWay.size > 0 ? Promise.all(underWay) : null
}
