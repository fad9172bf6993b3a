import type { z } from 'zod'
import type { Endpoint, ParamNames } from '@/lib/contract/endpoint'
import type { ErrorCode } from '@/lib/errors'

/** The API's error object as an error: `field` ties it to a form's field. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'network',
    message: string,
    readonly field: string | null = null,
    /** Seconds to wait before another try, where the service said so. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

type Input<S> = S extends z.ZodType ? z.input<S> : never
type BodyOf<E extends Endpoint> = E extends { steps: { prepare: infer P; sign: infer S } }
  ? Input<P> | Input<S>
  : Input<E['body']>
type QueryOf<E extends Endpoint> = Partial<Input<E['query']>>
type Needs<Name extends string, T> = [T] extends [never] ? unknown : { [K in Name]: T }

export type RequestInput<E extends Endpoint> = ([ParamNames<E['path']>] extends [never]
  ? unknown
  : { params: Record<ParamNames<E['path']>, string> }) &
  Needs<'body', BodyOf<E>> & { query?: QueryOf<E> }

export interface RequestOptions {
  /** Where the service is; the page's own origin by default. */
  readonly base?: string
  /** One key per intent: the same key again replays the first answer. Writes make one when none is given. */
  readonly key?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
  /** The path template of a signed action's second step, where that has one of its own. */
  readonly path?: string
}

/** The endpoint's path with its parameters filled in. */
export function pathOf(endpoint: Endpoint, params: Record<string, string>, query: Record<string, unknown>): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/**
 * Calls an endpoint by its contract: the one client of islands, agent tools and scripts.
 * @returns the parsed answer; for a signed write, step 1's or step 2's.
 * @throws ApiError with the service's code, message and field; code `network` when nothing answered.
 * @example
 * const { challenge } = await request(getChallenge, { params: { id } })
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  options: RequestOptions = {},
): Promise<z.output<E['returns']>> {
  const { params = {}, query = {}, body } = input as { params?: Record<string, string>; query?: object; body?: unknown } // the parts of RequestInput
  const writes = endpoint.method !== 'GET'
  const keyed = endpoint.kind === 'write' || endpoint.kind === 'signed'
  const response = await fetch(
    `${options.base ?? ''}${pathOf({ ...endpoint, path: options.path ?? endpoint.path }, params, { ...query })}`,
    {
      method: endpoint.method,
      credentials: 'same-origin',
      signal: options.signal,
      headers: {
        ...(writes ? { 'content-type': 'application/json' } : {}),
        ...(keyed ? { 'idempotency-key': options.key ?? crypto.randomUUID() } : {}),
        ...options.headers,
      },
      body: writes ? JSON.stringify(body ?? {}) : undefined,
    },
  ).catch(() => {
    throw new ApiError(0, 'network', 'The service cannot be reached. Check your connection and try again.')
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorOf(response.status, response.headers.get('retry-after'), answer)
  return answer as z.output<E['returns']> // the service's answers are held against this schema by its tests
}

/** What a refusal says. @param retryAfter the header of that name, in seconds. */
export function errorOf(status: number, retryAfter: string | null, answer: unknown): ApiError {
  const told = isErrorBody(answer)
    ? answer.error
    : { code: 'internal_error' as const, message: 'The service gave no readable answer.', field: null }
  return new ApiError(status, told.code, told.message, told.field, Number(retryAfter) || null)
}

function isErrorBody(answer: unknown): answer is { error: { code: ErrorCode; message: string; field: string | null } } {
  return typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'object'
}
