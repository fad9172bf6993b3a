import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pagePolicy } from '@/lib/http/page-policy'
import { matchesEtag } from '@/lib/http/validators'
import { pathOf } from '../http/path'
import type { FailedPage } from './failed-page'
import { boundInlineScripts } from './inline-scripts'
import { isFromCache, isImmutable } from './next'
import {
  createPreparedBodies,
  type Encoding,
  type PageHeaders,
  type PreparedBody,
  prepareBody,
} from './prepared-bodies'
import type { BufferedResponse, Buffering, LastHeaders } from './response'

const PAGES_BYTES_MAX = 32_000_000
/** More than all scripts, styles and fonts of a build; apart from pages, so that these cannot drive them out. */
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
  /** The site's origin. */
  readonly origin: string
  /** Headers that never change, stronger than what Next says. */
  readonly fixed: Readonly<Record<string, string>>
  readonly walletConnect: boolean
  readonly failedPage: FailedPage
}

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
export function createPageBuffering({ origin, fixed, walletConnect, failedPage }: PageSettings) {
  const pages = createPreparedBodies(PAGES_BYTES_MAX)
  const constants = createPreparedBodies(CONSTANTS_BYTES_MAX)
  const policyOf = (inlineScripts: readonly string[]) => pagePolicy({ origin, inlineScripts, walletConnect })
  // What is no page never loads, runs or frames anything.
  const notPage = "default-src 'none'; frame-ancestors 'none'"

  function preparePage(body: string): PreparedBody & { readonly page: PageHeaders } {
    const { html, sources } = boundInlineScripts(body, INLINE_SOURCES_MAX)
    const policy = policyOf(sources)
    const prepared = prepareBody(html)
    const digest = createHash('sha256').update(policy).update(prepared.plain).digest('base64url')
    return { ...prepared, page: { policy, etag: `W/"${digest.slice(0, ETAG_CHARS)}"` } }
  }

  /** Only what comes from Next's cache is kept: a page under its path, refusals as one. */
  function preparedOf(request: IncomingMessage, response: BufferedResponse, body: string | Buffer): PreparedBody {
    const path = pathOf(request.url ?? '')
    const type = headerOf(response, 'content-type')
    const isConstant = response.statusCode === 200 && isImmutable(headerOf(response, 'cache-control'))
    if (isConstant) return constants.getOrPrepare(path, '', () => prepareBody(Buffer.from(body), true))
    const make = () => (HTML.test(type) ? preparePage(body.toString('utf8')) : prepareBody(body))
    if (!isFromCache(body)) return make()
    const { statusCode } = response
    return pages.getOrPrepare(`${statusCode} ${type} ${statusCode === 200 ? path : ''}`, body, make)
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
    const prepared = pages.getOrPrepare(`${status} ${type}`, text, () =>
      (HTML.test(type) ? preparePage : prepareBody)(text),
    )
    const policy = prepared.page?.policy ?? notPage
    const taken = Object.fromEntries(response.getHeaderNames().map((name) => [name, null]))
    response.statusCode = status
    const vary = 'Accept, Accept-Encoding'
    await sendBody(request, response, prepared, {
      ...taken,
      ...fixed,
      ...headers,
      'content-security-policy': policy,
      vary,
    })
  }

  async function send(request: IncomingMessage, response: BufferedResponse, body: string | Buffer): Promise<void> {
    if (response.statusCode >= 500) return sendFailed(request, response)
    const prepared = preparedOf(request, response, body)
    const vary = [headerOf(response, 'vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
    if (!prepared.page) {
      await sendBody(request, response, prepared, { ...fixed, 'content-security-policy': notPage, vary })
      return
    }
    const { etag, policy } = prepared.page
    const isKept = response.statusCode === 200 && !headerOf(response, 'cache-control').includes('no-store')
    const headers = { ...fixed, 'content-security-policy': policy, vary, etag: isKept ? etag : null }
    if (isKept && matchesEtag(request.headers['if-none-match'], etag)) {
      response.statusCode = 304
      response.release(null, { ...headers, 'content-type': null, 'content-length': null })
    } else await sendBody(request, response, prepared, headers)
  }

  return (request: IncomingMessage): Buffering => ({
    shouldBuffer: (response) =>
      response.statusCode >= 500 ||
      (COMPRESSIBLE.test(headerOf(response, 'content-type')) &&
        response.statusCode !== 206 &&
        !response.hasHeader('content-encoding')),
    sendWhole(response, body) {
      send(request, response, body).catch(() => response.destroy())
    },
    unbufferedHeaders: (isTooLong) => ({ ...fixed, 'content-security-policy': isTooLong ? policyOf([]) : notPage }),
  })
}
