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

/** What an operation takes: the ids in its path, its query and its body. A body in which nothing is needed may be left out. */
export type InputOf<K extends OperationId> = Needed<'params', ParamsOf<K>> &
  (NeedsQuery<K> extends true ? Needed<'query', QueryOf<K>> : Optional<'query', QueryOf<K>>) &
  (Record<never, never> extends BodyOf<K> ? Optional<'body', BodyOf<K>> : Needed<'body', BodyOf<K>>)

/** What an operation answers. */
export type AnswerOf<K extends OperationId> = Operations[K]['returns']

/** What holds for one call. */
export interface CallOptions {
  /** One key per intent: the same key again replays the first answer. Every write makes one when none is given. */
  readonly key?: string
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

export interface SignOptions extends Omit<CallOptions, 'key'> {
  /** Who signs; the client's own signer by default. */
  readonly signer?: Signer
}

/** What a write would answer, had it not only been tried. */
export interface Tried<Body> {
  readonly status: 200 | 201
  readonly body: Body
}

type Args<K extends OperationId, Options> =
  Record<never, never> extends InputOf<K>
    ? [input?: InputOf<K>, options?: Options]
    : [input: InputOf<K>, options?: Options]

type Call<K extends OperationId, Answer, Options = CallOptions> = (...args: Args<K, Options>) => Promise<Answer>

/** Reads go on over their pages where they have such. */
type Read<K extends OperationId> = Call<K, AnswerOf<K>> &
  (AnswerOf<K> extends { readonly nextCursor: unknown }
    ? {
        /** Every page from here on, one after the other. */
        readonly pages: (...args: Args<K, CallOptions>) => AsyncGenerator<AnswerOf<K>, void>
      }
    : unknown)

interface Tries<K extends OperationId, Answer> {
  /** Tries the write by the service's own rules. Nothing is kept; refusals are those of the write. */
  readonly dryRun: Call<K, Tried<Answer>>
}

interface Signs<K extends OperationId> extends Tries<K, SignatureRequired> {
  /** Step 1 alone: the text to sign. */
  readonly prepare: Call<K, SignatureRequired>
  /** Step 2 alone: sends what was signed. */
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
  /** Goes on by itself after a lost connection, without a gap and without a double. Leave the loop to close it. */
  readonly stream: (...args: Args<K, CallOptions>) => AsyncGenerator<AnswerOf<K>, void>
}

/** Every operation of the API as a function of its name. */
export type Api = { readonly [K in keyof Operations]: Functions<K>[Kind<K>] }

export interface ClientSettings extends Delivery {
  /** Where the service is; in a page its own origin by default. */
  readonly base?: string
  /** The token of an open session; in a page of the service the session's cookie needs none. */
  readonly token?: string
  /** Who signs the signed actions. */
  readonly signer?: Signer
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long one try may take, in milliseconds. */
  readonly timeoutMs?: number
  /** How long a stream may be silent before it is opened anew, in milliseconds; the service speaks every 15 seconds. */
  readonly silenceMs?: number
}

/** A client of one service. */
export type Client = Api & {
  /**
   * Signs a wallet in: its owner signs one text, which costs nothing and sends no transaction.
   * @returns a client that acts as that wallet, and signs with it.
   */
  signIn(
    signer?: Signer,
    options?: { readonly chainId?: number; readonly signal?: AbortSignal },
  ): Promise<SignedInClient>
}

export type SignedInClient = Client & { readonly session: SignedIn & { readonly token: string } }
