import { ApiError, errorOf, unreachable } from './errors'

/** How a request is sent, and how long it is tried. */
export interface Delivery {
  /** Sends one request; the platform's own by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Waits so many milliseconds, or until the signal ends it. */
  readonly wait?: (ms: number, signal?: AbortSignal | null) => Promise<void>
  /** How often a request that found no answer, or 408, 429 or 5xx, is sent again. */
  readonly retries?: number
  /** A longer wait before another try than this is left to the caller, in milliseconds. */
  readonly patienceMs?: number
}

/** One call of the API, as it goes over the wire. */
export interface Call {
  readonly method: string
  /** Path template: `/api/v1/challenges/{id}`. */
  readonly path: string
  /** Where the service is; in a page its own origin by default. */
  readonly base?: string
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: object
  /** The body of anything but a GET: JSON, or bytes that are sent as they are. */
  readonly body?: unknown
  /** One key per intent: every try repeats it, so that there is one record. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | null
}

const RETRIES = 2
const PATIENCE_MS = 30_000
const FIRST_WAIT_MS = 250
const WAIT_MS_MAX = 30_000

/** The path with its parameters filled in. */
export function pathOf(template: string, params: Call['params'] = {}, query: object = {}): string {
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
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
 * Ends what the caller gave up. A time limit that has passed counts as a service that cannot be reached.
 * @throws the signal's reason, or ApiError `network`.
 */
function stopAt(signal: Call['signal']): void {
  if (!signal?.aborted) return
  throw signal.reason?.name === 'TimeoutError' ? unreachable() : signal.reason
}

/** Takes from a good answer what is wanted of it. */
export type Read = (response: Response) => Promise<unknown>

const asJson: Read = (response) => response.json()

/** One try. @throws ApiError; the signal's reason when it was given up. */
async function attempt(url: string, init: RequestInit, ask: Delivery['fetch'] = fetch, read: Read): Promise<unknown> {
  stopAt(init.signal)
  let answer: unknown
  let response: Response | undefined
  try {
    response = await ask(url, init)
    // A body that is cut off is an answer that was lost.
    answer = await (response.ok ? read(response) : asJson(response).catch(() => null))
  } catch (fault) {
    stopAt(init.signal)
    throw response && fault instanceof SyntaxError ? errorOf(response.status, null, null) : unreachable()
  }
  if (response.ok) return answer
  throw errorOf(response.status, response.headers.get('retry-after'), answer)
}

/** The milliseconds before the next try; Infinity where there is none. A write without a key might act twice. */
function waitMs(fault: unknown, tries: number, { method, key }: Call): number {
  if (!(fault instanceof ApiError)) return Number.POSITIVE_INFINITY
  const { status, retryAfterSeconds } = fault
  const passes = status === 0 ? method === 'GET' || key : status === 408 || status === 429 || status >= 500
  if (!passes) return Number.POSITIVE_INFINITY
  if (retryAfterSeconds) return retryAfterSeconds * 1000
  return Math.min(FIRST_WAIT_MS * 2 ** tries, WAIT_MS_MAX) * (0.5 + Math.random() / 2)
}

function initOf({ method, body, key, headers, signal = null }: Call): RequestInit {
  const reads = method === 'GET'
  return {
    method,
    signal,
    headers: {
      ...(reads ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
      ...headers,
    },
    body: reads ? null : body instanceof Blob ? body : JSON.stringify(body ?? {}),
  }
}

/**
 * Sends a call, and again with the same key after a lost answer, 408, 429 or 5xx, when the service says (`Retry-After`).
 * @param read what to take of a good answer; its JSON by default.
 * @throws ApiError of the last try; the signal's reason when the caller gave up.
 */
export async function send(call: Call, delivery: Delivery = {}, read: Read = asJson): Promise<unknown> {
  const { wait = pause, retries = RETRIES, patienceMs = PATIENCE_MS } = delivery
  const url = (call.base ?? '') + pathOf(call.path, call.params, call.query)
  const init = initOf(call)
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(url, init, delivery.fetch, read)
    } catch (fault) {
      const ms = waitMs(fault, tries, call)
      if (tries >= retries || ms > patienceMs) throw fault
      // A signal that ends the wait ends the next try too.
      await wait(ms, call.signal).catch(() => undefined)
    }
  }
}
