import { createClient } from '@/client/src/client'
import { ApiError } from '@/client/src/errors'
import { oneLine } from '../../server/lifecycle'
import { openClock } from './clock'
import { openCommunity } from './community'
import { play, type Tale } from './conductor'
import { readDemoKeys, requireClock, requireRunning } from './instance'
import { readSettings } from './settings'
import { openStage, type Stage } from './stage'
import { openQuestions } from './stories/open-questions'
import { repairCafe } from './stories/repair-cafe'
import { seedLibrary } from './stories/seed-library'
import { treeMap } from './stories/tree-map'
import { welcomeWords } from './stories/welcome-words'
import { rainBarrels, recipes } from './stories/what-did-not-grow'
import { printMade } from './summary'

/**
 * `npm run demo`: plays the stories of a neighbourhood through the public API of a running instance and its
 * sandbox community. The clock is set
 * back and moved on to the present, so that the records look as old as such records are.
 */
const TALES: readonly Tale[] = [seedLibrary, treeMap, repairCafe, welcomeWords, rainBarrels, recipes, openQuestions]

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env)
  await requireRunning(settings)
  const demo = readDemoKeys(settings)
  const clock = openClock(settings.clockFile)
  await requireClock(settings, clock)
  // Real time again, whatever happens: a clock left behind would surprise whoever uses the instance next.
  process.once('exit', clock.reset)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

  const stage = openStage(settings, demo, clock, await openCommunity(settings, clock))
  if (!(await stage.cast.verifier.isVerifier())) {
    throw new Error('The demo verifier may not verify on this instance: start it without VERIFIER_WALLETS.')
  }
  await play(
    TALES.map((tale) => tale(stage)),
    clock,
    watchDeadlines(stage, settings.base),
  )
  clock.reset()
  await printMade(settings.base, stage.made)
}

/**
 * What the clock does by itself: a submission day that has ended closes its challenge. Any read persists that, so the
 * list is read here.
 */
function watchDeadlines(stage: Stage, base: string): () => Promise<void> {
  const closed = new Set<string>()
  const trellis = createClient({ base })
  return async () => {
    const { challenges } = await trellis.listChallenges({ query: { state: 'AWAITING_DECISION', limit: 100 } })
    for (const { id, title } of challenges) {
      if (closed.has(id) || !stage.made.some((record) => record.id === id)) continue
      closed.add(id)
      stage.report(null, `closes the discussion of “${title}”`)
    }
  }
}

function told(fault: unknown): string {
  if (!(fault instanceof ApiError)) return oneLine(fault)
  const { status, code, field, message } = fault
  return `The service refused: ${status} ${code}${field ? ` (${field})` : ''}: ${message}`
}

try {
  await main()
} catch (error) {
  console.error(told(error))
  process.exitCode = 1
}
