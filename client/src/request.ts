import { ApiError, errorOf, movedAway, NOTHING_SAVED, unreachable } from './errors'

/** How a request is sent and retried. */
export interface Delivery {
  /** Sends one request; by default the platform's `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Waits so many milliseconds, or until the signal aborts. */
  readonly wait?: (ms: number, signal?: AbortSignal | null) => Promise<void>
  /** Number of retries after a network failure, 408, 429 or 5xx; of a write without a key, after 408 or 429 alone. */
  readonly retries?: number
  /** Longest wait before a retry, in milliseconds. If it would take longer, the call fails. */
  readonly patienceMs?: number
}

/** One request to the API. */
export interface Call {
  readonly method: string
  /** Path template: `/api/v1/challenges/{id}`. */
  readonly path: string
  /** The origin of the service. In a page the default is the page's own origin. */
  readonly base?: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: object
  /** The body of a request other than GET: JSON, or a `Blob` that is sent unchanged. */
  readonly body?: unknown
  /** One key per intent: every attempt repeats it, so that one record results. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | null
}

const RETRIES = 2
const PATIENCE_MS = 30_000
const FIRST_WAIT_MS = 250
const WAIT_MS_MAX = 30_000
const REDIRECTS = [301, 302, 303, 307, 308]

/** In a path they name a place and no record, however they are encoded (WHATWG URL, dot segments). */
const NO_SEGMENT = ['', '.', '..']

/** A parameter as a segment of a path. What no URL can hold becomes what names no record: a lone surrogate U+FFFD. */
function segmentOf(parameter: string | number): string {
  const segment = encodeURIComponent(String(parameter).toWellFormed())
  return NO_SEGMENT.includes(segment) ? '-' : segment
}

/** The path with its parameters filled in. */
export function pathOf(template: string, params: Call['params'] = {}, query: object = {}): string {
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => segmentOf(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    // `null` is the `nextCursor` of a last page, for one.
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** Waits so many milliseconds. @throws the signal's reason when it ends the wait. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/**
 * Throws if the signal has aborted. A time limit that has passed counts as a service that cannot be reached.
 * @throws the signal's reason, or ApiError `network`.
 */
export function stopAt(signal: Call['signal']): void {
  if (!signal?.aborted) return
  throw signal.reason?.name === 'TimeoutError' ? unreachable() : signal.reason
}

/** Reads the body of a successful response. */
export type Read = (response: Response) => Promise<unknown>

const asJson: Read = (response) => response.json()

/** The answer of a refusal that is not the service's own. @throws what ended the body before its end. */
function nullForNoJson(fault: unknown): null {
  if (fault instanceof SyntaxError) return null
  throw fault
}

/** One attempt. @throws ApiError; the signal's reason when it aborts. */
async function attempt(url: string, init: RequestInit, ask: Delivery['fetch'] = fetch, read: Read): Promise<unknown> {
  stopAt(init.signal)
  let answer: unknown
  let response: Response | undefined
  try {
    response = await ask(url, init)
    // A body that is cut off counts as a lost response.
    answer = await (response.ok ? read(response) : asJson(response).catch(nullForNoJson))
  } catch (fault) {
    stopAt(init.signal)
    if (!response || !(fault instanceof SyntaxError)) throw unreachable()
    throw errorOf(response.status, response.headers, null, init.method === 'GET')
  }
  if (response.ok) return answer
  // A browser tells no more of a redirect than that it is one.
  if (response.type === 'opaqueredirect' || REDIRECTS.includes(response.status)) throw movedAway(response.status)
  throw errorOf(response.status, response.headers, answer, init.method === 'GET')
}

/** Whether a request may have ended otherwise, and does no harm when it runs again: without a key a write might run twice. */
function canRepeat({ code, status }: ApiError, { method, key }: Call): boolean {
  if (NOTHING_SAVED.includes(status)) return true
  return ((code === 'network' && status === 0) || status >= 500) && (method === 'GET' || key !== undefined)
}

/** The milliseconds before the next attempt; Infinity for none. */
function waitMs(fault: unknown, tries: number, call: Call): number {
  if (!(fault instanceof ApiError) || !canRepeat(fault, call)) return Number.POSITIVE_INFINITY
  const { retryAfterSeconds } = fault
  if (retryAfterSeconds) return retryAfterSeconds * 1000
  return Math.min(FIRST_WAIT_MS * 2 ** tries, WAIT_MS_MAX) * (0.5 + Math.random() / 2)
}

function initOf({ method, body, key, headers, signal = null }: Call): RequestInit {
  const reads = method === 'GET'
  return {
    method,
    signal,
    // A write that is followed after 301 to 303 becomes a read (Fetch Standard), whose answer would pass for that of the write.
    redirect: reads ? 'follow' : 'manual',
    headers: {
      ...(reads ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
      ...headers,
    },
    body: reads ? null : body instanceof Blob ? body : JSON.stringify(body ?? {}),
  }
}

/**
 * Sends a request. After a lost response, 408, 429 or 5xx it retries with the same key, after `Retry-After` if given. A write without
 * a key is not sent again where it may have done its work.
 * @param read reads a successful response; by default as JSON.
 * @throws ApiError of the last attempt; the signal's reason when it aborts.
 */
export async function send(call: Call, delivery: Delivery = {}, read: Read = asJson): Promise<unknown> {
  const { wait = pause, retries = RETRIES, patienceMs = PATIENCE_MS } = delivery
  const url = (call.base ?? '').replace(/\/+$/, '') + pathOf(call.path, call.params, call.query)
  const init = initOf(call)
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(url, init, delivery.fetch, read)
    } catch (fault) {
      stopAt(call.signal)
      const ms = waitMs(fault, tries, call)
      if (tries >= retries || ms > patienceMs) throw fault
      // If the signal ended the wait, the next attempt throws.
      await wait(ms, call.signal).catch(() => undefined)
    }
  }
}
