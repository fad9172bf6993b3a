import { askProviders } from '@/lib/chain/ask'
import { nextCheck } from '@/lib/chain/next-check'
import { findChain } from '@/lib/chain/providers'
import { type TakenCheck, type TransactionRef, writeFinding } from '@/lib/chain/queue'
import { type Finding, readTransaction } from '@/lib/chain/read-transaction'
import { now } from '@/lib/clock'

/** That a transaction is in a block nobody can prove to us, so where there are several providers two must say so. */
const OPINIONS = 2

/** What providers found together: nothing, when one says that it is mined and the other says otherwise. */
function agreed([first, second]: readonly Finding[]): Finding | null {
  if (!first) return null
  const isMined = [first, second].some((finding) => finding?.blockNumber != null)
  if (!second || !isMined) return first
  const isSame = (['status', 'blockNumber', 'to', 'value', 'paysPayee'] as const).every(
    (fact) => first[fact] === second[fact],
  )
  return isSame ? first : null
}

/** The newest block in which any of the records found the transaction before. */
function newestBlock(taken: readonly TakenCheck[]): bigint | null {
  const blocks = taken.flatMap(({ blockNumber }) => (blockNumber === null ? [] : [BigInt(blockNumber)]))
  return blocks.reduce<bigint | null>((newest, block) => (newest === null || block > newest ? block : newest), null)
}

/**
 * Looks a transaction up, once for all the records that name it, and writes what was found for each. Nothing but their own
 * checks changes, whatever a provider answers, and no database transaction is open meanwhile.
 * @param taken checks of one and the same transaction.
 * @returns whether a provider answered.
 */
export async function checkTransaction(
  { chainId, txHash }: TransactionRef,
  taken: readonly TakenCheck[],
): Promise<boolean> {
  const at = now()
  const chain = findChain(chainId)
  const asked = { txHash, blockNumber: newestBlock(taken), records: taken }
  const answers = chain
    ? await askProviders(chain, (one) => readTransaction(one, { ...asked, chainId: chain.chainId }), OPINIONS)
    : []
  const outcomes = taken.map(({ recordId, askedAt }, index) => {
    const finding = agreed(answers.flatMap((findings) => findings[index] ?? []))
    return { recordId, finding, nextCheckAt: nextCheck(finding, askedAt, at) }
  })
  await Promise.all(outcomes.map((outcome) => writeFinding(outcome, at)))
  return outcomes.some(({ finding }) => finding !== null)
}
