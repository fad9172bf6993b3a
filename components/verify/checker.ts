import type { CheckAnswer, Checked, CheckQuestion } from '@/components/verify/check-worker'
import type { KeyPeriod } from '@/lib/verify/key-period'

// Loaded by the islands of this folder when there is something to check. The work is done in a worker (HTML Standard §10.2), so
// that the page stays its reader's.

export type { Checked }

interface Waiting {
  readonly resolve: (checked: Checked | null) => void
  readonly reject: (fault: Error) => void
}

let worker: Worker | undefined
const waiting = new Map<number, Waiting>()
let asked = 0

const failed = () => new Error('The checker could not be loaded.')

function settle({ data: { id, checked, failed: hasFailed } }: MessageEvent<CheckAnswer>): void {
  const one = waiting.get(id)
  waiting.delete(id)
  if (hasFailed) one?.reject(failed())
  else one?.resolve(checked)
}

/** A worker that could not be fetched is given up, with whatever it was asked; the next question starts another. */
function giveUp(): void {
  worker = undefined
  for (const { reject } of waiting.values()) reject(failed())
  waiting.clear()
}

function start(): Worker {
  const started = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', settle)
  started.addEventListener('error', giveUp)
  return started
}

function ask(text: string | null, trusted: readonly KeyPeriod[]): Promise<Checked | null> {
  worker ??= start()
  asked += 1
  const question: CheckQuestion = { id: asked, text, trusted }
  const answered = new Promise<Checked | null>((resolve, reject) => waiting.set(question.id, { resolve, reject }))
  worker.postMessage(question)
  return answered
}

/** Fetches everything that checking needs, so that it needs no network any more. @throws Error when that cannot be had. */
export async function prepare(): Promise<void> {
  await ask(null, [])
}

/**
 * Checks a receipt file in the browser; asks nobody.
 * @param trusted the keys that this site signs with, as its page says.
 * @returns null when the text holds no receipt.
 * @throws Error when the checker could not be loaded.
 */
export const checkFile = (text: string, trusted: readonly KeyPeriod[]): Promise<Checked | null> => ask(text, trusted)
