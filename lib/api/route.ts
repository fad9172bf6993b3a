import type { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import type { Endpoint, ParamNames } from '@/lib/contract/endpoint'
import type { ApiRequest } from '@/lib/http/message'
import type { SignedAction } from '@/lib/signing/two-step'

type Params<E extends Endpoint> = Record<ParamNames<E['path']>, string>
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

export interface ReadInput<E extends Endpoint> {
  readonly params: Params<E>
  readonly query: Output<E['query']>
  /** The signed-in wallet, where the contract asks for one; null where it may be absent and is. */
  readonly caller: E['access'] extends 'wallet' | 'verifier' | 'admin'
    ? Caller
    : E extends { seesMore: true }
      ? Caller | null
      : null
  readonly incoming: ApiRequest
}

/** A read's body: JSON text, sent as it is. */
export type ReadHandler<E extends Endpoint> = (input: ReadInput<E>) => Promise<string>
interface WriteInput<E extends Endpoint> {
  readonly params: Params<E>
  readonly body: Output<E['body']>
}
/** A command: runs in the transaction of the write. */
export type WriteHandler<E extends Endpoint> = (ctx: WriteContext, input: WriteInput<E>) => Promise<CommandResult>
/** A command that asks others before any lock is taken: `prefetch` runs outside the transaction, `run` inside it. */
export interface PrefetchingHandler<E extends Endpoint, Prefetched> {
  prefetch(asked: { caller: Caller; at: Date }, input: WriteInput<E>): Promise<Prefetched>
  run(ctx: WriteContext, input: WriteInput<E> & { prefetched: Prefetched }): Promise<CommandResult>
}
/** An upload before its file has arrived. */
export interface Announced {
  readonly caller: Caller
  readonly at: Date
  /** What its file is at most, as far as the request says. */
  readonly bytesMax: number
}
/** What a file is received by, and then recorded by. */
export interface UploadAction<E extends Endpoint, File> {
  /** Whether the record welcomes a file, asked before a byte of it is stored. @throws Refusal otherwise. */
  allow(upload: Announced, params: Params<E>): Promise<void>
  /**
   * Stores the bytes while they arrive; reads them to their end.
   * @param isWelcome whether to store them; otherwise they are only looked at, and null is given.
   * @throws Refusal for what they are, and then nothing is left.
   */
  keep(chunks: AsyncIterable<Uint8Array>, upload: Announced, isWelcome: boolean): Promise<File | null>
  /** Removes what `keep` stored, unless `record` has recorded it. */
  discard(file: File, at: Date): Promise<void>
  /** The command: runs in the transaction of the write. */
  record(ctx: WriteContext, input: { params: Params<E>; body: Output<E['body']>; file: File }): Promise<CommandResult>
}

/** The bytes of a download, with what its answer says of them. */
export interface DownloadedFile {
  readonly name: string
  readonly contentType: string
  readonly sha256: string
  readonly bytes: number
  open(): AsyncIterable<Uint8Array>
}

/** A call that writes no record: its answer and, for sign-in, a cookie to set. */
export type CallHandler<E extends Endpoint> = (input: {
  body: Output<E['body']>
  incoming: ApiRequest
}) => Promise<{ answer: object; cookie?: string | null }>

// The registry holds endpoints of every type side by side, so a route keeps its handler with the input type erased;
// `on` below is the only way to make one, and it checks the pair.
interface Erased {
  readonly params: Record<string, string>
  readonly query?: unknown
  readonly body?: unknown
}
type Prefetch = (asked: { caller: Caller; at: Date }, input: Erased) => Promise<unknown>

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
      readonly action: Omit<UploadAction<Endpoint, unknown>, 'record'> & {
        record(ctx: WriteContext, input: Erased & { file: unknown }): Promise<CommandResult>
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

/** Reads the messages of a stream until its signal ends it. */
type Messages = (signal: AbortSignal) => AsyncIterable<string>

/** Binds a contract to what answers it; the compiler checks that they fit. */
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
    prefetch: (asked, input) => command.prefetch(asked, input as WriteInput<E>), // parsed by this endpoint's own schemas
    run: (ctx, input) => command.run(ctx, input as WriteInput<E> & { prefetched: Prefetched }), // by `prefetch` just above
  }),
  signed: <E extends Endpoint & { kind: 'signed' }, Subject>(endpoint: E, action: SignedAction<Subject>): Route => ({
    kind: 'signed',
    endpoint,
    action: action as SignedAction<unknown>, // a subject only ever goes from `load` to `record` of the same action
  }),
  upload: <E extends Endpoint & { kind: 'upload' }, File>(endpoint: E, action: UploadAction<E, File>): Route => ({
    kind: 'upload',
    endpoint,
    action: {
      allow: (asked, params) => action.allow(asked, params as Params<E>), // matched by this endpoint's own path
      keep: action.keep,
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
