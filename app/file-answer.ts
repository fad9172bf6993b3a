import { createHash } from 'node:crypto'
import { ERROR_STATUS, notFound, Refusal } from '@/lib/errors'
import { programFileOptions } from '@/lib/http/preflight'
import { matchesEtag } from '@/lib/http/validators'
import { isUuid } from '@/lib/id'

/** How long any cache may keep what is made of records: once one is hidden, its title is to be read nowhere. */
export const RECORD_FILE_MAX_AGE_SECONDS = 60

/** A file that the site generates from its records: a feed, a calendar, a picture. */
export interface SiteFile {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly type: string
  /** How long any cache may keep it without revalidating, in seconds; 0 means it must always revalidate. */
  readonly maxAgeSeconds: number
  /** Whether it belongs to one reader: no shared cache may keep it. */
  readonly isPrivate?: true
  /** ISO 8601: when its content last changed, if known. */
  readonly changedAt?: string
  /** The name under which a browser saves it instead of showing it. */
  readonly saveAs?: string
}

/**
 * Responds with a file and its validators (RFC 9110 §8.8), with 304 if the client already has it, or with a refusal in
 * plain text. Hidden records are not found here either.
 */
export async function answerFile(request: Request, make: () => Promise<SiteFile> | SiteFile): Promise<Response> {
  try {
    return fileResponse(request, await make())
  } catch (error) {
    return refusedFile(error)
  }
}

/** `OPTIONS` of a file for programs. Self-hosted, our own server answers it before Next. */
export function fileOptions(): Response {
  const { status, headers } = programFileOptions
  return new Response(null, { status, headers })
}

/** A refusal as plain text. @throws anything that is not a Refusal. */
export function refusedFile(error: unknown): Response {
  if (!(error instanceof Refusal)) throw error
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...error.headers }
  return new Response(`${error.message}\n`, { status: ERROR_STATUS[error.code], headers })
}

/** The record with the id in the address. @throws Refusal `not_found`, also for a malformed id. */
export async function readById<T>(id: string, read: (id: string) => Promise<T>): Promise<T> {
  if (!isUuid(id)) throw notFound('There is no such record.')
  return read(id.toLowerCase())
}

/** The digests of bodies that are kept and sent again, so that each is read once. */
const digests = new WeakMap<Uint8Array, string>()

function digestOf(body: SiteFile['body']): string {
  const known = typeof body === 'string' ? undefined : digests.get(body)
  if (known) return known
  const digest = createHash('sha1').update(body).digest('base64url')
  if (typeof body !== 'string') digests.set(body, digest)
  return digest
}

function fileResponse(request: Request, file: SiteFile): Response {
  // Weak, because texts are compressed on their way: it names the file in every encoding (RFC 9110 §8.8.3.3).
  const etag = `W/"${digestOf(file.body)}"`
  const headers = new Headers({
    etag,
    'cache-control': `${file.isPrivate ? 'private' : 'public'}, ${file.maxAgeSeconds > 0 ? `max-age=${file.maxAgeSeconds}` : 'no-cache'}`,
  })
  if (file.isPrivate) headers.set('x-robots-tag', 'noindex')
  // Pages of every site may read what is public (Fetch Standard, CORS), as they may read it from the API.
  else headers.set('access-control-allow-origin', '*')
  if (file.changedAt) headers.set('last-modified', new Date(file.changedAt).toUTCString())
  // Only `ETag` is compared. When a record is hidden, a feed changes although nothing in it is newer, so
  // `If-Modified-Since` would keep the hidden record visible.
  if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', file.type)
  headers.set('x-content-type-options', 'nosniff')
  if (file.saveAs) headers.set('content-disposition', `attachment; filename="${file.saveAs}"`)
  return new Response(file.body, { headers })
}
