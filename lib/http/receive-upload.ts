import { createHash } from 'node:crypto'
import type { Endpoint } from '@/lib/contract/endpoint'
import { EVIDENCE_BYTES_MAX, UPLOAD_OVERHEAD_BYTES_MAX } from '@/lib/contract/limits'
import { invalid, Refusal } from '@/lib/errors'
import { type ApiRequest, BodyTooLarge } from '@/lib/http/message'
import { type Part, readParts, readText, skip } from '@/lib/http/multipart'

/** A received upload. Faults are stored and reported later, in the order of checks. */
export interface Received<File> {
  /** SHA-256 (hex) of the body's bytes. */
  bodyHash: string
  /** The parts other than the file that the contract declares. */
  fields: Record<string, string>
  /** Null when it is missing, not wanted or refused. */
  file: File | null
  /** The reason why the body is not valid multipart. */
  malformed: Refusal | null
  /** The first fault of a part. */
  fault: Refusal | null
}

export const nothingReceived = <File>(): Received<File> => ({
  bodyHash: '',
  fields: {},
  file: null,
  malformed: null,
  fault: null,
})

const tooLarge = () =>
  new Refusal('payload_too_large', `The file is larger than ${EVIDENCE_BYTES_MAX / 1024 / 1024} MB.`)

async function* capped(chunks: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > EVIDENCE_BYTES_MAX) throw tooLarge()
    yield chunk
  }
}

/** Returns a fault of the input. A fault of its size or of the storage is rethrown, because it ends the upload at once. */
function asInvalid(fault: unknown): Refusal {
  if (fault instanceof Refusal && fault.code === 'invalid_request') return fault
  throw fault
}

/**
 * Reads a `multipart/form-data` body to its end and stores its file meanwhile. The bytes are hashed as they pass, so that the
 * request can be identified without holding it.
 * @param received filled in while the body arrives, so that a stored file is known even when this throws.
 * @param keep stores the file; null when only its length matters.
 * @throws Refusal `payload_too_large` for a file over 5 MB, or the refusal of an unavailable storage.
 */
export async function receiveUpload<File>(
  incoming: ApiRequest,
  boundary: string,
  { body }: Endpoint,
  received: Received<File>,
  keep: ((chunks: AsyncIterable<Uint8Array>) => Promise<File | null>) | null,
): Promise<void> {
  const hash = createHash('sha256')
  async function* hashed() {
    for await (const chunk of incoming.streamBody(EVIDENCE_BYTES_MAX + UPLOAD_OVERHEAD_BYTES_MAX)) {
      hash.update(chunk)
      yield chunk
    }
  }
  const source = hashed()
  const takeFile = async (chunks: AsyncIterable<Uint8Array>, isFile: boolean) => {
    if (keep && isFile) received.file = await keep(chunks)
    else await skip(chunks)
    if (!isFile) throw invalid('file', 'Send this part as a file: with a filename in its header.')
  }
  const takePart = async ({ name, isFile, chunks }: Part, seen: Set<string>) => {
    const isKnown = name === 'file' || Object.hasOwn(body?.shape ?? {}, name)
    if (!isKnown) return skip(chunks)
    if (seen.has(name)) {
      await skip(name === 'file' ? capped(chunks) : chunks)
      throw invalid(name, 'Send this part once.')
    }
    seen.add(name)
    if (name === 'file') await takeFile(capped(chunks), isFile)
    else received.fields[name] = await readText(chunks, name)
  }
  try {
    const seen = new Set<string>()
    try {
      for await (const part of readParts(source, boundary)) {
        await takePart(part, seen).catch((fault: unknown) => {
          received.fault ??= asInvalid(fault)
        })
      }
    } catch (fault) {
      received.malformed = asInvalid(fault)
      // A body that is too large is reported in preference to a malformed one.
      await skip(source)
    }
    if (!seen.has('file')) received.fault ??= invalid('file', 'This field is required.')
    received.bodyHash = hash.digest('hex')
  } catch (fault) {
    throw fault instanceof BodyTooLarge ? tooLarge() : fault
  } finally {
    await source.return()
  }
}
