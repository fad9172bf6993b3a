import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { IssuedSignedToken } from '@vercel/blob'
import { EVIDENCE_LINK_TTL_MS } from '@/lib/contract/limits'
import { HOUR_MS } from '@/lib/durations'
import { type ObjectStore, objectName, storeFailed } from '@/lib/evidence/object-store'
import { faultWords } from '@/lib/telemetry/log'

/** How long the store may be silent. Without this limit its client would retry for many minutes. */
const SILENCE_MS_MAX = 10_000
/** One read token signs many links. */
const TOKEN_TTL_MS = HOUR_MS

const access = 'private'
const ONCE = { access, addRandomSuffix: false, allowOverwrite: false } as const

/** Loaded on first use: most installations have no such store. */
const client = () => import('@vercel/blob')

/** A timeout for the store: it runs from `wait` to `rest`, and aborts `signal`. */
function createPatience() {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: stop.signal,
    wait() {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(new Error('It did not answer in time.')), SILENCE_MS_MAX)
    },
    rest: () => clearTimeout(timer),
  }
}

/** Rejects a call when the store has been silent for too long, even if its client still retries. */
async function bounded<T>(call: (abortSignal: AbortSignal) => Promise<T>, patience = createPatience()): Promise<T> {
  const { signal } = patience
  const silent = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  patience.wait()
  try {
    return await Promise.race([call(signal), silent])
  } finally {
    patience.rest()
  }
}

const away = (fault: unknown) => storeFailed('The blob store', faultWords(fault))

/** A fault of the source, such as a disconnected client, and not of the store. */
class SourceFault extends Error {}

async function write(token: string, name: string, contentType: string, chunks: AsyncIterable<Uint8Array>) {
  const { put } = await client()
  const patience = createPatience()
  let source: SourceFault | undefined
  async function* watched() {
    try {
      patience.rest()
      for await (const chunk of chunks) {
        patience.wait()
        yield chunk
        patience.rest()
      }
      patience.wait()
    } catch (cause) {
      source = new SourceFault('The bytes ended early.', { cause })
      throw source
    }
  }
  try {
    const body = Readable.from(watched())
    await bounded((abortSignal) => put(name, body, { ...ONCE, contentType, token, abortSignal }), patience)
  } catch (fault) {
    throw source ? source.cause : away(fault)
  }
}

/** A read token that was asked for. */
interface Delegation {
  readonly token: string
  /** Until when it can be used. */
  until: number
  readonly issued: Promise<IssuedSignedToken>
}

// One per process. It signs read links for an hour. Readers who come before the store has answered wait for the same answer.
let delegation: Delegation | undefined

function readToken(token: string): Promise<IssuedSignedToken> {
  if (delegation?.token === token && delegation.until > Date.now()) return delegation.issued
  const asked: Delegation = { token, until: Number.POSITIVE_INFINITY, issued: issueToken(token) }
  delegation = asked
  asked.issued.then(
    ({ validUntil }) => {
      asked.until = validUntil - 2 * EVIDENCE_LINK_TTL_MS
    },
    () => {
      asked.until = 0
    },
  )
  return asked.issued
}

async function issueToken(token: string): Promise<IssuedSignedToken> {
  const { issueSignedToken } = await client()
  const validUntil = Date.now() + TOKEN_TTL_MS
  return bounded((abortSignal) =>
    issueSignedToken({ token, pathname: '*', operations: ['get'], validUntil, abortSignal }),
  )
}

async function linksTo(token: string, names: readonly string[]) {
  const { getDownloadUrl, presignUrl } = await client()
  const issued = await readToken(token)
  // The store uses the real time, even where the service's clock was moved.
  const validUntil = Date.now() + EVIDENCE_LINK_TTL_MS
  const expiresAt = new Date(validUntil).toISOString()
  return Promise.all(
    names.map(async (pathname) => {
      const { presignedUrl } = await presignUrl(issued, { operation: 'get', access, pathname, validUntil })
      return { downloadUrl: getDownloadUrl(presignedUrl), expiresAt }
    }),
  )
}

async function read(token: string, name: string): Promise<AsyncIterable<Uint8Array>> {
  const [link] = await linksTo(token, [name])
  const { body, status } = await bounded((signal) => fetch(link?.downloadUrl ?? '', { signal }))
  if (status !== 200 || !body) throw new Error(`It answered ${status}.`)
  return Readable.fromWeb(body as WebStream) // one class, which two sets of types describe
}

async function exists(token: string, name: string): Promise<boolean> {
  const { BlobNotFoundError, head } = await client()
  return bounded((abortSignal) => head(name, { token, abortSignal })).then(
    () => true,
    (fault: unknown) => (fault instanceof BlobNotFoundError ? false : Promise.reject(fault)),
  )
}

const refused = <T>(work: Promise<T>): Promise<T> => work.catch((fault: unknown) => Promise.reject(away(fault)))

/**
 * Objects in a private Vercel Blob store. Links are signed URLs of the store, which is another site; their parameter makes
 * the store send an attachment. Tests point the client elsewhere with `VERCEL_BLOB_API_URL`.
 * @param token the store's read-write token.
 */
export function createBlobStore(token: string): ObjectStore {
  return {
    open: async () => undefined,
    prepare: async () => undefined,
    write: (key, chunks) => write(token, objectName(key), key.contentType, chunks),
    read: (key) => refused(read(token, objectName(key))),
    async remove(key) {
      const { del } = await client()
      await refused(bounded((abortSignal) => del(objectName(key), { token, abortSignal })))
    },
    async listMissing(keys) {
      const isThere = await Promise.all(keys.map((key) => refused(exists(token, objectName(key)))))
      return keys.filter((_key, at) => !isThere[at])
    },
    links: async (keys) => (keys.length === 0 ? [] : refused(linksTo(token, keys.map(objectName)))),
  }
}
