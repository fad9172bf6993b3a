import { sheets } from '@/components/wallet/sheets/sheets'

// The dialog is one matter's at a time: a sheet never comes over what another asked the reader for, nor over its result. A matter
// is a sign-in, or a write with all that it asks; an agent may ask for several at once.

/**
 * Between the end of one matter and the next that waits. Its reader sees the page and what changed, and the second press of a
 * double click is not one on the next sheet.
 */
const PAUSE_MS = 800

interface Waiting {
  readonly go: () => void
  /** Whether it is an agent's: what the reader asks for by themselves comes first. */
  readonly isAgents: boolean
}

let isTaken = false
const waiting: Waiting[] = []

function next(): void {
  const first = waiting.shift()
  if (first) first.go()
  else isTaken = false
}

/** Gives the dialog on once its sheets are closed: a result is shown until its reader closes it. @param hadSheet whether there were any. */
function giveOn(hadSheet: boolean): void {
  if (sheets.get().length > 0) {
    const unwatch = sheets.subscribe(() => {
      if (sheets.get().length > 0) return
      unwatch()
      giveOn(true)
    })
  } else if (hadSheet && waiting.length > 0) setTimeout(next, PAUSE_MS)
  else next()
}

/** @throws the reason of the signal, if it aborts before the turn has come. */
function myTurn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const mine: Waiting = {
      isAgents: signal !== undefined,
      go() {
        signal?.removeEventListener('abort', leave)
        resolve()
      },
    }
    function leave(): void {
      waiting.splice(waiting.indexOf(mine), 1)
      reject(signal?.reason)
    }
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    signal?.addEventListener('abort', leave, { once: true })
    const firstOfAgents = mine.isAgents ? -1 : waiting.findIndex(({ isAgents }) => isAgents)
    waiting.splice(firstOfAgents === -1 ? waiting.length : firstOfAgents, 0, mine)
  })
}

/**
 * Runs what may open sheets when every one before it has ended and its sheets are closed; at once if the dialog is free. What it
 * opens may lie on each other. It must not wait for another turn itself.
 * @param run told whether it had to wait: then what was known before may be out of date.
 * @param signal of what an agent asks for: takes it out of the queue.
 * @throws the reason of the signal, if it aborts before the turn has come.
 */
export async function inTurn<T>(run: (hasWaited: boolean) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const hasWaited = isTaken
  if (hasWaited) await myTurn(signal)
  isTaken = true
  let hadSheet = false
  const unwatch = sheets.subscribe(() => {
    hadSheet = true
  })
  try {
    return await run(hasWaited)
  } finally {
    unwatch()
    giveOn(hadSheet)
  }
}
