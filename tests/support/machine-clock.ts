import { writeClock } from '@/tests/support/clock'

// The clock of the machine that a process runs on, unlike the product's (`CLOCK_FILE`), which every instance moves alike.

/** Runs before a process's own code: its `Date` is so many seconds ahead as a file says. */
const shift = (file: string) => `
  import { readFileSync } from 'node:fs'
  const Real = Date
  const now = () => Real.now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8')) * 1000
  globalThis.Date = class extends Real {
    constructor(...given) { given.length > 0 ? super(...given) : super(now()) }
    static now() { return now() }
  }`

/**
 * The environment of a process whose machine has another clock.
 * @param file holds how far it is ahead of the tests', in seconds; `writeClock` makes it step.
 */
export function withMachineClock(
  environment: Record<string, string>,
  file: string,
  aheadSeconds: number,
): Record<string, string> {
  writeClock(file, aheadSeconds)
  const module = `data:text/javascript,${encodeURIComponent(shift(file))}`
  return { ...environment, NODE_OPTIONS: `--import "${module}"` }
}
