// Loaded into a service that a test starts with `--expose-gc`: it tells how much memory is in use once nothing is left
// that could be collected.
import { setTimeout as pause } from 'node:timers/promises'

async function bytesInUse(): Promise<number> {
  // What is let go by a collection may be what kept something else: finalizers run in between.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.()
    await pause(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.on('message', () => {
  bytesInUse().then((bytes) => process.send?.(bytes))
})
process.channel?.unref()
