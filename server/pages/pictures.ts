import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { DrawCard } from '@/components/pictures/drawing'
import { ROOT } from '../root'

/** Drawing a card takes longer only if something is wrong with it; then the thread is stopped. */
const DRAWING_MS_MAX = 60_000
const THREAD_HEAP_MB_MAX = 256
/** An idle thread is stopped to free its memory. Requests come in bursts, when a URL is shared. */
const IDLE_MS_MAX = 60_000

/** JavaScript that registers the TypeScript loader, which a thread does not inherit, and then loads the module. */
const BOOT = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(require('node:worker_threads').workerData)
})`

/** Draws cards in a separate thread, one at a time. */
export interface PictureThread {
  readonly draw: DrawCard
  stop(): Promise<void>
}

/** The first picture starts the thread, as does the next one after a failure. */
export function createPictureThread(): PictureThread {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(BOOT, {
      eval: true,
      execArgv: [],
      workerData: pathToFileURL(path.join(ROOT, 'server', 'pages', 'picture-thread.ts')).href,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB_MAX },
    })
    started.unref()
    // A failed thread is replaced. Without a listener, its error would end the process.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (thread === started) thread = null
    })
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = thread
    thread = null
    await stopped?.terminate()
  }

  return {
    stop,
    async draw(card) {
      clearTimeout(idle)
      thread ??= start()
      const waited = new AbortController()
      const { signal } = waited
      try {
        thread.postMessage(card)
        const [bytes]: unknown[] = await Promise.race([
          once(thread, 'message', { signal }),
          once(thread, 'exit', { signal }).then(() => []),
          sleep(DRAWING_MS_MAX, [], { signal, ref: false }),
        ])
        if (bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer) return new Uint8Array(bytes.buffer)
        await stop()
        throw new Error('A picture could not be drawn.')
      } finally {
        waited.abort()
        idle = setTimeout(() => void stop(), IDLE_MS_MAX).unref()
      }
    },
  }
}
