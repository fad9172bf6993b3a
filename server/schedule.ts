import { setTimeout as sleep } from 'node:timers/promises'
import { checksUnderWay } from '@/lib/chain/check-soon'
import { JOBS, type Job, runJob } from '@/lib/schedule/jobs'

const FIRST_AFTER_MS = 1_000
/** How long a stop waits, in milliseconds. Any job can be interrupted: its remaining work is due in the next round. */
const STOP_WAITED_MS = 8_000

export interface Schedule {
  /** Starts no further rounds, and waits up to `STOP_WAITED_MS` for the running ones. */
  stop(): Promise<void>
}

/** Runs a job repeatedly; its rounds never overlap. */
function repeat(job: Job): Schedule {
  const [, , everyMs] = job
  let stopped = false
  const work = async () => {
    // The job reports its failures itself; the next round retries.
    await runJob(job).catch(() => undefined)
    if (!stopped) timer = setTimeout(begin, everyMs)
  }
  let round: Promise<void> = Promise.resolve()
  const begin = () => {
    round = work()
  }
  let timer = setTimeout(begin, FIRST_AFTER_MS)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

const forAWhile = async (work: Promise<unknown> | null): Promise<void> => {
  await Promise.race([work, sleep(STOP_WAITED_MS, undefined, { ref: false })])
}

/** Waits up to `STOP_WAITED_MS` for the checks that this process's writes have started. Call it when no write is running. */
export const endChecks = () => forAWhile(checksUnderWay())

/** Starts every job. Other instances and the serverless cron may run at the same time: each job handles that itself. */
export function startSchedule(): Schedule {
  const running = JOBS.map(repeat)
  // No write is running at this point, so the checks that writes have started end here too.
  return { stop: () => forAWhile(Promise.all([...running.map((job) => job.stop()), checksUnderWay()])) }
}
