/** Gives a permit back; from the second call on it does nothing. */
export type Release = () => void

/** A permit was not waited for, because too many wait already. */
export class TooManyWaiting extends Error {}

/**
 * The lanes in which one waits: first one's own, then those of others who need the same and joined. The set is looked at whenever a permit is
 * free, so more may join meanwhile.
 */
export type Lanes = ReadonlySet<string>

const ONE_LANE: Lanes = new Set([''])

/** A counting semaphore. Lanes in which one waits get a permit in turn (round robin); within a lane it is the order of asking. */
export interface Semaphore {
  /** @returns null if no permit is free. */
  tryAcquire(): Release | null
  /**
   * Waits for a permit.
   * @param signal ends the wait.
   * @param lanes by default one for all.
   * @throws the signal's reason when it is aborted before a permit was free; TooManyWaiting at once, or later if one of a
   * lane with fewer who wait needs the place.
   */
  acquire(signal?: AbortSignal, lanes?: Lanes): Promise<Release>
}

interface Waiter {
  readonly lanes: Lanes
  /** Ends the wait. @param fault why there is no permit. */
  end(fault?: Error): void
}

const ownLane = ([own = '']: Lanes): string => own

/** Creates a semaphore with `max` permits, for which at most `waitingMax` wait. */
export function createSemaphore(max: number, waitingMax = Number.POSITIVE_INFINITY): Semaphore {
  let held = 0
  /** In the order of asking. */
  const waiting: Waiter[] = []
  /** The lanes in the order of their turns. */
  const turns = new Set<string>()

  /** Who is next. Lanes in which nobody waits any more are forgotten when their turn has come. */
  function takeNext(): Waiter | undefined {
    for (const { lanes } of waiting) for (const lane of lanes) turns.add(lane)
    for (const lane of turns) {
      turns.delete(lane)
      const at = waiting.findIndex(({ lanes }) => lanes.has(lane))
      if (at < 0) continue
      turns.add(lane)
      return waiting.splice(at, 1)[0]
    }
  }

  /** Of the lane in which most wait, the last leaves for one of a lane with fewer. @throws TooManyWaiting if this lane has no fewer. */
  function makeRoom(lanes: Lanes): void {
    const lengths = new Map([[ownLane(lanes), 1]])
    for (const each of waiting) lengths.set(ownLane(each.lanes), (lengths.get(ownLane(each.lanes)) ?? 0) + 1)
    const longest = Math.max(...lengths.values())
    const last = waiting.findLastIndex((each) => lengths.get(ownLane(each.lanes)) === longest)
    if (lengths.get(ownLane(lanes)) === longest) throw new TooManyWaiting()
    waiting.splice(last, 1)[0]?.end(new TooManyWaiting())
  }

  function permit(): Release {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      // Who is next takes the permit over, so that nobody who comes meanwhile does.
      const next = takeNext()
      if (next) next.end()
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
    async acquire(signal, lanes = ONE_LANE) {
      signal?.throwIfAborted()
      const free = tryAcquire()
      if (free) return free
      if (waiting.length >= waitingMax) makeRoom(lanes)
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(signal?.reason)
        }
        const waiter: Waiter = {
          lanes,
          end(fault) {
            signal?.removeEventListener('abort', leave)
            if (fault) reject(fault)
            else resolve()
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(waiter)
      })
      return permit()
    },
  }
}

/**
 * Does a piece of work with a permit, which is given back when the work ends or says that it needs it no more. A piece that
 * has held it for `holdMs` milliseconds gives it up and goes on without, so that what hangs keeps nobody waiting for good.
 * @param work takes what gives the permit back early.
 * @param signal ends the wait for a permit. @param lanes those in which it waits.
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
  lanes?: Lanes,
): Promise<Result> {
  const free = await semaphore.acquire(signal, lanes)
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
