import { z } from 'zod'
import type { LimitGroup } from '@/lib/contract/limits'
import type { Tag } from '@/lib/contract/tags'
import type { ErrorCode } from '@/lib/errors'

/** Who may call, in the words of the interface (docs/interface.md#roles). `session` is any valid session, to end it. */
export type Access = 'public' | 'session' | 'wallet' | 'owner' | 'contributor' | 'verifier' | 'admin' | 'cron'

type Shape = z.ZodObject

/**
 * An endpoint as pure data, which the browser may import. Validation, access, limits, OpenAPI, the typed client, the
 * reference page, the agent tools and the tests that walk every endpoint all derive from it.
 *
 * - `read`: GET, answers 200.
 * - `write`: a write of records (docs/decisions.md#the-write-pipeline): needs a session and an `Idempotency-Key`, answers 201.
 * - `signed`: a write in two calls: `prepare` answers 200 with the message to sign, `sign` answers 201.
 * - `upload`: a write whose body is `multipart/form-data` with one part `file`; `body` holds its other parts.
 * - `call`: a POST that writes no record (sign-in): no key.
 * - `download`: GET that answers the bytes of a file of one of `types`.
 * - `stream`: GET that answers Server-Sent Events until somebody ends it; the JSON of each is what it `returns`.
 */
export interface Endpoint {
  readonly kind: 'read' | 'write' | 'signed' | 'upload' | 'call' | 'download' | 'stream'
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Path template under the base address, e.g. `/api/v1/challenges/{id}`. */
  readonly path: string
  readonly tag: Tag
  readonly access: Access
  /** What the ids of its path are; UUIDs unless it says so. */
  readonly ids?: 'integer'
  /** The group in which a request is counted; a read without one is not counted, one with it by its network alone. */
  readonly limit?: LimitGroup
  /** The group in which a moderator's request is counted, where others share the endpoint. */
  readonly limitOfModerator?: LimitGroup
  /** Where a call names no wallet: it is counted by its network alone, apart from the group's calls that name one. */
  readonly limitApart?: true
  readonly summary: string
  readonly description?: string
  readonly query?: Shape
  /** The body of a write or call; of an upload the parts beside `file`. */
  readonly body?: Shape
  /** Both bodies of a signed write. */
  readonly steps?: { readonly prepare: Shape; readonly sign: Shape }
  /** The answer of success; of a download its bytes, as text. */
  readonly returns: z.ZodType
  /** The media types that a download can have. */
  readonly types?: readonly string[]
  /** The status of success; 201 for writes, 200 for reads, unless the interface says otherwise. */
  readonly status: 200 | 201
  /** Refusals of its own, beside those that every endpoint of its kind shares. */
  readonly errors: readonly ErrorCode[]
  /** A read that answers differently by who asks: never cached, never given to another site. */
  readonly viewer?: true
  /** A public read that shows a signed-in wallet more: what it shows a wallet is never cached, nor given to another site. */
  readonly seesMore?: true
  /** A write that ends the session that asks: its answer takes the cookie back. */
  readonly endsSession?: true
  /** A body (of step 1, for a signed write) as a client would send it; shown in the OpenAPI document. */
  readonly example?: unknown
}

/** Whether any site may ask and see the answer, a refusal too: a public read that is the same for everybody. */
export const isOpenToAnySite = (endpoint: Endpoint) =>
  endpoint.method === 'GET' && endpoint.access === 'public' && !endpoint.viewer

/** Whether it writes a record, and so needs a session and an `Idempotency-Key` (docs/decisions.md#the-write-pipeline). */
export const writesRecord = ({ kind }: Pick<Endpoint, 'kind'>) =>
  kind === 'write' || kind === 'signed' || kind === 'upload'

type Declared = Omit<Endpoint, 'status' | 'errors' | 'kind' | 'method'> & Partial<Pick<Endpoint, 'status' | 'errors'>>

/** A public (or wallet's own) read. */
export const read = <const D extends Declared>(declared: D) =>
  ({
    kind: 'read',
    method: 'GET',
    status: 200,
    errors: refusalsOf(declared, NOT_THERE),
    ...declared,
  }) satisfies Endpoint

// Wide, so that a contract that says something else is not asked to be both.
const created = 201 as Endpoint['status']
const counted = 'write' as LimitGroup

/** How a read of a record, and a write on one, may be refused, unless its contract says otherwise. */
const NOT_THERE: readonly ErrorCode[] = ['not_found']
const ON_A_RECORD: readonly ErrorCode[] = ['forbidden', 'not_found', 'expired', 'conflict']
const refusalsOf = ({ path }: Declared, refusals = ON_A_RECORD): readonly ErrorCode[] =>
  path.includes('{') ? refusals : []

const WRITE = { kind: 'write', method: 'POST', status: created, limit: counted } as const

/** A write of records; it is counted as one unless its contract says otherwise. */
export const write = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ ...WRITE, errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A write that sets something of a record that is there. */
export const patch = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ ...WRITE, method: 'PATCH', errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A write that a wallet signs: two calls on one path. */
export const signed = <const D extends Declared & { steps: { prepare: Shape; sign: Shape } }>(declared: D) =>
  ({ kind: 'signed', method: 'POST', status: 201, errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A write that brings a file. */
export const upload = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ ...WRITE, kind: 'upload', errors: refusalsOf(declared), ...declared }) satisfies Endpoint

/** A read of a file's bytes. */
export const download = <const D extends Omit<Declared, 'returns'> & { types: readonly string[] }>(declared: D) =>
  ({
    kind: 'download',
    method: 'GET',
    status: 200,
    errors: [],
    returns: z.string().meta({ format: 'binary' }),
    ...declared,
  }) satisfies Endpoint

/** A read that goes on: Server-Sent Events (HTML Standard §9.2). */
export const stream = <const D extends Declared>(declared: D) =>
  ({ kind: 'stream', method: 'GET', status: 200, errors: [], ...declared }) satisfies Endpoint

/** A POST that writes no record. */
export const call = <const D extends Declared & { body: Shape }>(declared: D) =>
  ({ kind: 'call', method: 'POST', status: created, errors: [], ...declared }) satisfies Endpoint

/** The other path of an endpoint, or null. @see withAliases */
export function aliasOf(path: string): string | null {
  return path.startsWith('/api/v1/platform-') ? path.replace('/platform-', '/musebook-') : null
}

/**
 * An endpoint with its other names: where a path carries the word `platform`, the path with the platform's own name is
 * an alias that answers the same bytes (docs/decisions.md#one-record-two-surfaces).
 */
export function withAliases(endpoint: Endpoint): readonly Endpoint[] {
  const path = aliasOf(endpoint.path)
  if (path === null) return [endpoint]
  return [
    endpoint,
    {
      ...endpoint,
      path,
      operationId: endpoint.operationId.replace('Platform', 'Musebook'),
      description: [endpoint.description, `The same as \`${endpoint.path}\`.`].filter(Boolean).join(' '),
    },
  ]
}

/** The names of a path template's parameters: `'/a/{id}/b/{pid}'` gives `'id' | 'pid'`. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** The answer of a write that is only tried (`Dry-Run: ?1`): what its own would be. */
export const DryRun = z
  .object({
    dryRun: z.object({
      status: z.union([z.literal(200), z.literal(201)]),
      body: z.record(z.string(), z.unknown()).meta({ description: 'As the write itself answers with that status.' }),
    }),
  })
  .meta({
    id: 'DryRun',
    description: 'What would be answered. Nothing was kept; ids and times are those of the trial.',
  })
