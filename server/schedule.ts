import { tickDeadlines } from '@/lib/deadlines/tick'
import { purgeExpired } from '@/lib/maintenance/purge'
import { tickPlatform } from '@/lib/platform/tick'
import { oneLine } from './one-line'

const EVERY_MS = 5 * 60_000
const FIRST_AFTER_MS = 1_000

export interface Schedule {
  /** Starts no further round and waits for the one under way. */
  stop(): Promise<void>
}

/** A job and the words for it in the log. */
export type Job = readonly [name: string, run: () => Promise<unknown>]

const JOBS: readonly Job[] = [
  ['The deadline tick', tickDeadlines],
  ['The purge', purgeExpired],
  ['The round of the community platform', tickPlatform],
]

async function runRound(jobs: readonly Job[]): Promise<void> {
  for (const [name, run] of jobs) {
    try {
      await run()
    } catch (error) {
      console.error(`${name} failed and will be tried again: ${oneLine(error)}`)
    }
  }
}

/**
 * Runs the jobs soon and then again and again, `everyMs` after the last round ended, so that rounds never overlap. Safe
 * beside other instances and the serverless cron: each job holds that itself.
 */
export function startSchedule(jobs = JOBS, everyMs = EVERY_MS, firstAfterMs = FIRST_AFTER_MS): Schedule {
  let round: Promise<void> = Promise.resolve()
  let stopped = false
  const begin = () => {
    round = runRound(jobs).then(() => {
      if (!stopped) timer = setTimeout(begin, everyMs)
    })
  }
  let timer = setTimeout(begin, firstAfterMs)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}
