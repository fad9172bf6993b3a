import type { Client } from '@/client/src/api'
import { createClient } from '@/client/src/client'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import { MISSION_STATES } from '@/lib/missions/states'
import type { Made } from './stage'

const STATES: readonly string[] = [...CHALLENGE_STATES, ...MISSION_STATES, 'RECEIPT']
const STATE_WIDTH = Math.max(...STATES.map((state) => state.length))

/** The state of a record as the service shows it now; reading it persists a deadline that has ended. */
async function stateOf(trellis: Client, { kind, id }: Made): Promise<string> {
  const params = { id }
  if (kind === 'challenge') return (await trellis.getChallenge({ params })).challenge.state
  if (kind === 'mission') return (await trellis.getMission({ params })).mission.state
  await trellis.getReceipt({ params })
  return 'RECEIPT'
}

/**
 * Prints what was made, in the order of the states, with its address.
 * @throws Error in one line when some state has no record.
 */
export async function printMade(base: string, made: readonly Made[]): Promise<void> {
  const trellis = createClient({ base })
  const rows = await Promise.all(made.map(async (record) => ({ ...record, state: await stateOf(trellis, record) })))
  rows.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
  for (const kind of ['challenge', 'mission', 'receipt']) {
    console.log('')
    for (const row of rows.filter((one) => one.kind === kind)) {
      console.log(`${row.state.padEnd(STATE_WIDTH)}  ${base}/${kind}s/${row.id}  ${row.title}`)
    }
  }
  const missing = STATES.filter((state) => rows.every((row) => row.state !== state))
  if (missing.length > 0) throw new Error(`The demo made no record in ${missing.join(', ')}.`)
}
