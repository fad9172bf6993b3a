import { checkTransaction } from '@/lib/chain/check-transaction'
import { findChain } from '@/lib/chain/providers'
import { type TransactionRef, takeOne } from '@/lib/chain/queue'
import { now } from '@/lib/clock'

/** Checks of this process at once, beside the schedule's; what comes beyond waits for the schedule. */
const UNDER_WAY_MAX = 8

const underWay = new Set<Promise<void>>()

/**
 * Begins to look a transaction up, right after the write that named it has committed. The write's answer does not wait
 * for it, and whatever goes wrong is made up for by the schedule: the transaction stays due.
 * @returns what ends when the check has ended or was left to the schedule; it never fails.
 */
export async function checkSoon(ref: TransactionRef): Promise<void> {
  if (underWay.size >= UNDER_WAY_MAX) return
  const check: Promise<void> = checkNow(ref)
    .catch(() => undefined)
    .finally(() => underWay.delete(check))
  underWay.add(check)
  await check
}

async function checkNow(ref: TransactionRef): Promise<void> {
  if (!findChain(ref.chainId)) return
  for (const taken of await takeOne(ref, now())) await checkTransaction(taken)
}

/** Ends when every check begun by `checkSoon` has ended; null when there is none. */
export function checksUnderWay(): Promise<unknown> | null {
  return underWay.size > 0 ? Promise.all(underWay) : null
}
