import type { Served } from '../servers/load'
import { cpuMicroseconds, type Worker } from './process'

/** Something to put under load. */
export interface Target {
  readonly name: string
  readonly port: number
  /** Whose CPU time counts. */
  readonly pid: number
  /** The paths of a round: the same every time, or new ones. */
  paths(round: number): readonly string[]
  readonly seconds?: number
  /** Of the first round, where compilers and caches need longer than usual. */
  readonly warmSeconds?: number
}

export interface Measured {
  readonly perSecond: number
  /** CPU of the serving process per request. */
  readonly cpuMicroseconds: number
}

const ROUNDS = 7
const WARM_SECONDS = 1.5
const CONNECTIONS = 16

/** Puts a target under load once. @throws Error when a request fails. */
export async function underLoad(
  load: Worker,
  { name, port, pid }: Pick<Target, 'name' | 'port' | 'pid'>,
  paths: readonly string[],
  seconds: number,
): Promise<Measured> {
  const before = cpuMicroseconds(pid)
  const served = await load.ask<Served>('many', { port, paths, connections: CONNECTIONS, seconds })
  if (served.faults > 0) throw new Error(`${name}: ${served.faults} requests failed.`)
  return { perSecond: served.perSecond, cpuMicroseconds: (cpuMicroseconds(pid) - before) / served.total }
}

/**
 * Puts targets under load in turns, round after round, so that whatever else the machine does falls on all of them.
 * @returns what each round of each target measured, by its name.
 */
export async function inRounds(
  load: Worker,
  targets: readonly Target[],
  secondsEach: number,
): Promise<(name: string, of: keyof Measured) => number[]> {
  const rounds = new Map<string, Measured[]>(targets.map((target) => [target.name, []]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const target of targets) {
      const seconds = round === 0 ? (target.warmSeconds ?? WARM_SECONDS) : (target.seconds ?? secondsEach)
      const measured = await underLoad(load, target, target.paths(round), seconds)
      // Round 0 only warms up: compilers, caches, prepared statements.
      if (round > 0) rounds.get(target.name)?.push(measured)
    }
  }
  return (name, of) => (rounds.get(name) ?? []).map((measured) => measured[of])
}
