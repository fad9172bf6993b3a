import { createBoundedCache } from '@/lib/bounded-cache'
import { now } from '@/lib/clock'

const FILES_MAX = 200

type Bytes = Uint8Array<ArrayBuffer>

interface KeptFile {
  readonly bytes: Bytes
  /** In milliseconds since 1970. */
  readonly madeAt: number
}

/** Files that may be a little old, so that whoever asks often for a long one costs little. */
export interface KeptFiles {
  /**
   * The file of a name, made anew when it is too old. Requests that come while it is made share it; a failure is told to
   * all of them, and not kept.
   * @param make the text of the file.
   */
  get(name: string, make: () => Promise<string>): Promise<Bytes>
}

/** @param seconds how old a file may be. @param bytesMax the bound of all files together. */
export function createKeptFiles(seconds: number, bytesMax: number): KeptFiles {
  const kept = createBoundedCache<KeptFile>({ bytesMax, entriesMax: FILES_MAX, bytesOf: ({ bytes }) => bytes.length })
  const underWay = new Map<string, Promise<Bytes>>()

  async function makeAnew(name: string, make: () => Promise<string>): Promise<Bytes> {
    // Before it is read: what changes meanwhile is not older than said.
    const madeAt = now().getTime()
    const bytes = new TextEncoder().encode(await make())
    kept.set(name, { bytes, madeAt })
    return bytes
  }

  return {
    get(name, make) {
      const known = kept.get(name)
      if (known && Math.abs(now().getTime() - known.madeAt) < seconds * 1000) return Promise.resolve(known.bytes)
      const other = underWay.get(name)
      if (other) return other
      const making = makeAnew(name, make).finally(() => underWay.delete(name))
      underWay.set(name, making)
      return making
    },
  }
}
