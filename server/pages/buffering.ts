import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { FILE_POLICY, pagePolicy, SCRIPT_POLICY } from '@/lib/http/fixed-headers'
import { mergeHeaders } from '@/lib/http/message'
import { acceptedEncoding, createPreparedBodies, type PreparedBody, prepareBody } from '@/lib/http/prepared-bodies'
import { matchesEtag } from '@/lib/http/validators'
import { pathOf } from '../http/path'
import { withDocumentScript } from './document-script'
import type { FailedPage } from './failed-page'
import { boundInlineScripts } from './inline-scripts'
import { isomorphicDecode, isomorphicEncode } from './isomorphic'
import { isBuildScript, isFromCache, isImmutable, isPerRequest } from './next'
import type { BufferedResponse, Buffering, LastHeader, LastHeaders } from './response'

const BUILT_BYTES_MAX = 4_000_000
const FILES_BYTES_MAX = 4_000_000
/** Cache size in bytes: more than all scripts, styles and fonts of a build. */
const CONSTANTS_BYTES_MAX = 16_000_000
/** At 53 bytes per source, all headers stay below 4 KB, the smallest header buffer of common proxies. */
const INLINE_SOURCES_MAX = 40
/** A shorter body fits into one packet anyway. */
const COMPRESSED_BYTES_MIN = 1_000
/** Base64url characters, 6 bits each: 162 bits. */
const ETAG_CHARS = 27

/** Whether a page came from the cache, or was rendered and then kept there or not. */
export type CacheStatus = 'hit' | 'stored' | 'miss'

/** RFC 9211. */
const CACHE_STATUS_FIELDS: Readonly<Record<CacheStatus, string>> = {
  hit: 'trellis; hit',
  stored: 'trellis; fwd=miss; stored',
  miss: 'trellis; fwd=miss',
}

/** Next offers parts of files, but is never asked for one (server/http/headers.ts). */
const WHOLE = { 'accept-ranges': null } as const satisfies LastHeaders

const HTML = /^text\/html\b/
const COMPRESSIBLE = /^(?:text\/|application\/(?:javascript|json|xml|atom\+xml|manifest\+json)|image\/svg\+xml)/

export interface PageSettings {
  readonly origin: string
  /** Constant headers, which override those of Next. */
  readonly fixed: Readonly<Record<string, string>>
  readonly failedPage: FailedPage
}

