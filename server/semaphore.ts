/** Runs a piece of work once it may begin. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * A counting semaphore: at most `max` pieces of work run at once; the others begin in the order in which they came. A piece that has
 * held its place for `holdMs` milliseconds gives it up and goes on beside the others, so that what hangs keeps nobody waiting for good.
 * @example
 * const oneByOne = createSemaphore(1, 5_000)
 * await Promise.all([oneByOne(first), oneByOne(second)]) // `second` begins when `first` has ended, however it ended
 */
export function createSemaphore(max: number, holdMs: number): Semaphore {
  let held = 0
  const waiting: (() => void)[] = []
  /** Who is next takes the place over, so that nobody who comes meanwhile does. */
  const pass = () => {
    const next = waiting.shift()
    if (next) next()
    else held -= 1
  }
  return async (work) => {
    if (held < max) held += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let isHeld = true
    const giveUp = () => {
      if (isHeld) pass()
      isHeld = false
    }
    const timer = setTimeout(giveUp, holdMs)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      giveUp()
    }
  }
}
