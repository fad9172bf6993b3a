import { z } from 'zod'
import { lockChallenge } from '@/lib/challenges/load'
import { now, utcDay } from '@/lib/clock'
import { importReplies } from '@/lib/community/import-replies'
import { listUncertain, reconcilePost, settleAbandoned } from '@/lib/community/reconcile-posts'
import { autocommit, findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { Refusal } from '@/lib/errors'
import { readThread } from '@/lib/platform/gateway'
import { PlatformFault } from '@/lib/platform/gateway/fault'
import { platformMode } from '@/lib/platform/settings'

/** How long after it was read a thread is read again. */
const READ_AGAIN_AFTER_MS = 15 * 60_000
const THREADS_MAX = 5
/** No call to the platform is begun after this long. */
const ROUND_BUDGET_MS = 20_000

/**
 * A round of the schedule: settles posts whose answer was lost, and reads the threads again that their owners have synced,
 * while responses are taken. A platform that cannot be reached ends the round; a thread that cannot be read does not.
 */
export async function tickPlatform(): Promise<void> {
  if (platformMode() === 'off') return
  const until = Date.now() + ROUND_BUDGET_MS
  await settleAbandoned()
  for (const item of await listUncertain()) {
    if (Date.now() > until || !(await isReachable(() => reconcilePost(item)))) return
  }
  for (let count = 0; count < THREADS_MAX && Date.now() < until; count++) {
    const waiting = await claimThread()
    if (!waiting || !(await isReachable(() => readAgain(waiting)))) return
  }
}

/** Does a piece of the round. @returns false when the platform cannot be reached at all. */
async function isReachable(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (fault) {
    // What failed is in the call log; the next round tries again.
    if (fault instanceof PlatformFault) return fault.outcome !== 'unreachable' && fault.outcome !== 'timeout'
    // The record moved, ended or was hidden meanwhile.
    if (fault instanceof Refusal && fault.code !== 'unavailable') return true
    throw fault
  }
}

const WaitingRow = z.object({ challengeId: z.string(), postId: z.string() })
type WaitingThread = z.infer<typeof WaitingRow>

/** Takes the thread that waited longest, so that no other instance reads it in this round. */
function claimThread(): Promise<WaitingThread | null> {
  const at = now()
  const before = new Date(at.getTime() - READ_AGAIN_AFTER_MS)
  return findOne(
    autocommit,
    sql`UPDATE "PlatformThread" SET "triedAt" = ${at} WHERE "challengeId" = (
        SELECT t."challengeId" FROM "PlatformThread" t JOIN "Challenge" c ON c.id = t."challengeId"
        WHERE t."syncedAt" IS NOT NULL AND t."triedAt" < ${before} AND c."hiddenAt" IS NULL AND c.state IN ('DRAFT', 'OPEN')
          AND c."submissionDeadline" >= ${utcDay(at)}::date
        ORDER BY t."triedAt" LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) RETURNING "challengeId", "postId"`,
    WaitingRow,
  )
}

async function readAgain({ challengeId, postId }: WaitingThread): Promise<void> {
  const thread = await readThread(postId)
  const at = now()
  await transaction(async (tx) => {
    const challenge = await lockChallenge({ tx, at }, challengeId)
    await importReplies({ tx, at }, challenge, { postId, thread }, null)
  })
}
