import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { challengeIn } from '../data/generate'
import { idOf } from '../data/ids'
import { LARGE } from '../data/sizes'
import { instanceEnvironment } from '../support/environment'
import { startFront } from '../support/front'
import { startWorker } from '../support/process'
import { limitFigure, plainFigure, ratioFigure, round } from '../support/report'
import { median } from '../support/stats'
import type { Case } from './case'

const DUE = 100_000
const READS_A_TURN = 40
/** Between turns: the readers look for locks, they are not to take the tick's cores. */
const PAUSE_MS = 50

/** A hundred thousand deadlines due at once among a million challenges, with readers beside the tick. */
export const deadlines: Case = {
  name: 'deadlines',
  async run({ databases, load, say }) {
    say('deadlines: 100,000 due among 1,000,000')
    const url = await databases.copy(new URL(await databases.generated('large', LARGE)).pathname.slice(1), 'due')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const before = Number((await client.query('SELECT count(*) FROM "HistoryEvent"')).rows[0].count)
    await client.query(
      `UPDATE "Challenge" SET "submissionDeadline" = current_date - 3 WHERE id IN (SELECT id FROM "Challenge" WHERE state = 'OPEN' ORDER BY id LIMIT ${DUE})`,
    )
    await client.query('VACUUM (ANALYZE) "Challenge"')

    const front = await startFront(url)
    // Readers of challenges that are not due, so that no read ticks by itself.
    const requests = Array.from({ length: READS_A_TURN }, (_, turn) => ({
      method: 'GET',
      target: `/api/v1/challenges/${idOf('challenge', challengeIn('DECISION_VERIFIED', 1 + turn))}`,
    }))
    const read = () => load.ask<number[]>('oneByOne', { port: front.port, requests })
    await read()
    const quiet = median(await read())

    const worker = await startWorker('tick.ts', instanceEnvironment(url, 1))
    let ticking = true
    const ticked = worker.ask<{ transitions: number; seconds: number }>('tick').finally(() => {
      ticking = false
    })
    const meanwhile: number[] = []
    while (ticking) {
      meanwhile.push(...(await read()))
      await pause(PAUSE_MS)
    }
    const { transitions, seconds } = await ticked
    const rows = Number((await client.query('SELECT count(*) FROM "HistoryEvent"')).rows[0].count) - before
    const told = Number(
      (await client.query(`SELECT count(*) FROM "Notification" WHERE kind = 'deadline-passed'`)).rows[0].count,
    )
    await client.end()
    await worker.stop()
    await front.stop()
    return [
      limitFigure('deadline tick, 100,000 due of 1,000,000', seconds, 10, 's'),
      plainFigure('deadline tick: moved / history rows / notifications', `${transitions} / ${rows} / ${told}`),
      plainFigure(
        'deadline tick: the slowest read meanwhile',
        `${round(Math.max(...meanwhile))} ms of ${meanwhile.length} reads`,
      ),
      ratioFigure(
        'deadline tick: a single read meanwhile',
        median(meanwhile),
        quiet,
        null,
        'ms',
        'the same read before',
      ),
    ]
  },
}
