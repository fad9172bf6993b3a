import type { Client } from '@/client/src/api'
import { createClient } from '@/client/src/client'
import { ApiError } from '@/client/src/errors'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import { MISSION_STATES } from '@/lib/missions/states'
import { oneLine } from '../../server/lifecycle'
import { command } from '../command'
import { openClock } from './clock'
import { openCommunity } from './community'
import { play, type Tale } from './conductor'
import { readDemoKeys, readSettings, requireClock, requireRunning } from './instance'
import { openStage } from './stage'
import { openQuestions } from './stories/open-questions'
import { repairCafe } from './stories/repair-cafe'
import { seedLibrary } from './stories/seed-library'
import { treeMap } from './stories/tree-map'
import { welcomeWords } from './stories/welcome-words'
import { rainBarrels, recipes } from './stories/what-did-not-grow'
import type { Made } from './wallet'

/**
 * `npm run demo`: plays the stories of a neighbourhood through the public API of a running instance and its sandbox
 * community. The clock starts in the past and moves on to the present, so that the records have realistic ages.
 */
const TALES: readonly Tale[] = [seedLibrary, treeMap, repairCafe, welcomeWords, rainBarrels, recipes, openQuestions]

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env)
  await requireRunning(settings)
  const demo = readDemoKeys(settings)
  const clock = openClock(settings.clockFile)
  // Always return to real time: a clock left in the past would confuse the next user of the instance.
  process.once('exit', clock.reset)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  await requireClock(settings, clock)

  const stage = openStage(settings, demo, clock, await openCommunity(settings, clock))
  if (!(await stage.cast.verifier.client()).session.isVerifier) {
    throw new Error('The demo verifier may not verify on this instance: start it without VERIFIER_WALLETS.')
  }
  const trellis = createClient({ base: settings.base })
  const stories = TALES.map((tale) => tale(stage.cast))
  await play(stories, clock, watchDeadlines(trellis, stage))
  clock.reset()
  await printMade(trellis, settings.base, stage.made)
}

/**
 * Reports challenges whose submission day has ended. Reading the list also makes the service persist their new state.
 */
function watchDeadlines(trellis: Client, { made, reportClock }: ReturnType<typeof openStage>): () => Promise<void> {
  const closed = new Set<string>()
  return async () => {
    const { challenges } = await trellis.listChallenges({ query: { state: 'AWAITING_DECISION', limit: 100 } })
    for (const { id, title } of challenges) {
      if (closed.has(id) || !made.some((record) => record.id === id)) continue
      closed.add(id)
      reportClock(`closes the discussion of “${title}”`)
    }
  }
}

const STATES: readonly string[] = [...CHALLENGE_STATES, ...MISSION_STATES, 'RECEIPT']
const STATE_WIDTH = Math.max(...STATES.map((state) => state.length))

/** The current state of a record. The read makes the service persist a deadline that has ended. */
async function stateOf(trellis: Client, { kind, id }: Made): Promise<string> {
  const params = { id }
  if (kind === 'challenge') return (await trellis.getChallenge({ params })).challenge.state
  if (kind === 'mission') return (await trellis.getMission({ params })).mission.state
  await trellis.getReceipt({ params })
  return 'RECEIPT'
}

/**
 * Prints the URL of every record, in the order of the states.
 * @throws Error in one line when some state has no record.
 */
async function printMade(trellis: Client, base: string, made: readonly Made[]): Promise<void> {
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

function wordsOf(fault: unknown): string {
  if (!(fault instanceof ApiError)) return oneLine(fault)
  const { status, code, field, message } = fault
  return `The service refused: ${status} ${code}${field ? ` (${field})` : ''}: ${message}`
}

await command(main, wordsOf)
