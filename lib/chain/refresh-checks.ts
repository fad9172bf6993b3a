import { checkTransaction } from '@/lib/chain/check-transaction'
import { chains } from '@/lib/chain/providers'
import { takeDue } from '@/lib/chain/queue'
import { now } from '@/lib/clock'

/** Transactions of one chain looked up at once. */
const BATCH_ROWS = 8
/** How long one round may begin new batches, in milliseconds: hosted schedules end a call that lasts too long. */
const ROUND_MS = 15_000

/** Looks up what is due on every configured chain. However many processes do so at once, each check is taken by one. */
export async function refreshChecks(): Promise<void> {
  const until = Date.now() + ROUND_MS
  await Promise.all(chains().map(({ chainId }) => refreshChain(String(chainId), until)))
}

/** Batch after batch, until nothing is due, the time is over, or no provider of the chain answers. */
async function refreshChain(chainId: string, until: number): Promise<void> {
  while (Date.now() < until) {
    const taken = await takeDue(chainId, BATCH_ROWS, now())
    const answered = await Promise.all(taken.map(checkTransaction))
    if (!answered.includes(true)) return
  }
}
