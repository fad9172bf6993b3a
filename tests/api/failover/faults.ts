import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPair } from '@/tests/support/postgres-pair'
import { until } from '@/tests/support/until'

/** How many commits have to wait for the standby before the fault goes on. */
const WAITING = 3
const WAITERS = `FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'trellis'`

/** What a fault is given: the pair, and numbers that the seed decides, from 0 to 1. */
type Fault = (pair: PostgresPair, random: () => number) => Promise<void>

/** The standby no longer hears of anything, and commits wait for it. */
async function cutLink(pair: PostgresPair): Promise<void> {
  pair.link.cut()
  await until(async () => (await pair.waiting()) >= WAITING, 'commits waited for the standby')
}

/** Does something to all commits that wait, a few times, so that repetitions of them are met as well. */
async function toWaiters(pair: PostgresPair, action: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await pair.primary().query(`SELECT ${action}(pid) ${WAITERS}`)
    await pause(300)
  }
}

async function killAndPromote(pair: PostgresPair): Promise<void> {
  await pair.primary().kill()
  await pair.promote()
}

/** How a primary is lost. Each ends with the standby as the primary. */
export const FAULTS: Record<string, Fault> = {
  kill: killAndPromote,
  async freeze(pair) {
    pair.primary().freeze()
    await pair.promote()
  },
  async 'cut the link, kill'(pair) {
    await cutLink(pair)
    await killAndPromote(pair)
  },
  async 'cut the link, freeze'(pair) {
    await cutLink(pair)
    pair.primary().freeze()
    await pair.promote()
  },
  async 'cut the link, cancel the waits, kill'(pair, random) {
    await cutLink(pair)
    await toWaiters(pair, 'pg_cancel_backend', 1 + Math.floor(random() * 4))
    await killAndPromote(pair)
  },
  async 'cut the link, terminate the waits, kill'(pair, random) {
    await cutLink(pair)
    await toWaiters(pair, 'pg_terminate_backend', 1 + Math.floor(random() * 4))
    await pause(random() * 1_000)
    await killAndPromote(pair)
  },
  async 'cut the link, restart, kill'(pair, random) {
    await cutLink(pair)
    await pair.primary().kill()
    await pair.primary().start()
    // Clients repeat what was cut off, and find what only this server has.
    await pause(1_000 + random() * 1_500)
    await killAndPromote(pair)
  },
  async 'cut the link, promote beside a living primary'(pair) {
    await cutLink(pair)
    await pair.promote()
    // Whoever was connected still is, to the old one.
  },
  async 'meet the standby before it is promoted'(pair, random) {
    await pair.primary().kill()
    pair.proxy.point(pair.standby().url)
    await pause(random() * 1_000)
    await pair.promote()
  },
  async 'demote the primary and promote'(pair) {
    await pair.primary().query('ALTER SYSTEM SET default_transaction_read_only = on')
    await pair.primary().query('SELECT pg_reload_conf()')
    await pair.promote()
  },
}
