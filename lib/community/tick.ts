import { z } from 'zod'
import { lockChallenge } from '@/lib/challenges/load'
import { takesLinks } from '@/lib/challenges/states'
import { now, utcDay } from '@/lib/clock'
import { importReplies } from '@/lib/community/import-replies'
import {
  CLOCK_TOLERANCE_MS,
  ItemRow,
  isPostOf,
  type LoadedItem,
  listUnclaimed,
  selectItems,
} from '@/lib/community/outbox'
import { settlePost } from '@/lib/community/settle-post'
import { UNCERTAIN_POST_CHECK_MS } from '@/lib/contract/limits'
import { autocommit, db, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { MINUTE_MS } from '@/lib/durations'
import { Refusal } from '@/lib/errors'
import { readChannel, readThread } from '@/lib/platform/gateway'
import type { PlatformPost } from '@/lib/platform/gateway/answers'
import { PlatformFault } from '@/lib/platform/gateway/fault'
import { hostsOf } from '@/lib/platform/post-path'
import { platformHost } from '@/lib/platform/urls'

/** A call takes at most ten seconds. A post that is `sending` for longer than this was left by a process that died. */
const SENDING_TIMEOUT_MS = MINUTE_MS
/** The platform accepts a signed message up to five minutes after its timestamp, the attempt's. After twice that it cannot appear. */
const CANNOT_APPEAR_AFTER_MS = 10 * MINUTE_MS
const ROUND_MAX = 5
/** A thread is read again after this long. */
const READ_AGAIN_AFTER_MS = 15 * MINUTE_MS
const THREADS_MAX = 5
/** A round starts no more calls to the platform after this long. */
const ROUND_BUDGET_MS = 20_000
/** So many places that cannot be reached are the platform. One alone may be a thread on whose answer it breaks. */
const UNREACHABLE_MAX = 2

/**
 * One round of the schedule: settles posts whose response was lost, and imports threads again that an owner has synced
 * and whose challenge still takes responses. A thread or channel that does not come is not asked for again in the round; a second
 * one that cannot be reached ends it, since then it is the platform.
 */
export async function tickPlatform(): Promise<void> {
  await settleAbandoned()
  const host = platformHost()
  if (host === null) return
  const round = createRound()
  for (const item of await listUncertain()) {
    await round.step(item.parentPostId ?? `the channel ${item.channel}`, () => reconcilePost(item))
  }
  for (let count = 0; count < THREADS_MAX && !round.isOver(); count++) {
    const waiting = await claimThread(host)
    if (!waiting) return
    await round.step(waiting.postId, () => readAgain(waiting))
  }
}

/** Runs the steps of a round: none once it is over, and none at a place that did not come before. */
function createRound() {
  const until = performance.now() + ROUND_BUDGET_MS
  const skipped = new Set<string>()
  let unreachable = 0
  const isOver = () => unreachable >= UNREACHABLE_MAX || performance.now() > until
  return {
    /** Whether the platform cannot be reached, or the time is up. */
    isOver,
    async step(place: string, work: () => Promise<void>): Promise<void> {
      if (isOver() || skipped.has(place)) return
      const outcome = await outcomeOf(work)
      if (outcome === 'timeout' || outcome === 'unreachable') skipped.add(place)
      if (outcome === 'unreachable') unreachable += 1
    },
  }
}

/** Runs a step. @returns why the platform did not answer it; null if it did, or if that does not matter any more. */
async function outcomeOf(work: () => Promise<void>): Promise<PlatformFault['outcome'] | null> {
  try {
    await work()
    return null
  } catch (fault) {
    // The call log holds the failure; the next round tries again.
    if (fault instanceof PlatformFault) return fault.outcome
    // The record changed, ended or was hidden meanwhile, or the platform has the post no more.
    if (fault instanceof Refusal && fault.code !== 'unavailable') return null
    throw fault
  }
}

/**
 * Makes posts `uncertain` that a process began to send and never settled. That asks the platform nothing, and is done without one too:
 * nobody else can end such a post, and a record is not erased before.
 */
async function settleAbandoned(): Promise<void> {
  const at = now()
  const before = new Date(at.getTime() - SENDING_TIMEOUT_MS)
  const abandoned = await db.query(selectItems(sql`state = 'sending' AND "attemptedAt" < ${before} LIMIT 100`), ItemRow)
  for (const item of abandoned) {
    await settlePost(item, { kind: 'lost', message: 'The service stopped before the answer came.' }, null, at)
  }
}

/**
 * The uncertain posts to look for now: the latest attempts, which are the most likely to be found, and by turns with them others drawn
 * by lot, so that those that are never found take nobody's turn.
 */
async function listUncertain(): Promise<LoadedItem[]> {
  const since = new Date(now().getTime() - UNCERTAIN_POST_CHECK_MS)
  const wanted = sql`state = 'uncertain' AND "attemptedAt" > ${since}`
  const latest = await db.query(selectItems(sql`${wanted} ORDER BY "attemptedAt" DESC LIMIT ${ROUND_MAX}`), ItemRow)
  if (latest.length < ROUND_MAX) return latest
  const ids = latest.map(({ id }) => id)
  const others = await db.query(
    selectItems(sql`${wanted} AND id <> ALL(${ids}::uuid[]) ORDER BY random() LIMIT ${ROUND_MAX}`),
    ItemRow,
  )
  return latest.flatMap((item, place) => [item, ...others.slice(place, place + 1)])
}

/**
 * Looks on the platform for a post whose response was lost. It becomes `sent` when found, `failed` when it can no
 * longer appear, and otherwise stays `uncertain`. It is never resent.
 * @throws PlatformFault when the platform cannot be read.
 */
async function reconcilePost(item: LoadedItem): Promise<void> {
  const attemptedAt = item.attemptedAt?.getTime() ?? 0
  const { posts, isWhole } = await readDestination(item, attemptedAt)
  const at = now()
  const [own] = oldestFirst(
    await listUnclaimed(
      db,
      posts.filter((post) => isPostOf(post, item)),
    ),
  )
  if (own) await settlePost(item, { kind: 'posted', postId: own.id }, null, at)
  else if (isWhole && at.getTime() - attemptedAt > CANNOT_APPEAR_AFTER_MS) {
    await settlePost(item, { kind: 'refused', message: 'It does not stand on the platform.' }, null, at)
  }
}

/**
 * The posts of the thread or channel that the item belongs to. `isWhole`: whether all candidates were read. What cannot be read
 * may be one.
 */
async function readDestination(
  item: LoadedItem,
  attemptedAt: number,
): Promise<{ posts: readonly PlatformPost[]; isWhole: boolean }> {
  const { posts, isCut, unreadable, isAll } = await (item.parentPostId === null
    ? readChannel(item.channel)
    : readWholeThread(item.parentPostId))
  const reachesBack = posts.some((post) => post.postedAt.getTime() < attemptedAt - CLOCK_TOLERANCE_MS)
  return { posts, isWhole: (isAll || reachesBack) && !isCut && unreadable === 0 }
}

const readWholeThread = async (postId: string) => ({ ...(await readThread(postId)), isAll: true })

const oldestFirst = (posts: readonly PlatformPost[]) => [...posts].sort((a, b) => Number(a.id) - Number(b.id))

const WaitingRow = z.object({ challengeId: z.string(), postId: z.string() })
type WaitingThread = z.infer<typeof WaitingRow>

/**
 * Claims the thread that has waited longest, so that no other instance reads it in this round. Those of another platform are left
 * alone: here the ids of their posts are those of others.
 * @param host of the platform.
 */
function claimThread(host: string): Promise<WaitingThread | null> {
  const at = now()
  const before = new Date(at.getTime() - READ_AGAIN_AFTER_MS)
  return findOne(
    autocommit,
    sql`UPDATE "PlatformThread" SET "triedAt" = ${at} WHERE "challengeId" = (
        SELECT t."challengeId" FROM "PlatformThread" t JOIN "Challenge" c ON c.id = t."challengeId"
        WHERE t."syncedAt" IS NOT NULL AND t."triedAt" < ${before} AND c."hiddenAt" IS NULL AND c.state IN ('DRAFT', 'OPEN')
          AND substring(t."threadUrl" FROM '^https?://([^/]+)/') = ANY(${hostsOf(host)}::text[])
          AND c."submissionDeadline" >= ${utcDay(at)}::date
        ORDER BY t."triedAt" LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) RETURNING "challengeId", "postId"`,
    WaitingRow,
  )
}

async function readAgain({ challengeId, postId }: WaitingThread): Promise<void> {
  const thread = await readThread(postId)
  await transaction(async (tx) => {
    const by = { tx, at: now() }
    const challenge = await lockChallenge(by, challengeId)
    // It may have ended while the platform answered.
    if (!takesLinks(challenge, utcDay(by.at))) return
    await importReplies(by, challenge, { postId, thread }, null)
  })
}
