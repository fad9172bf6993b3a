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
  /** One key per intent: the same key again replays the first answer. Writes make one when none is given. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** The path template of a signed action's second step, where that has one of its own. */
  readonly path?: string
}

/** Somebody waits in front of it: a longer wait than this is told at once, so that they know. */
const DELIVERY: Delivery = { patienceMs: 5_000 }

/**
 * Calls an endpoint of the page's own service by its contract, with the package that programs use: islands and agent tools.
 * @returns the answer; for a signed write, step 1's or step 2's.
 * @throws ApiError with the service's code, message and field; code `network` when nothing answered.
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
  return answer as z.output<E['returns']> // the service's answers are held against this schema by its tests
}

/** The body that a tried write would be answered with. */
export type Trial = Readonly<Record<string, unknown>>

/** Tries a write: the same call with `Dry-Run: ?1`, so that nothing is kept (docs/decisions.md#the-write-pipeline). */
export async function tryRequest<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  headers: RequestOptions['headers'] = {},
): Promise<Trial> {
  const answer: unknown = await request(endpoint, input, { headers: { ...headers, 'dry-run': '?1' } })
  return DryRun.parse(answer).dryRun.body
}
