import { checkTransaction } from '@/lib/chain/check-transaction'
import { chains } from '@/lib/chain/providers'
import { type TakenCheck, takeDue } from '@/lib/chain/queue'
import { now } from '@/lib/clock'

/** Transactions of one chain looked up at once. */
const BATCH_TRANSACTIONS = 8
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
    const transactions = byTransaction(await takeDue(chainId, BATCH_TRANSACTIONS, now()))
    const answered = await Promise.all(
      transactions.map(([txHash, taken]) => checkTransaction({ chainId, txHash }, taken)),
    )
    if (!answered.includes(true)) return
  }
}

/** The checks of one chain by the transaction they are of. */
function byTransaction(taken: readonly TakenCheck[]): [string, TakenCheck[]][] {
  const groups = new Map<string, TakenCheck[]>()
  for (const check of taken) groups.set(check.txHash, [...(groups.get(check.txHash) ?? []), check])
  return [...groups]
}
