import { checkTransaction } from '@/lib/chain/check-transaction'
import { findChain } from '@/lib/chain/providers'
import { type NamedCheck, takeOne } from '@/lib/chain/queue'
import { now } from '@/lib/clock'

/** Concurrent checks of this process, besides the schedule's. Further ones are left to the schedule. */
const UNDER_WAY_MAX = 8

const underWay = new Set<Promise<void>>()

/**
 * Starts to check a record's transaction right after the write that names it has committed. The write's response does
 * not wait for it. After a failure the check stays due, so the schedule repeats it.
 * @returns a promise that resolves when the check has ended or is left to the schedule; it never rejects.
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

/** Resolves when all checks started by `checkSoon` have ended; null when there are none. */
export function checksUnderWay(): Promise<unknown> | null {
  return underWay.size > 0 ? Promise.all(underWay) : null
}
