import type { z } from 'zod'
import { type Delivery, send } from '@/client/src/request'
import { DryRun, type Endpoint, type ParamNames } from '@/lib/contract/endpoint'

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
  /** One key per intent: a repeated key replays the first response. A write without a key gets a new one. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** The path template of a signed action's second step, if it has its own. */
  readonly path?: string
}

/** A person is waiting: if a retry would have to wait longer than this, the call fails at once, so that they know. */
const DELIVERY: Delivery = { patienceMs: 5_000 }

/**
 * Calls an endpoint of the page's own service by its contract. Islands and agent tools use it. It sends requests with
 * the client package, as programs do.
 * @returns the response body; for a signed write, that of step 1 or step 2.
 * @throws ApiError with the service's code, message and field; with code `network` if there was no response.
 * @example
 * const { challenge } = await request(getChallenge, { params: { id } })
 */
export async function request<E extends Endpoint>(
  { method, path, kind }: E,
  input: RequestInput<E>,
  options: RequestOptions = {},
): Promise<z.output<E['returns']>> {
  const isKeyed = kind === 'write' || kind === 'signed'
  const key = isKeyed ? (options.key ?? crypto.randomUUID()) : undefined
  const answer = await send({ method, ...input, ...options, path: options.path ?? path, key }, DELIVERY)
  return answer as z.output<E['returns']> // tests check the service's responses against this schema
}

/** The response body that a write would get. */
export type Trial = Readonly<Record<string, unknown>>

/** Makes a dry run: the same call with `Dry-Run: ?1`, so that nothing is saved (docs/decisions.md#the-write-pipeline). */
export async function tryRequest<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  headers: RequestOptions['headers'] = {},
): Promise<Trial> {
  const answer: unknown = await request(endpoint, input, { headers: { ...headers, 'dry-run': '?1' } })
  return DryRun.parse(answer).dryRun.body
}
