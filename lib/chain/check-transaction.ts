import { askProviders } from '@/lib/chain/ask'
import { nextCheck } from '@/lib/chain/next-check'
import { findChain } from '@/lib/chain/providers'
import { type TakenCheck, writeFinding } from '@/lib/chain/queue'
import { type Finding, readTransaction } from '@/lib/chain/read-transaction'
import { now } from '@/lib/clock'

/** That a transaction is in a block nobody can prove to us, so where there are several providers two must say so. */
const OPINIONS = 2

/** What providers found together: nothing, when one says that it is mined and the other says otherwise. */
function agreed([first, second]: readonly Finding[]): Finding | null {
  if (!first) return null
  const isMined = [first, second].some((finding) => finding?.blockNumber != null)
  if (!second || !isMined) return first
  const isSame = (['status', 'blockNumber', 'to', 'value'] as const).every((fact) => first[fact] === second[fact])
  return isSame ? first : null
}

/**
 * Looks a taken transaction up and writes what was found. Nothing but its own row changes, whatever a provider answers,
 * and no database transaction is open meanwhile.
 * @returns whether a provider answered.
 */
export async function checkTransaction(taken: TakenCheck): Promise<boolean> {
  const at = now()
  const chain = findChain(taken.chainId)
  const findings = chain
    ? await askProviders(chain, (one) => readTransaction(one, { ...taken, chainId: chain.chainId }), OPINIONS)
    : []
  const finding = agreed(findings)
  await writeFinding(taken, finding, at, nextCheck(finding, taken.askedAt, at))
  return finding !== null
}
