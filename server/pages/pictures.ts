import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { DrawCard } from '@/components/pictures/drawing'

/** A card that takes longer than this has something wrong with it; the thread is given up. */
const DRAWING_MS_MAX = 60_000
const THREAD_HEAP_MB_MAX = 256
/** Pictures are asked for in bursts, when an address is shared: between them the thread's memory is given back. */
const IDLE_MS_MAX = 60_000

/** A thread does not inherit the loader that reads TypeScript, and begins with a text that needs none. */
const BOOT = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import(require('node:worker_threads').workerData)
})`

/** Draws cards in a thread of its own, one after the other. */
export interface PictureThread {
  readonly draw: DrawCard
  stop(): Promise<void>
}

/** The thread is started by the first picture, and anew after a failure. */
export function createPictureThread(): PictureThread {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(BOOT, {
      eval: true,
      execArgv: [],
      workerData: new URL('./picture-thread.ts', import.meta.url).href,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB_MAX },
    })
    started.unref()
    // A thread that fails is replaced; unheard, its error would end the process.
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
