import { instanceEnvironment } from './environment'
import { takePort } from './ports'
import { startWorker, type Worker } from './process'

export interface Front extends Worker {
  readonly port: number
}

/**
 * Starts the service as `npm start` runs it, without its pages, on a database.
 * @param remembers false: every view is built anew.
 */
export async function startFront(url: string, { remembers = true } = {}): Promise<Front> {
  const port = await takePort()
  const worker = await startWorker('front.ts', instanceEnvironment(url, port))
  await worker.ask('listen', port)
  if (!remembers) await worker.ask('forget')
  return { ...worker, port }
}
