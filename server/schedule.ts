import { setTimeout as sleep } from 'node:timers/promises'
import { checksUnderWay } from '@/lib/chain/check-soon'
import { refreshChecks } from '@/lib/chain/refresh-checks'
import { tickDeadlines } from '@/lib/challenges/deadlines'
import { tickPlatform } from '@/lib/community/tick'
import { DEADLINE_JOB_MS } from '@/lib/contract/limits'
import { logEvents } from '@/lib/events/queries'
import { sweepUploads } from '@/lib/evidence/uploads'
import { purgeExpired } from '@/lib/maintenance/purge'
import { tellDays } from '@/lib/maintenance/tell-days'
import { tellUnjudged } from '@/lib/review/unjudged'
import { log } from '@/lib/telemetry/log'
import { recorder } from '@/lib/telemetry/metrics'
import { oneLine } from './lifecycle'

const HALF_A_MINUTE_MS = 30_000
const FIRST_AFTER_MS = 1_000
/** How long a stop waits, in milliseconds. Every job can be broken off: what it has not done is due the next time. */
const STOP_WAITED_MS = 8_000

export interface Schedule {
  /** Starts no further round and waits, for a while, until those under way have ended. */
  stop(): Promise<void>
}

/** A job, the words for it in the log, and how long after its end it begins again. */
type Job = readonly [name: string, run: () => Promise<unknown>, everyMs: number]

const JOBS: readonly Job[] = [
  ['The deadline tick', tickDeadlines, DEADLINE_JOB_MS],
  ['The look for what nobody may judge', tellUnjudged, DEADLINE_JOB_MS],
  ['The look for days to tell of', tellDays, DEADLINE_JOB_MS],
  ['The purge', purgeExpired, DEADLINE_JOB_MS],
  ['The sweep of uploads', sweepUploads, DEADLINE_JOB_MS],
  ['The log of events', logEvents, DEADLINE_JOB_MS],
  ['The check of transactions', refreshChecks, HALF_A_MINUTE_MS],
  ['The round of the community platform', tickPlatform, DEADLINE_JOB_MS],
]

/** Runs one job soon and then again and again, so that its rounds never overlap. */
function repeat([name, run, everyMs]: Job): Schedule {
  let stopped = false
  const work = async () => {
    try {
      await run()
      recorder()?.job(name, true)
    } catch (error) {
      recorder()?.job(name, false)
      log().error({ fault: oneLine(error) }, `${name} failed and will be tried again`)
    }
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

/** Waits, for a while, for the checks that writes of this process have begun: no write is under way any more. */
export async function endChecks(): Promise<void> {
  await Promise.race([checksUnderWay(), sleep(STOP_WAITED_MS, undefined, { ref: false })])
}

/** Starts every job. Safe beside other instances and the serverless cron: each job holds that itself. */
export function startSchedule(): Schedule {
  const running = JOBS.map(repeat)
  // What writes have begun beside the schedule ends with it: no write is under way any more.
  const ended = () => Promise.all([...running.map((job) => job.stop()), checksUnderWay()])
  return {
    async stop() {
      await Promise.race([ended(), sleep(STOP_WAITED_MS, undefined, { ref: false })])
    },
  }
}
