import { refreshChecks } from '@/lib/chain/check-transaction'
import { tickDeadlines } from '@/lib/challenges/deadlines'
import { tickPlatform } from '@/lib/community/tick'
import { DEADLINE_JOB_MS } from '@/lib/contract/limits'
import { requireComparedClocks } from '@/lib/db/clocks'
import { logEvents } from '@/lib/events/queries'
import { sweepUploads } from '@/lib/evidence/uploads'
import { purgeExpired } from '@/lib/maintenance/purge'
import { tellDays } from '@/lib/maintenance/tell-days'
import { tellUnjudged } from '@/lib/review/unjudged'
import { faultWords, log } from '@/lib/telemetry/log'
import { recorder } from '@/lib/telemetry/metrics'

// The scheduled jobs. The self-hosted server runs them periodically, a serverless platform by a call.

const HALF_A_MINUTE_MS = 30_000

/** A job with its name in the log, and the pause before the self-hosted server runs it again. */
export type Job<Result = unknown> = readonly [name: string, run: () => Promise<Result>, everyMs: number]

const DEADLINE_TICK: Job<{ transitions: number }> = ['The deadline tick', tickDeadlines, DEADLINE_JOB_MS]
const OTHER_JOBS: readonly Job[] = [
  ['The look for what nobody may judge', tellUnjudged, DEADLINE_JOB_MS],
  ['The look for days to tell of', tellDays, DEADLINE_JOB_MS],
  ['The purge', purgeExpired, DEADLINE_JOB_MS],
  ['The log of events', logEvents, DEADLINE_JOB_MS],
  ['The check of transactions', refreshChecks, HALF_A_MINUTE_MS],
  ['The round of the community platform', tickPlatform, DEADLINE_JOB_MS],
  // Last: a serverless platform ends the call of all jobs after a while, and nobody waits for this one.
  ['The sweep of uploads', sweepUploads, DEADLINE_JOB_MS],
]

export const JOBS: readonly Job[] = [DEADLINE_TICK, ...OTHER_JOBS]

/**
 * Runs a job and reports the result to log and metrics. Without a comparison of the clocks it does not run: by a wrong one it would
 * move deadlines and delete what has not expired.
 * @throws what the job threw. @throws StorageAway when the clocks cannot be compared.
 */
export async function runJob<Result>([name, run]: Job<Result>): Promise<Result> {
  try {
    await requireComparedClocks()
    const result = await run()
    recorder()?.job(name, true)
    return result
  } catch (fault) {
    recorder()?.job(name, false)
    log().error({ fault: faultWords(fault) }, `${name} failed and will be tried again`)
    throw fault
  }
}

/**
 * Runs every job once, one after the other. A failed job does not stop the next ones.
 * @returns the number of persisted deadlines.
 * @throws the first failure, after the last job.
 */
export async function runEveryJob(): Promise<{ transitions: number }> {
  const faults: unknown[] = []
  const tryJob = <Result>(job: Job<Result>) => runJob(job).catch((fault: unknown) => void faults.push(fault))
  const ticked = await tryJob(DEADLINE_TICK)
  for (const job of OTHER_JOBS) await tryJob(job)
  if (!ticked || faults.length > 0) throw faults[0]
  return ticked
}
