import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { FILE_POLICY, pagePolicy, SCRIPT_POLICY } from '@/lib/http/fixed-headers'
import { matchesEtag } from '@/lib/http/validators'
import { pathOf } from '../http/path'
import type { FailedPage } from './failed-page'
import { boundInlineScripts } from './inline-scripts'
import { isFromCache, isImmutable } from './next'
import { createPreparedBodies, type Encoding, type PreparedBody, prepareBody } from './prepared-bodies'
import type { BufferedResponse, Buffering, LastHeaders } from './response'

const BUILT_BYTES_MAX = 4_000_000
/** More than all scripts, styles and fonts of a build. */
const CONSTANTS_BYTES_MAX = 16_000_000
/** 53 bytes each: with them all headers stay below the 4 KB that the smallest buffers of usual proxies hold. */
const INLINE_SOURCES_MAX = 40
/** What is shorter fits into one packet anyway. */
const COMPRESSED_BYTES_MIN = 1_000
/** 160 bits. */
const ETAG_CHARS = 27

const HTML = /^text\/html\b/
const COMPRESSIBLE = /^(?:text\/|application\/(?:javascript|json|xml|atom\+xml|manifest\+json)|image\/svg\+xml)/

export interface PageSettings {
  readonly origin: string
  /** Headers that never change, stronger than what Next says. */
  readonly fixed: Readonly<Record<string, string>>
  readonly failedPage: FailedPage
}

/** A page that was rendered, or its data, for whoever asks for it: nothing in it depends on its reader. */
export interface WholePage {
  readonly body: PreparedBody
  /** RFC 9110 §8.8.3. */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

type TakePage = (page: WholePage) => void

/** A header as one line of text. */
function headerOf(response: BufferedResponse, name: string): string {
  const value = response.getHeader(name)
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

function acceptedEncoding(request: IncomingMessage): Encoding | null {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

/**
 * Buffers every text that Next answers until it is whole, for two reasons. A page's policy names the hashes of its inline
 * scripts: pages are cached and shared, so a nonce would be the same for everybody. And a page is compressed once for all
 * its readers; Next would compress it for each. Nothing in a page depends on its reader, so compression tells nothing
 * (BREACH). Answers of the API are not compressed.
 */
export function createPageBuffering({ origin, fixed, failedPage }: PageSettings) {
  const built = createPreparedBodies(BUILT_BYTES_MAX)
  const constants = createPreparedBodies(CONSTANTS_BYTES_MAX)
  const policyOf = (inlineScripts: readonly string[]) => pagePolicy({ origin, inlineScripts })

  function preparePage(body: string): PreparedBody {
    const { html, sources } = boundInlineScripts(body, INLINE_SOURCES_MAX)
    return { ...prepareBody(html), policy: policyOf(sources) }
  }

  const prepareConstant = (path: string, body: Buffer): PreparedBody => {
    const prepared = prepareBody(body, true)
    return path.endsWith('.js') ? { ...prepared, policy: SCRIPT_POLICY } : prepared
  }

  /** A file of the build is kept under its path, and what Next made while building (the page of no page) as one. */
  function preparedOf(request: IncomingMessage, response: BufferedResponse, body: string | Buffer): PreparedBody {
    const path = pathOf(request.url ?? '')
    const type = headerOf(response, 'content-type')
    const isConstant = response.statusCode === 200 && isImmutable(headerOf(response, 'cache-control'))
    if (isConstant) return constants.getOrPrepare(path, '', () => prepareConstant(path, Buffer.from(body)))
    const make = () => (HTML.test(type) ? preparePage(body.toString('utf8')) : prepareBody(body))
    return isFromCache(body) ? built.getOrPrepare(`${response.statusCode} ${type}`, body, make) : make()
  }

  async function sendBody(
    request: IncomingMessage,
    response: BufferedResponse,
    prepared: PreparedBody,
    headers: LastHeaders,
  ) {
    const encoding = prepared.plain.length < COMPRESSED_BYTES_MIN ? null : acceptedEncoding(request)
    const bytes = encoding ? await prepared.encoded(encoding) : prepared.plain
    response.release(bytes, {
      ...headers,
      'content-length': bytes.length,
      ...(encoding ? { 'content-encoding': encoding, 'accept-ranges': null } : {}),
    })
  }

  /** Sends what can be said without a database in the place of what could not be made. */
  async function sendFailed(request: IncomingMessage, response: BufferedResponse): Promise<void> {
    const { status, headers, body } = await failedPage(request)
    const type = headers['content-type'] ?? ''
    const text = String(body)
    // It names its request, so that it is nobody else's, and is not worth compressing.
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
  ): Promise<void> {
    if (response.statusCode >= 500) return sendFailed(request, response)
    const prepared = preparedOf(request, response, body)
    const vary = [headerOf(response, 'vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
    const policy = prepared.policy ?? FILE_POLICY
    if (take && response.statusCode === 200) {
      const digest = createHash('sha256').update(policy).update(prepared.plain).digest('base64url')
      const link = headerOf(response, 'link')
      const headers = { 'content-type': headerOf(response, 'content-type'), ...(link ? { link } : {}), vary }
      const all = { ...headers, 'content-security-policy': policy }
      return take({ body: prepared, etag: `W/"${digest.slice(0, ETAG_CHARS)}"`, headers: all })
    }
    // A page that is made for one reader has no validator; a file brings its own.
    const headers: LastHeaders = { ...fixed, 'content-security-policy': policy, vary }
    return sendBody(request, response, prepared, prepared.policy ? { ...headers, etag: null } : headers)
  }

  return {
    /**
     * How the answer to a request is buffered.
     * @param take is given a whole page, to send it by `sendPage`; without it, a page is sent to this reader alone.
     */
    of: (request: IncomingMessage, take: TakePage | null): Buffering => ({
      shouldBuffer: (response) =>
        response.statusCode >= 500 ||
        (COMPRESSIBLE.test(headerOf(response, 'content-type')) &&
          response.statusCode !== 206 &&
          !response.hasHeader('content-encoding')),
      sendWhole(response, body) {
        send(request, response, body, take).catch(() => response.destroy())
      },
      unbufferedHeaders: (isTooLong) => ({
        ...fixed,
        'content-security-policy': isTooLong ? policyOf([]) : FILE_POLICY,
      }),
    }),

    /**
     * Sends a page that was rendered for this request or another one. Everybody may keep it, and asks whether it is still
     * the one before showing it (RFC 9111 §5.2.2.4).
     */
    async sendPage(
      request: IncomingMessage,
      response: BufferedResponse,
      { body, etag, headers }: WholePage,
      isHit: boolean,
    ) {
      const all = {
        ...fixed,
        ...headers,
        'cache-control': 'public, no-cache',
        'cache-status': isHit ? 'trellis; hit' : 'trellis; fwd=miss; stored',
        etag,
      }
      response.statusCode = 200
      if (!matchesEtag(request.headers['if-none-match'], etag)) return sendBody(request, response, body, all)
      response.statusCode = 304
      response.release(null, { ...all, 'content-type': null, 'content-length': null })
    },

    sendFailed,
  }
}
