import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBoundedCache, textBytes } from '@/lib/bounded-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip'

/** Measured: the least that is clearly smaller than gzip, in the same time. */
const BROTLI_QUALITY = 5
/** For what never changes: ten times the work, once. */
const BROTLI_QUALITY_ONCE = 9

/** A body as it may go out, with everything that was computed of it. */
export interface PreparedBody {
  readonly plain: Buffer
  /** A page's Content-Security-Policy, which names its inline scripts. */
  readonly policy?: string
  /** Compresses it, once. */
  encoded(encoding: Encoding): Promise<Buffer>
}

/** @param once whether the same body goes out for ever, so that more work is worth it. */
export function prepareBody(body: string | Buffer, once = false): PreparedBody {
  const plain = typeof body === 'string' ? Buffer.from(body) : body
  const made = new Map<Encoding, Promise<Buffer>>()
  const compress = (encoding: Encoding) => {
    if (encoding === 'gzip') return compressGzip(plain)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: once ? BROTLI_QUALITY_ONCE : BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    }
    return compressBrotli(plain, { params })
  }
  return {
    plain,
    encoded(encoding) {
      const known = made.get(encoding)
      if (known) return known
      const making = compress(encoding)
      made.set(encoding, making)
      making.catch(() => made.delete(encoding))
      return making
    },
  }
}

export interface PreparedBodies {
  /**
   * What is known of a body, or what `make` makes of it.
   * @param name what the body is of: a page's path, without its query.
   */
  getOrPrepare(name: string, body: string, make: () => PreparedBody): PreparedBody
}

interface Kept {
  /** Next hands out the same string each time, which is compared faster than any digest of it is computed. */
  readonly body: string
  readonly prepared: PreparedBody
}

/** Remembers the last prepared body of each name. @param bytesMax the bound of everything that is kept. */
export function createPreparedBodies(bytesMax: number): PreparedBodies {
  const kept = createBoundedCache<Kept>({
    bytesMax,
    entriesMax: 2_000,
    // Beside the body its bytes, and these compressed in two ways, which are never longer together.
    bytesOf: ({ body, prepared }) => textBytes(body) + 2 * prepared.plain.length,
  })
  return {
    getOrPrepare(name, body, make) {
      const known = kept.get(name)
      if (known?.body === body) return known.prepared
      const prepared = make()
      kept.set(name, { body, prepared })
      return prepared
    },
  }
}
