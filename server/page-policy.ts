import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pagePolicy } from '@/lib/api/page-policy'
import type { FailedPage } from './failed-page'
import { inlineScriptSources } from './inline-scripts'
import { createPageMemory, type Encoding, type Page, type Prepared, prepare } from './page-memory'
import type { Holder, LastHeaders, PageResponse } from './page-response'

const MEMORY_BYTES_MAX = 32_000_000
/** What is shorter fits into one packet anyway. */
const COMPRESSED_BYTES_MIN = 1_000
/** 160 bits. */
const ETAG_CHARS = 27

const HTML = /^text\/html\b/
const COMPRESSIBLE = /^(?:text\/|application\/(?:javascript|json|xml|atom\+xml|manifest\+json)|image\/svg\+xml)/

export interface PageHeaders {
  /** The site's origin. */
  readonly origin: string
  /** Headers that never change, stronger than what Next says. */
  readonly fixed: Readonly<Record<string, string>>
  readonly walletConnect: boolean
  readonly failedPage: FailedPage
}

/** A header as one line of text. */
function headerOf(response: PageResponse, name: string): string {
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

/** Compares weakly, as RFC 9110 §13.1.2 asks: the compressed bytes of one page differ. */
function isKnown(request: IncomingMessage, etag: string): boolean {
  const known = request.headers['if-none-match'] ?? ''
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.slice(2))
}

/**
 * Holds every text that Next answers until it is whole, for two reasons. A page's policy names the hashes of exactly its
 * inline scripts: pages are cached and shared, so that a nonce would be everybody's. And it is compressed here, once for
 * all who read the same page, where Next would compress it for each. Nothing in a page depends on its reader, so that
 * compression gives nothing away (BREACH); answers of the API are not compressed.
 */
export function createPageHolder({ origin, fixed, walletConnect, failedPage }: PageHeaders) {
  const memory = createPageMemory(MEMORY_BYTES_MAX)
  const policyOf = (inlineScripts: readonly string[]) => pagePolicy({ origin, inlineScripts, walletConnect })
  // What is no page never loads, runs or frames anything.
  const notPage = "default-src 'none'; frame-ancestors 'none'"

  function describe(plain: Buffer): Page {
    const policy = policyOf(inlineScriptSources(plain.toString('utf8')))
    const digest = createHash('sha256').update(policy).update(plain).digest('base64url')
    return { policy, etag: `W/"${digest.slice(0, ETAG_CHARS)}"` }
  }

  function preparedOf(request: IncomingMessage, response: PageResponse, body: string | Buffer): Prepared {
    const isConstant = response.statusCode === 200 && headerOf(response, 'cache-control').includes('immutable')
    if (isConstant) return memory.recall(request.url ?? '', () => prepare(Buffer.from(body), true))
    return typeof body === 'string' ? memory.recall(body, () => prepare(body)) : prepare(body)
  }

  async function sendBody(request: IncomingMessage, response: PageResponse, prepared: Prepared, headers: LastHeaders) {
    const encoding = prepared.plain.length < COMPRESSED_BYTES_MIN ? null : acceptedEncoding(request)
    const bytes = encoding ? await prepared.encoded(encoding) : prepared.plain
    response.release(bytes, {
      ...headers,
      'content-length': bytes.length,
      ...(encoding ? { 'content-encoding': encoding, 'accept-ranges': null } : {}),
    })
  }

  /** Sends what can be said without a database in the place of what could not be made. */
  async function sendFailed(request: IncomingMessage, response: PageResponse): Promise<void> {
    const { status, headers, body } = await failedPage(request)
    const text = String(body)
    const prepared = memory.recall(text, () => prepare(text))
    const isHtml = HTML.test(headers['content-type'] ?? '')
    const policy = isHtml ? describe(prepared.plain).policy : notPage
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

  async function send(request: IncomingMessage, response: PageResponse, body: string | Buffer): Promise<void> {
    if (response.statusCode >= 500) return sendFailed(request, response)
    const prepared = preparedOf(request, response, body)
    const vary = [headerOf(response, 'vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
    if (!HTML.test(headerOf(response, 'content-type'))) {
      await sendBody(request, response, prepared, { ...fixed, 'content-security-policy': notPage, vary })
      return
    }
    prepared.page ??= describe(prepared.plain)
    const { etag, policy } = prepared.page
    const isKept = response.statusCode === 200 && !headerOf(response, 'cache-control').includes('no-store')
    const headers = { ...fixed, 'content-security-policy': policy, vary, etag: isKept ? etag : null }
    if (isKept && isKnown(request, etag)) {
      response.statusCode = 304
      response.release(null, { ...headers, 'content-type': null, 'content-length': null })
    } else await sendBody(request, response, prepared, headers)
  }

  return (request: IncomingMessage): Holder => ({
    wants: (response) =>
      response.statusCode >= 500 ||
      (COMPRESSIBLE.test(headerOf(response, 'content-type')) &&
        response.statusCode !== 206 &&
        !response.hasHeader('content-encoding')),
    send(response, body) {
      send(request, response, body).catch(() => response.destroy())
    },
    pass: (isTooLong) => ({ ...fixed, 'content-security-policy': isTooLong ? policyOf([]) : notPage }),
  })
}
