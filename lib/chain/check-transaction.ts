import { askProviders } from '@/lib/chain/ask'
import { chains, findChain } from '@/lib/chain/providers'
import { type TakenCheck, type TransactionRef, takeDue, writeFinding } from '@/lib/chain/queue'
import { type Finding, nowhere, readTransaction } from '@/lib/chain/read-transaction'
import { now } from '@/lib/clock'
import { DAY_MS, HOUR_MS } from '@/lib/durations'

/**
 * A transaction at this depth is final, once it has been in the same block for so long: both are more than any reorganisation seen
 * on the common chains. The depth alone is what one answer about the head of the chain makes of it, which may be wrong.
 */
export const SETTLED_DEPTH_BLOCKS = 1_000
const SETTLED_AFTER_MS = HOUR_MS

const WAIT_MIN_MS = 30_000
const WAIT_MAX_MS = DAY_MS / 4
const RARE_WAIT_MAX_MS = DAY_MS
/** No provider knows it, so that many may be invented, or it stays in doubt. */
const RARELY_ASKED: ReadonlySet<string> = new Set(['not-found', 'in-doubt'])

/**
 * What may not exist, or of which nothing was ever told believably, for this long is no longer checked, until a record names it again. What
 * was found once and is not final goes on to be checked.
 */
const GIVEN_UP_AFTER_MS = 30 * DAY_MS
const MAY_NOT_EXIST: ReadonlySet<string> = new Set([...RARELY_ASKED, 'pending'])

/** It cannot be proven that a transaction is in a block, so if there are several providers, two must agree on it. */
const OPINIONS = 2

/** The transactions of one chain that are checked at once. */
const BATCH_TRANSACTIONS = 8
/** A round starts no new batch after this many milliseconds: serverless platforms abort calls that take too long. */
const ROUND_MS = 15_000

/**
 * Providers answered, and nothing is known: what they tell cannot be believed (a type of transaction that only a rollup makes, a
 * receipt of before October 2017, which has no status), or they contradict each other.
 */
const IN_DOUBT = { status: 'in-doubt', blockNumber: null, depth: 0 } as const

/** What an earlier check found is not told any more while providers contradict it. */
const CONTRADICTED: Finding = { status: 'unavailable', ...nowhere }

/**
 * The common finding of the providers. They may have seen different heads of the chain, so it is as deep as both of them say.
 * One that is alone although there are more is told, but never final. When one reports the transaction as mined and the other
 * differs, nothing new is known.
 * @param wanted how many should have answered. @param wasFound whether an earlier check found the transaction in a block.
 */
function agreed([first, second]: readonly Finding[], wanted: number, wasFound: boolean): Finding | null {
  if (!first || (isForgotten(first) && (!second || isForgotten(second)))) return null
  if (!second) return wanted > 1 ? { ...first, depth: 0 } : first
  if (first.blockNumber === null && second.blockNumber === null) return first
  const isSame = (['status', 'blockNumber', 'to', 'value', 'paysPayee'] as const).every(
    (fact) => first[fact] === second[fact],
  )
  if (isSame) return { ...first, depth: Math.min(first.depth, second.depth) }
  return wasFound ? CONTRADICTED : null
}

/** Ordinary nodes keep no index of old transactions: one that was found so deep did not vanish because they do not know it. */
const isForgotten = ({ status, depth }: Finding) => status === 'not-found' && depth >= SETTLED_DEPTH_BLOCKS

/** The newest block in which an earlier check of any record found the transaction. */
function newestBlock(taken: readonly TakenCheck[]): bigint | null {
  const blocks = taken.flatMap(({ blockNumber }) => (blockNumber === null ? [] : [BigInt(blockNumber)]))
  return blocks.reduce<bigint | null>((newest, block) => (newest === null || block > newest ? block : newest), null)
}

/**
 * Checks a transaction once for all records that name it, and writes the result for each. Only their rows of checks
 * change, and no database transaction is open meanwhile.
 * @param taken checks of one and the same transaction.
 * @returns whether a provider answered, whatever it told.
 */
