import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Served } from '../servers/load'
import { benchFolder } from './folder'
import type { Worker } from './process'

const run = promisify(execFile)

/** So many that two workers have as much at once as they can use. With 16 a single one has twice as much at once as each of two. */
const CONNECTIONS = 64

/** What `wrk` asks for, path after path, in its language (Lua). */
const scriptOf = (paths: readonly string[]) => `local paths = {${paths.map((each) => `"${each}"`).join(', ')}}
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
`

/** `wrk` needs less of the machine than a generator in Node. @returns null when it is not installed. */
async function wrkRate(url: string, paths: readonly string[], seconds: number): Promise<number | null> {
  const script = path.join(benchFolder('wrk'), 'paths.lua')
  writeFileSync(script, scriptOf(paths))
  // Of pages that nobody has read yet the last ones wait for seconds: that is slow, and no fault.
  const args = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--timeout', '30s', '-s', script, url]
  const written = await run('wrk', args).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return null
    throw fault
  })
  if (written === null) return null
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(written.stdout)?.[1]
  if (!perSecond || /Non-2xx|Socket errors/.test(written.stdout)) throw new Error(`${url}: ${written.stdout}`)
  return Number(perSecond)
}

/** How often a second some addresses are answered, by a generator that leaves the machine to the service where there is one. */
export async function lightRate(
  load: Worker,
  port: number,
  paths: readonly string[],
  seconds: number,
): Promise<{ readonly perSecond: number; readonly generator: string }> {
  const wrk = await wrkRate(`http://127.0.0.1:${port}`, paths, seconds)
  if (wrk !== null) return { perSecond: wrk, generator: 'wrk' }
  const served = await load.ask<Served>('many', { port, paths, connections: CONNECTIONS, seconds })
  if (served.faults > 0) throw new Error(`${paths[0]}: ${served.faults} requests failed.`)
  return { perSecond: served.perSecond, generator: 'autocannon' }
}
