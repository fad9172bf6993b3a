import { storeAway } from '@/lib/evidence/object-store'
import { createSemaphore } from '@/lib/semaphore'

// A disk of a network that went away answers no call, for as long as it likes. Each keeps one of the few threads that a process has
// for files, host names, compression and hashes (libuv's pool), so the folder may take only some of them.

/** Libuv has four threads, and leaves two of them to lookups of host names. */
const CALLS_MAX = 2
/** How long a call may take, and how long it may wait for its place, in milliseconds. */
const CALL_MS_MAX = 10_000

/** The calls of a folder's file system. */
export interface FolderCalls {
  /**
   * Makes a call.
   * @param undo takes what a call gives that was given up.
   * @throws Refusal `unavailable` if it takes too long. It keeps its place until it ends; while such calls have all places,
   *   others are refused at once. A fault of the call passes unchanged.
   */
  make<Result>(call: () => Promise<Result>, undo?: (late: Result) => void): Promise<Result>
  /** Makes a call for which nobody waits, when there is a place. */
  later(call: () => Promise<unknown>): void
}

export function createFolderCalls(callMsMax = CALL_MS_MAX): FolderCalls {
  const places = createSemaphore(CALLS_MAX)
  let hanging = 0

  async function acquire() {
    if (hanging === CALLS_MAX) throw storeAway()
    const free = places.tryAcquire()
    return free ?? places.acquire(AbortSignal.timeout(callMsMax)).catch(() => Promise.reject(storeAway()))
  }

  return {
    async make(call, undo) {
      const release = await acquire()
      let isHanging = false
      const work = call().finally(release)
      const silent = new Promise<never>((_resolve, reject) => {
        const timer = setTimeout(() => {
          isHanging = true
          hanging += 1
          reject(storeAway())
        }, callMsMax)
        const end = () => {
          clearTimeout(timer)
          if (isHanging) hanging -= 1
        }
        work.then(end, end)
      })
      work.then((late) => isHanging && undo?.(late)).catch(() => undefined)
      return Promise.race([work, silent])
    },
    later(call) {
      places
        .acquire()
        .then((release) => call().finally(release))
        .catch(() => undefined)
    },
  }
}

// One per process, although several bundles (the server's and Next's) load this module.
declare global {
  var trellisFolderCalls: FolderCalls | undefined
}

/** The calls of this process. */
export function folderCalls(): FolderCalls {
  globalThis.trellisFolderCalls ??= createFolderCalls()
  return globalThis.trellisFolderCalls
}
