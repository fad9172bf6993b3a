/** Gives a permit back; from the second call on it does nothing. */
export type Release = () => void

/** A permit was not waited for, because too many wait already. */
export class TooManyWaiting extends Error {}

/** A counting semaphore. Who waits for a permit gets one in the order of asking. */
export interface Semaphore {
  /** @returns null if no permit is free. */
  tryAcquire(): Release | null
  /**
   * Waits for a permit.
   * @param signal ends the wait.
   * @throws the signal's reason when it is aborted before a permit was free; TooManyWaiting at once.
   */
  acquire(signal?: AbortSignal): Promise<Release>
}

/** Creates a semaphore with `max` permits, for which at most `waitingMax` wait. */
export function createSemaphore(max: number, waitingMax = Number.POSITIVE_INFINITY): Semaphore {
  let held = 0
  /** Each of them hands a permit to one who waits. */
  const waiting: (() => void)[] = []

  function permit(): Release {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      // Who is next takes the permit over, so that nobody who comes meanwhile does.
      const next = waiting.shift()
      if (next) next()
      else held -= 1
    }
  }
  function tryAcquire(): Release | null {
    if (held === max) return null
    held += 1
    return permit()
  }
  return {
    tryAcquire,
    async acquire(signal) {
      signal?.throwIfAborted()
      const free = tryAcquire()
      if (free) return free
      if (waiting.length >= waitingMax) throw new TooManyWaiting()
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal?.reason)
        }
        const enter = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(enter)
      })
      return permit()
    },
  }
}

/**
 * Does a piece of work with a permit, which is given back when the work ends or says that it needs it no more. A piece that
 * has held it for `holdMs` milliseconds gives it up and goes on without, so that what hangs keeps nobody waiting for good.
 * @param work takes what gives the permit back early.
 * @param signal ends the wait for a permit.
 * @throws what `acquire` and `work` throw.
 * @example
 * const one = createSemaphore(1)
 * const works = [first, second].map((work) => withPermit(one, 5_000, work)) // `second` begins when `first` has ended, however it ended
 */
export async function withPermit<Result>(
  semaphore: Semaphore,
  holdMs: number,
  work: (release: Release) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const free = await semaphore.acquire(signal)
  const timer = setTimeout(free, holdMs)
  const release = () => {
    clearTimeout(timer)
    free()
  }
  try {
    return await work(release)
  } finally {
    release()
  }
}
