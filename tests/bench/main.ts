import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { command } from '@/scripts/command'
import { oneLine } from '@/server/lifecycle'
import type { Bench, Case } from './cases/case'
import { deadlines } from './cases/deadlines'
import { durable } from './cases/durable'
import { freshness } from './cases/freshness'
import { growth } from './cases/growth'
import { hostile } from './cases/hostile'
import { pages, start } from './cases/pages'
import { reads } from './cases/reads'
import { roundTrips } from './cases/round-trips'
import { searchAfterWrites } from './cases/search-after-writes'
import { vitals } from './cases/vitals'
import { workers } from './cases/workers'
import { writes } from './cases/writes'
import { openDatabases } from './support/databases'
import { startFloor } from './support/floor-app'
import type { RunningApp } from './support/next-app'
import { endProcesses, startWorker } from './support/process'
import { asMarkdown, asText, type Figure } from './support/report'

/**
 * `npm run bench`: measures what design budgets ask, each figure beside its floor in the same run. Only the ratios mean
 * anything on another machine.
 */
const CASES: readonly Case[] = [
  reads,
  writes,
  durable,
  roundTrips,
  growth,
  searchAfterWrites,
  deadlines,
  hostile,
  pages,
  freshness,
  workers,
  vitals,
  start,
]

const USAGE = `Usage: npm run bench -- [--only ${CASES.map(({ name }) => name).join(',')}] [--markdown file] [--keep]
  --only      these cases
  --markdown  writes the table to a file, for docs/performance.md
  --keep      keeps the generated databases for the next run (gigabytes, in node_modules/.cache)`

function readArguments() {
  try {
    return parseArgs({
      options: { only: { type: 'string' }, markdown: { type: 'string' }, keep: { type: 'boolean', default: false } },
    }).values
  } catch {
    throw new Error(USAGE)
  }
}

async function main(): Promise<void> {
  const { only, markdown, keep } = readArguments()
  const chosen = CASES.filter(({ name }) => !only || only.split(',').includes(name))
  if (chosen.length === 0) throw new Error(USAGE)
  const begun = Date.now()
  const say = (words: string) =>
    console.error(`${String(Math.round((Date.now() - begun) / 1000)).padStart(4)} s  ${words}`)

  const databases = await openDatabases(keep)
  const load = await startWorker('load.ts')
  const floors: Promise<RunningApp>[] = []
  const bench: Bench = {
    databases,
    load,
    say,
    floor() {
      const known = floors[0] ?? startFloor()
      floors[0] = known
      return known
    },
  }
  const figures: Figure[] = []
  try {
    for (const one of chosen) {
      // A case that cannot be measured is told of and does not take the others with it.
      try {
        figures.push(...(await one.run(bench)))
      } catch (fault) {
        process.exitCode = 1
        console.error(fault instanceof Error ? fault.stack : fault)
        figures.push({
          what: one.name,
          measured: `failed: ${oneLine(fault)}`,
          floor: '',
          ratio: '',
          budget: '',
          kept: false,
        })
      }
    }
  } finally {
    await endProcesses()
    await databases.stop()
  }
  console.log(asText(figures))
  const about = `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores, Node ${process.versions.node}; only the ratios carry over.`
  console.log(`\n${about} ${Math.round((Date.now() - begun) / 1000)} s.`)
  if (markdown) writeFileSync(markdown, asMarkdown(figures, about))
}

await command(main, (error) => {
  if (!(error instanceof Error)) return oneLine(error)
  return error.message === USAGE ? USAGE : (error.stack ?? error.message)
})
