import { setTimeout as sleep } from 'node:timers/promises'
import { checksUnderWay } from '@/lib/chain/check-soon'
import { JOBS, type Job, runJob } from '@/lib/schedule/jobs'

const FIRST_AFTER_MS = 1_000
/** How long a stop waits, in milliseconds. Every job can be broken off: what it has not done is due the next time. */
const STOP_WAITED_MS = 8_000

export interface Schedule {
  /** Starts no further round and waits, for a while, until those under way have ended. */
  stop(): Promise<void>
}

/** Runs one job soon and then again and again, so that its rounds never overlap. */
function repeat(job: Job): Schedule {
  const [, , everyMs] = job
  let stopped = false
  const work = async () => {
    // A failure is told where it happens; the next round tries again.
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

/** Waits, for a while, for the checks that writes of this process have begun: no write is under way any more. */
export const endChecks = () => forAWhile(checksUnderWay())

/** Starts every job. Safe beside other instances and the serverless cron: each job holds that itself. */
export function startSchedule(): Schedule {
  const running = JOBS.map(repeat)
  // What writes have begun beside the schedule ends with it: no write is under way any more.
  return { stop: () => forAWhile(Promise.all([...running.map((job) => job.stop()), checksUnderWay()])) }
}