export async function checkTransaction(
  { chainId, txHash }: TransactionRef,
  taken: readonly TakenCheck[],
): Promise<boolean> {
  const at = now()
  const chain = findChain(chainId)
  const asked = { txHash, blockNumber: newestBlock(taken), records: taken }
  const { answers, isHeard } = chain
    ? await askProviders(chain, (one) => readTransaction(one, { ...asked, chainId: chain.chainId }), OPINIONS)
    : { answers: [], isHeard: false }
  const wanted = Math.min(OPINIONS, chain?.providers.length ?? 0)
  const outcomes = taken.map((earlier, index) => {
    const { recordId, askedAt, checkedAt, blockNumber } = earlier
    const findings = answers.flatMap((told) => told[index] ?? [])
    const finding = agreed(findings, wanted, blockNumber !== null)
    const nextCheckAt = nextCheck(finding ?? (isHeard && blockNumber === null ? IN_DOUBT : null), earlier, at)
    return { recordId, askedAt, checkedAt, finding, nextCheckAt }
  })
  await Promise.all(outcomes.map((outcome) => writeFinding(outcome, at)))
  return isHeard
}

/**
 * When a transaction is checked next: every half minute at first, then at growing intervals.
 * @param finding null when no provider answered. @param earlier what the check before found, and when the record last named it.
 * @returns null once it is final or given up.
 * @example
 * nextCheck(null, { askedAt: new Date(0), checkedAt: null, blockNumber: null }, new Date(600_000)) // 300 seconds later
 */
export function nextCheck(
  finding: Pick<Finding, 'status' | 'blockNumber' | 'depth'> | typeof IN_DOUBT | null,
  earlier: Pick<TakenCheck, 'askedAt' | 'checkedAt' | 'blockNumber'>,
  at: Date,
): Date | null {
  const ageMs = at.getTime() - earlier.askedAt.getTime()
  const isOld = ageMs > GIVEN_UP_AFTER_MS
  if (finding && isOld && MAY_NOT_EXIST.has(finding.status)) return null
  if (finding?.blockNumber != null && finding.depth >= SETTLED_DEPTH_BLOCKS) {
    const wasThereSince = finding.blockNumber === earlier.blockNumber ? earlier.checkedAt : null
    const isSettled = wasThereSince !== null && at.getTime() - wasThereSince.getTime() >= SETTLED_AFTER_MS
    return isSettled ? null : new Date(at.getTime() + SETTLED_AFTER_MS)
  }
  // What is contradicted for a moment is not left so for hours.
  const wait = finding?.status === 'unavailable' && !isOld ? WAIT_MIN_MS : Math.max(WAIT_MIN_MS, ageMs / 2)
  const isRare = isOld || (finding && RARELY_ASKED.has(finding.status))
  return new Date(at.getTime() + Math.min(isRare ? RARE_WAIT_MAX_MS : WAIT_MAX_MS, wait))
}

/** Runs the due checks of every configured chain. With several processes, each check is taken by one of them. */
export async function refreshChecks(): Promise<void> {
  const until = performance.now() + ROUND_MS
  await Promise.all(chains().map(({ chainId }) => refreshChain(String(chainId), until)))
}

/** Runs batches until nothing is due, the time is over, or no provider of the chain answers. */
async function refreshChain(chainId: string, until: number): Promise<void> {
  let goesOn = true
  while (goesOn && performance.now() < until) {
    const { taken, putOff } = await takeDue(chainId, BATCH_TRANSACTIONS, now())
    const answered = await Promise.all(
      byTransaction(taken).map(([txHash, checks]) => checkTransaction({ chainId, txHash }, checks)),
    )
    goesOn = taken.length === 0 ? putOff : answered.includes(true)
  }
}

/** Groups the checks of one chain by transaction. */
function byTransaction(taken: readonly TakenCheck[]): [string, TakenCheck[]][] {
  const groups = new Map<string, TakenCheck[]>()
  for (const check of taken) groups.set(check.txHash, [...(groups.get(check.txHash) ?? []), check])
  return [...groups]
}