/** A rendered page, or its data. It is the same for every reader. */
export interface WholePage {
  readonly body: PreparedBody
  /** The `ETag` (RFC 9110 §8.8.3). */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** Takes the complete page; `unshared` if the response is another one. */
export type TakePage = (page: WholePage | 'unshared') => void

/** A response header as one string. */
function headerOf(response: BufferedResponse, name: string): string {
  const value = response.getHeader(name)
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** `Vary` of what is sent in several encodings, also of its 304, which must say the same (RFC 9110 §15.4.5). */
function varyWithEncoding(response: BufferedResponse): string {
  const named = headerOf(response, 'vary')
  const names = named.split(',').map((name) => name.trim().toLowerCase())
  return names.includes('accept-encoding') ? named : [named, 'Accept-Encoding'].filter(Boolean).join(', ')
}

/** Whether a response is a file to save, which no browser shows at its address (RFC 6266 §4.2): no page, also if it is HTML. */
const isSaved = (response: BufferedResponse): boolean =>
  /^attachment\b/i.test(headerOf(response, 'content-disposition'))

/** Whether a response is of one reader, as a private feed is. Next also calls pages private, but no page depends on its reader. */
const isOfOneReader = (cacheControl: string): boolean => /\bprivate\b/.test(cacheControl) && !isPerRequest(cacheControl)

/**
 * Buffers every text response of Next until it is complete, for two reasons. A page's policy lists the hashes of its
 * inline scripts: pages are cached and shared, so a nonce would be the same for everybody. And a page is compressed
 * once for all its readers; Next would compress it for each. A page does not depend on its reader, so compression leaks
 * nothing (BREACH). What may hold a secret of its reader beside the words of others is not compressed: files of one reader
 * and API responses, save those that never change.
 */
export function createPageBuffering({ origin, fixed, failedPage }: PageSettings) {
  const built = createPreparedBodies(BUILT_BYTES_MAX)
  const files = createPreparedBodies(FILES_BYTES_MAX)
  const constants = createPreparedBodies(CONSTANTS_BYTES_MAX)
  const policyOf = (inlineScripts: readonly string[]) => pagePolicy({ origin, inlineScripts })

  function preparePage(body: string | Buffer): PreparedBody {
    const document = withDocumentScript(isomorphicDecode(body))
    const { html, sources } = boundInlineScripts(document.html, INLINE_SOURCES_MAX)
    return { ...prepareBody(isomorphicEncode(html)), policy: policyOf([...document.sources, ...sources]) }
  }

  const prepareConstant = (path: string, body: Buffer): PreparedBody => {
    const prepared = prepareBody(body, true)
    return isBuildScript(path) ? { ...prepared, policy: SCRIPT_POLICY } : prepared
  }

  /** Caches a build file by its path, a file of the site by its `ETag` too, and a page that the build rendered (the 404 page) by status and type. */
  function preparedOf(request: IncomingMessage, response: BufferedResponse, body: string | Buffer): PreparedBody {
    const path = pathOf(request.url ?? '')
    const type = headerOf(response, 'content-type')
    const cacheControl = headerOf(response, 'cache-control')
    const isConstant = response.statusCode === 200 && isImmutable(cacheControl)
    if (isConstant) return constants.getOrPrepare(path, '', () => prepareConstant(path, Buffer.from(body)))
    const make = () => (HTML.test(type) && !isSaved(response) ? preparePage(body) : prepareBody(body))
    const etag = headerOf(response, 'etag')
    if (etag !== '' && !isOfOneReader(cacheControl)) return files.getOrPrepare(path, etag, make)
    return isFromCache(body) ? built.getOrPrepare(`${response.statusCode} ${type}`, body, make) : make()
  }

  async function sendBody(
    request: IncomingMessage,
    response: BufferedResponse,
    prepared: PreparedBody,
    headers: LastHeaders,
  ) {
    const cacheControl = String(headers['cache-control'] ?? headerOf(response, 'cache-control'))
    const isCompressed = prepared.plain.length >= COMPRESSED_BYTES_MIN && !isOfOneReader(cacheControl)
    const encoding = isCompressed ? acceptedEncoding(request.headers['accept-encoding']) : null
    const bytes = encoding ? await prepared.encoded(encoding) : prepared.plain
    const encoded: LastHeaders = encoding ? { 'content-encoding': encoding } : {}
    response.release(bytes, mergeHeaders<LastHeader>(headers, WHOLE, { 'content-length': bytes.length }, encoded))
  }

  /** Sends the failure page, which needs no database, instead of the failed response. Its parameters are those of `FailedPage`. */
  async function sendFailed(
    request: IncomingMessage,
    response: BufferedResponse,
    began: number,
    isBusy = false,
  ): Promise<void> {
    const { status, headers, body } = await failedPage(request, began, isBusy)
    const type = headers['content-type'] ?? ''
    const text = String(body)
    // It contains the request id, so it is not shared, and not worth compressing.
    const prepared = (HTML.test(type) ? preparePage : prepareBody)(text)
    const policy = prepared.policy ?? FILE_POLICY
    const taken = Object.fromEntries(response.getHeaderNames().map((name) => [name, null]))
    response.statusCode = status
    response.release(prepared.plain, {
      ...taken,
      ...fixed,
      ...headers,
      'content-security-policy': policy,
      'content-length': prepared.plain.length,
      vary: 'Accept',
    })
  }

  async function send(
    request: IncomingMessage,
    response: BufferedResponse,
    body: string | Buffer,
    take: TakePage | null,
    began: number,
  ): Promise<void> {
    if (response.statusCode !== 200) take?.('unshared')
    if (response.statusCode >= 500) return sendFailed(request, response, began)
    const prepared = preparedOf(request, response, body)
    const vary = varyWithEncoding(response)
    const policy = prepared.policy ?? FILE_POLICY
    if (take && response.statusCode === 200) {
      const digest = createHash('sha256').update(policy).update(prepared.plain).digest('base64url')
      const headers = {
        'content-type': headerOf(response, 'content-type'),
        vary,
        'content-security-policy': policy,
      }
      return take({ body: prepared, etag: `W/"${digest.slice(0, ETAG_CHARS)}"`, headers })
    }
    // A page for one request and a build script are sent without `ETag`; other files keep theirs.
    const headers: LastHeaders = { ...fixed, 'content-security-policy': policy, vary }
    return sendBody(request, response, prepared, prepared.policy ? { ...headers, etag: null } : headers)
  }

  return {
    /**
     * How the response to a request is buffered.
     * @param take receives the complete page, to send it with `sendPage`, or is told at once that there is none; if null, the page is for this request only.
     * @param made is called once Next has made the body, or it turns out that it is sent while it is read.
     */
    of: (request: IncomingMessage, take: TakePage | null, made?: () => void): Buffering => {
      const began = performance.now()
      const isScript = isBuildScript(pathOf(request.url ?? ''))
      return {
        shouldBuffer: (response) =>
          response.statusCode >= 500 ||
          (COMPRESSIBLE.test(headerOf(response, 'content-type')) && !response.hasHeader('content-encoding')),
        sendWhole(response, body) {
          made?.()
          send(request, response, body, take, began).catch(() => response.destroy())
        },
        unbufferedHeaders(response, isTooLong) {
          // The rest of a page that is too long is still to be made.
          if (!isTooLong) made?.()
          take?.('unshared')
          // A cache puts the headers of a 304 in the place of those that it has (RFC 9111 §3.2), so those of a compressed file are here too.
          const vary: LastHeaders = response.statusCode === 304 ? { vary: varyWithEncoding(response) } : {}
          const policy = isTooLong ? policyOf([]) : FILE_POLICY
          return { ...fixed, ...WHOLE, ...vary, 'content-security-policy': isScript ? SCRIPT_POLICY : policy }
        },
      }
    },

    /**
     * Sends a page that was rendered for this request or another one. Every cache may store it, but must revalidate it
     * before each use (RFC 9111 §5.2.2.4).
     */
    async sendPage(
      request: IncomingMessage,
      response: BufferedResponse,
      { body, etag, headers }: WholePage,
      status: CacheStatus,
    ) {
      const all = mergeHeaders(fixed, headers, {
        'cache-control': 'public, no-cache',
        'cache-status': CACHE_STATUS_FIELDS[status],
        etag,
      })
      response.statusCode = 200
      if (!matchesEtag(request.headers['if-none-match'], etag)) return sendBody(request, response, body, all)
      response.statusCode = 304
      response.release(null, { ...all, 'content-type': null, 'content-length': null })
    },

    sendFailed,
  }
}
