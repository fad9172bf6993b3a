/** Runs a piece of work once it may begin. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * A counting semaphore: at most `max` pieces of work run at once; the others begin in the order in which they came.
 * @example
 * const oneByOne = createSemaphore(1)
 * await Promise.all([oneByOne(first), oneByOne(second)]) // `second` begins when `first` has ended, however it ended
 */
export function createSemaphore(max: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < max) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Who is next takes the place over, so that nobody who comes meanwhile does.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
