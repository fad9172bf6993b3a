import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Served } from '../servers/load'
import type { Worker } from './process'

const run = promisify(execFile)

const CONNECTIONS = 16

/** `wrk` needs less of the machine than a generator in Node. @returns null when it is not installed. */
async function wrkRate(url: string, seconds: number): Promise<number | null> {
  const args = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, url]
  const written = await run('wrk', args).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return null
    throw fault
  })
  if (written === null) return null
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(written.stdout)?.[1]
  if (!perSecond || /Non-2xx|Socket errors/.test(written.stdout)) throw new Error(`${url}: ${written.stdout}`)
  return Number(perSecond)
}

/** How often a second an address is answered, by a generator that leaves the machine to the service where there is one. */
export async function lightRate(
  load: Worker,
  port: number,
  path: string,
  seconds: number,
): Promise<{ readonly perSecond: number; readonly generator: string }> {
  const wrk = await wrkRate(`http://127.0.0.1:${port}${path}`, seconds)
  if (wrk !== null) return { perSecond: wrk, generator: 'wrk' }
  const served = await load.ask<Served>('many', { port, paths: [path], connections: CONNECTIONS, seconds })
  if (served.faults > 0) throw new Error(`${path}: ${served.faults} requests failed.`)
  return { perSecond: served.perSecond, generator: 'autocannon' }
}
