import type { CheckAnswer, Checked, CheckQuestion } from '@/components/verify/check-worker'
import type { KeyPeriod } from '@/lib/verify/key-period'

// Loaded by the islands of this folder when there is something to check. A worker does the work (HTML Standard §10.2), so the
// page stays responsive.

export type { Checked }

interface Waiting {
  readonly resolve: (checked: Checked | null) => void
  readonly reject: (fault: Error) => void
}

let worker: Worker | undefined
const waiting = new Map<number, Waiting>()
let lastId = 0

const failed = () => new Error('The checker could not be loaded.')

function settle({ data: { id, checked, failed: hasFailed } }: MessageEvent<CheckAnswer>): void {
  const one = waiting.get(id)
  waiting.delete(id)
  if (hasFailed) one?.reject(failed())
  else one?.resolve(checked)
}

/** Discards a worker that could not be loaded, and fails its pending requests. The next request starts another worker. */
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
  lastId += 1
  const question: CheckQuestion = { id: lastId, text, trusted }
  const answered = new Promise<Checked | null>((resolve, reject) => waiting.set(question.id, { resolve, reject }))
  worker.postMessage(question)
  return answered
}

/** Loads everything that a check needs, so that it works offline. @throws Error when loading fails. */
export async function prepare(): Promise<void> {
  await ask(null, [])
}

/**
 * Checks a receipt file in the browser, without any request.
 * @param trusted the keys that this site signs with, from its page.
 * @returns null if the text holds no receipt.
 * @throws Error when the checker could not be loaded.
 */
export const checkFile = (text: string, trusted: readonly KeyPeriod[]): Promise<Checked | null> => ask(text, trusted)
