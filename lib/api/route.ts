import type { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import type { Endpoint, ParamNames } from '@/lib/contract/endpoint'
import type { Refusal } from '@/lib/errors'
import type { ApiRequest } from '@/lib/http/message'
import type { SignedAction } from '@/lib/signing/two-step'

type Params<E extends Endpoint> = Record<ParamNames<E['path']>, string>
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export interface ReadInput<E extends Endpoint> {
  readonly params: Params<E>
  readonly query: Output<E['query']>
  /** The signed-in wallet if the contract requires one. With `seesMore` it may be null; otherwise it always is. */
  readonly caller: E['access'] extends 'wallet' | 'verifier' | 'admin'
    ? Caller
    : E extends { seesMore: true }
      ? Caller | null
      : null
  readonly incoming: ApiRequest
}

/** Returns the body of a read as JSON text, which is sent unchanged. */
export type ReadHandler<E extends Endpoint> = (input: ReadInput<E>) => Promise<string>
interface WriteInput<E extends Endpoint> {
  readonly params: Params<E>
  readonly body: Output<E['body']>
}
/** A command. It runs in the transaction of the write. */
export type WriteHandler<E extends Endpoint> = (ctx: WriteContext, input: WriteInput<E>) => Promise<CommandResult>
/**
 * A command that calls other services before it takes any lock: `prefetch` runs outside the transaction, `run` inside it.
 */
export interface PrefetchingHandler<E extends Endpoint, Prefetched> {
  prefetch(request: { caller: Caller; at: Date }, input: WriteInput<E>): Promise<Prefetched>
  run(ctx: WriteContext, input: WriteInput<E> & { prefetched: Prefetched }): Promise<CommandResult>
}
/** An upload whose file has not arrived yet. */
export interface Announced {
  readonly caller: Caller
  readonly at: Date
  /** The largest size that the file can have, by the headers of the request. */
  readonly bytesMax: number
  /** Its `Idempotency-Key`. */
  readonly key: string
}
/** A file of an upload that was stored. */
export interface StoredFile {
  readonly bytes: number
}
/** Receives the file of an upload, then records it. */
export interface UploadAction<E extends Endpoint, File extends StoredFile> {
  /** Checks that the record accepts a file, before any byte of it is stored. @throws Refusal otherwise. */
  allow(upload: Announced, params: Params<E>): Promise<void>
  /**
   * Stores the bytes while they arrive, and reads them to their end.
   * @param isWelcome whether to store them; otherwise they are only inspected, and the result is null.
   * @returns the file, or the refusal if there is no room for it: then its bytes were inspected all the same.
   * @throws Refusal if the content is not accepted; then nothing remains stored.
   */
  keep(chunks: AsyncIterable<Uint8Array>, upload: Announced, isWelcome: boolean): Promise<File | Refusal | null>
  /** Waits, for a bounded time, until no other upload with this key is arriving. */
  waitForOthers(upload: Pick<Announced, 'caller' | 'key'>): Promise<void>
  /** Removes what `keep` stored, unless `record` has recorded it. */
  discard(file: NoInfer<File>, at: Date): Promise<void>
  /** The command. It runs in the transaction of the write. */
  record(ctx: WriteContext, input: { params: Params<E>; body: Output<E['body']>; file: File }): Promise<CommandResult>
}

/** A file to download: its bytes, and the values of its response headers. */
export interface DownloadedFile {
  readonly name: string
  readonly contentType: string
  readonly sha256: string
  readonly bytes: number
  open(): AsyncIterable<Uint8Array>
}

/** Handles a call that writes no record. Returns the response body and, for sign-in, a cookie to set. */
export type CallHandler<E extends Endpoint> = (input: {
  body: Output<E['body']>
  incoming: ApiRequest
}) => Promise<{ answer: object; cookie?: string | null }>

// The table of routes holds endpoints of every type, so a route has its handler with the input type erased. Only `on`
// below makes routes, and it checks that contract and handler fit.
interface Erased {
  readonly params: Record<string, string>
  readonly query?: unknown
  readonly body?: unknown
}
type Prefetch = (request: { caller: Caller; at: Date }, input: Erased) => Promise<unknown>

export type Route =
  | {
      readonly kind: 'read'
      readonly endpoint: Endpoint
      run(input: Erased & { caller: Caller | null; incoming: ApiRequest }): Promise<string>
    }
  | {
      readonly kind: 'write'
      readonly endpoint: Endpoint
      readonly prefetch?: Prefetch
      run(ctx: WriteContext, input: Erased & { prefetched?: unknown }): Promise<CommandResult>
    }
  | { readonly kind: 'signed'; readonly endpoint: Endpoint; readonly action: SignedAction<unknown> }
  | {
      readonly kind: 'upload'
      readonly endpoint: Endpoint
      readonly action: Omit<UploadAction<Endpoint, StoredFile>, 'record'> & {
        record(ctx: WriteContext, input: Erased & { file: StoredFile }): Promise<CommandResult>
      }
    }
  | { readonly kind: 'download'; readonly endpoint: Endpoint; run(input: Erased): Promise<DownloadedFile> }
  | {
      readonly kind: 'stream'
      readonly endpoint: Endpoint
      run(input: { query: unknown; lastEventId: string | null }): Promise<Messages>
    }
  | {
      readonly kind: 'call'
      readonly endpoint: Endpoint
      run(input: { body: unknown; incoming: ApiRequest }): Promise<{ answer: object; cookie?: string | null }>
    }

/** Reads the messages of a stream until the signal aborts it. */
type Messages = (signal: AbortSignal) => AsyncIterable<string>

/** Binds a contract to its handler; the compiler checks that they fit. */
export const on = {
  read: <E extends Endpoint & { kind: 'read' }>(endpoint: E, run: ReadHandler<E>): Route => ({
    kind: 'read',
    endpoint,
    run: (input) => run(input as ReadInput<E>), // parsed by this endpoint's own schemas
  }),
  write: <E extends Endpoint & { kind: 'write' }>(endpoint: E, run: WriteHandler<E>): Route => ({
    kind: 'write',
    endpoint,
    run: (ctx, input) => run(ctx, input as WriteInput<E>), // parsed by this endpoint's own schemas
  }),
  prefetching: <E extends Endpoint & { kind: 'write' }, Prefetched>(
    endpoint: E,
    command: PrefetchingHandler<E, Prefetched>,
  ): Route => ({
    kind: 'write',
    endpoint,
    prefetch: (request, input) => command.prefetch(request, input as WriteInput<E>), // parsed by this endpoint's own schemas
    run: (ctx, input) => command.run(ctx, input as WriteInput<E> & { prefetched: Prefetched }), // by `prefetch` just above
  }),
  signed: <E extends Endpoint & { kind: 'signed' }, Subject>(endpoint: E, action: SignedAction<Subject>): Route => ({
    kind: 'signed',
    endpoint,
    action: action as SignedAction<unknown>, // a subject only ever goes from `load` to `record` of the same action
  }),
  upload: <E extends Endpoint & { kind: 'upload' }, File extends StoredFile>(
    endpoint: E,
    action: UploadAction<E, File>,
  ): Route => ({
    kind: 'upload',
    endpoint,
    action: {
      allow: (upload, params) => action.allow(upload, params as Params<E>), // matched by this endpoint's own path
      keep: action.keep,
      waitForOthers: action.waitForOthers,
      discard: (file, at) => action.discard(file as File, at), // a file only ever comes from `keep` of the same action
      record: (ctx, input) => action.record(ctx, input as Parameters<UploadAction<E, File>['record']>[1]), // as above
    },
  }),
  download: <E extends Endpoint & { kind: 'download' }>(
    endpoint: E,
    run: (params: Params<E>, query: Output<E['query']>) => Promise<DownloadedFile>,
  ): Route => ({
    kind: 'download',
    endpoint,
    run: ({ params, query }) => run(params as Params<E>, query as Output<E['query']>), // parsed by this endpoint's own schema
  }),
  stream: <E extends Endpoint & { kind: 'stream' }>(
    endpoint: E,
    run: (query: Output<E['query']>, lastEventId: string | null) => Promise<Messages>,
  ): Route => ({
    kind: 'stream',
    endpoint,
    run: ({ query, lastEventId }) => run(query as Output<E['query']>, lastEventId), // parsed by this endpoint's own schema
  }),
  call: <E extends Endpoint & { kind: 'call' }>(endpoint: E, run: CallHandler<E>): Route => ({
    kind: 'call',
    endpoint,
    run: (input) => run(input as Parameters<CallHandler<E>>[0]), // parsed by this endpoint's own schema
  }),
}
