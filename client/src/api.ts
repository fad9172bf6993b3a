import type { Operations, SignatureRequired, SignedIn } from './generated/types'
import type { Delivery } from './request'
import type { SignedText } from './signed'
import type { Signer } from './signer'

/** The name of an operation, as the OpenAPI document calls it. */
export type OperationId = keyof Operations

type Kind<K extends OperationId> = Operations[K]['kind']

/** The body of an operation. A file is given as a `Blob`. */
export type BodyOf<K extends OperationId> = Operations[K] extends { body: infer Body }
  ? Kind<K> extends 'upload'
    ? Body & { readonly file: Blob }
    : Body
  : never

type ParamsOf<K extends OperationId> = Operations[K] extends { params: infer Params } ? Params : never
type QueryOf<K extends OperationId> = Operations[K] extends { query?: infer Query } ? Query : never
type NeedsQuery<K extends OperationId> = Operations[K] extends { query: unknown } ? true : false

type Needed<Name extends string, T> = [T] extends [never] ? unknown : { readonly [N in Name]: T }
type Optional<Name extends string, T> = [T] extends [never] ? unknown : { readonly [N in Name]?: T }

/** The input of an operation: path ids, query and body. A body without required fields may be omitted. */
export type InputOf<K extends OperationId> = Needed<'params', ParamsOf<K>> &
  (NeedsQuery<K> extends true ? Needed<'query', QueryOf<K>> : Optional<'query', QueryOf<K>>) &
  (Record<never, never> extends BodyOf<K> ? Optional<'body', BodyOf<K>> : Needed<'body', BodyOf<K>>)

/** The response of an operation. */
export type AnswerOf<K extends OperationId> = Operations[K]['returns']

/** Options of one call. */
export interface CallOptions {
  /** One key per intent: the same key replays the first response. A write without a key gets a new one. */
  readonly key?: string
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

export interface SignOptions extends Omit<CallOptions, 'key'> {
  /** The signer of this call; by default the client's own. */
  readonly signer?: Signer
  /**
   * The SHA-256 (hex) of the content that you have judged (`contentHashIn`): a text about any other is not signed. Without it
   * the text is about what the record holds by then.
   */
  readonly contentHash?: string | null
}

/** The result of a dry run: the response that the write would have had. */
export interface Tried<Body> {
  readonly status: 200 | 201
  readonly body: Body
}

type Args<K extends OperationId, Options> =
  Record<never, never> extends InputOf<K>
    ? [input?: InputOf<K>, options?: Options]
    : [input: InputOf<K>, options?: Options]

type Call<K extends OperationId, Answer, Options = CallOptions> = (...args: Args<K, Options>) => Promise<Answer>

/** A read; a read of a list also iterates over its pages. */
type Read<K extends OperationId> = Call<K, AnswerOf<K>> &
  (AnswerOf<K> extends { readonly nextCursor: unknown }
    ? {
        /** Yields every page, beginning with this one. */
        readonly pages: (...args: Args<K, CallOptions>) => AsyncGenerator<AnswerOf<K>, void>
      }
    : unknown)

interface Tries<K extends OperationId, Answer> {
  /** Runs the write with all of the service's checks, and saves nothing. It fails with the same errors as the write. */
  readonly dryRun: Call<K, Tried<Answer>>
}

interface Signs<K extends OperationId> extends Tries<K, SignatureRequired> {
  /** Step 1 only: requests the text to sign. */
  readonly prepare: Call<K, SignatureRequired>
  /** Step 2 only: sends the signature. */
  readonly submit: (
    input: Needed<'params', ParamsOf<K>> & { readonly body: SignedText },
    options?: CallOptions,
  ) => Promise<AnswerOf<K>>
}

interface Functions<K extends OperationId> {
  readonly read: Read<K>
  readonly call: Call<K, AnswerOf<K>>
  readonly write: Call<K, AnswerOf<K>> & Tries<K, AnswerOf<K>>
  readonly upload: Call<K, AnswerOf<K>> & Tries<K, AnswerOf<K>>
  readonly signed: Call<K, AnswerOf<K>, SignOptions> & Signs<K>
  readonly download: Call<K, Blob>
  /** Reconnects after a lost connection, without gaps or duplicates. Leave the loop to close the stream. */
  readonly stream: (...args: Args<K, CallOptions>) => AsyncGenerator<AnswerOf<K>, void>
}

/** Every operation of the API as a function of its name. */
export type Api = { readonly [K in keyof Operations]: Functions<K>[Kind<K>] }

export interface ClientSettings extends Delivery {
  /** The origin of the service. In a page the default is the page's own origin. */
  readonly base?: string
  /**
   * The domain that the texts to be signed must name, where it is not that of `base`: `trellis.example`. A text for another
   * domain, wallet, record or verdict is not signed.
   */
  readonly domain?: string
  /** The token of a session. A page of the service uses the session cookie instead. */
  readonly token?: string
  /** Signs the signed actions. */
  readonly signer?: Signer
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Time limit of one attempt, in milliseconds. */
  readonly timeoutMs?: number
  /** A stream that is silent for so many milliseconds is reopened. The service sends something every 15 seconds. */
  readonly silenceMs?: number
}

/** A client of one service. */
export type Client = Api & {
  /**
   * Signs a wallet in: its owner signs one text, which costs nothing and sends no transaction.
   * @returns a client that acts and signs as that wallet.
   */
  signIn(
    signer?: Signer,
    options?: { readonly chainId?: number; readonly signal?: AbortSignal },
  ): Promise<SignedInClient>
}

export type SignedInClient = Client & { readonly session: SignedIn & { readonly token: string } }
