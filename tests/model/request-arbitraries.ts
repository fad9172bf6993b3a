import fc from 'fast-check'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { describe, hostileText, hostileValue, pathText, recordsOf, valuesOf } from '@/tests/model/request-values'

// Requests as data, drawn from what the contracts declare: what is valid, and what a client or an attacker makes of it.

/** Who asks: `right` is whoever the operation is meant for. */
export const CALLERS = ['nobody', 'stranger', 'owner', 'contributor', 'verifier', 'moderator', 'forged'] as const
export type Caller = 'right' | (typeof CALLERS)[number]

/**
 * What stands in the path: the id of the record that would take the request, the same in upper case, that of one which
 * already took such a request, or another text.
 */
export type IdChoice = 'right' | 'upper' | 'spent' | { readonly text: string }

/** What is done to a body, at the place (counted through all its places) that `at` points to. */
export type Twist =
  | { readonly kind: 'remove' | 'duplicate' | 'nest'; readonly at: number }
  | { readonly kind: 'replace'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'add'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'raw'; readonly text: string }

export interface DrawnRequest {
  readonly operationId: string
  readonly caller: Caller
  readonly id: IdChoice
  /** Fields of the body that are drawn anew from their schema. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly twists: readonly Twist[]
  /** Pairs of the query beside what the operation needs, each name and value encoded as it travels. */
  readonly query: readonly (readonly [string, string])[]
  /** Headers instead of the usual ones; undefined leaves one out. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly method?: string
  /** Of a signed write its second call. */
  readonly isSecondStep: boolean
  /** Whether all that is stored is compared, should it be refused or only tried. */
  readonly isWatched: boolean
}

/** Some fields of a body, each drawn from its schema. */
function fieldsOf(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  const shape = endpoint.steps?.prepare ?? endpoint.body
  if (!shape) return fc.constant({})
  const root = describe(shape)
  return recordsOf({ ...root, required: [] }, root)
}

const unknownName = fc.constantFrom('unheardOf', '__proto__', 'constructor', 'wallet', 'owner', 'id', 'state', '')
const place = fc.nat({ max: 40 })
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const twist: fc.Arbitrary<Twist> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace' as const), at: place, value: hostileValue }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'duplicate', 'nest'), at: place }) },
  fc.record({ kind: fc.constant('add' as const), name: unknownName, value: hostileValue }),
  fc.record({
    kind: fc.constant('raw' as const),
    text: fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      '7',
      '"x"',
      '{"a":1e999}',
      '{}{}',
      '\u0000',
      '\uFEFF{}',
      deep(3000),
      `"${'x'.repeat(25_000)}"`,
    ),
  }),
)

/** One oddity of a request's head. */
const oddHead: fc.Arbitrary<Pick<DrawnRequest, 'headers' | 'method'>> = fc.oneof(
  fc
    .constantFrom('x', 'seven77', 'x'.repeat(101), 'has space', 'k%00y', undefined, 'the-same-key-again')
    .map((key) => ({
      headers: { 'idempotency-key': key },
    })),
  fc
    .constantFrom(
      'text/plain',
      'application/jsonp',
      'multipart/form-data',
      'application/json; charset=latin1',
      'x',
      undefined,
    )
    .map((type) => ({ headers: { 'content-type': type } })),
  fc
    .constantFrom('https://evil.example', 'null', 'http://localhost:1', 'nonsense')
    .map((origin) => ({ headers: { origin } })),
  fc.constantFrom('cross-site', 'same-site', 'none').map((site) => ({ headers: { 'sec-fetch-site': site } })),
  fc.constantFrom('?1', '?0', '1', 'true', '?1;a=b', '?2', '').map((said) => ({ headers: { 'dry-run': said } })),
  fc
    .constantFrom('Bearer', 'Bearer ', 'Bearer short', 'Basic YTpi', `Bearer ${'a'.repeat(43)}`, 'Bearer \u00ff')
    .map((authorization) => ({ headers: { authorization } })),
  fc.constantFrom('*', 'W/"x"', '"', ',,').map((known) => ({ headers: { 'if-none-match': known } })),
  fc.constantFrom('text/html', 'nothing/*;q=0', '').map((accept) => ({ headers: { accept } })),
  fc
    .constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')
    .map((method) => ({ headers: {}, method })),
)

/** A request's head may have 16 KB: what is longer is refused before any operation sees it (tests/api/http/http.test.ts). */
const QUERY_TEXT_MAX = 300

function queryOf(endpoint: Endpoint): fc.Arbitrary<[string, string][]> {
  const root = endpoint.query ? describe(endpoint.query) : {}
  const known = Object.entries(root.properties ?? {}).flatMap(([name, one]) =>
    typeof one === 'object' ? [fc.tuple(fc.constant(name), fc.oneof(valuesOf(one, root), hostileText))] : [],
  )
  const encoded = fc
    .oneof(...known, fc.tuple(unknownName, hostileText))
    .map(
      ([name, value]): [string, string] =>
        [name, String(value).slice(0, QUERY_TEXT_MAX).toWellFormed()].map(encodeURIComponent) as never,
    )
  const malformed = fc.constantFrom<[string, string]>(['%', '%'], ['limit', '%zz'], ['cursor', '%ff'], ['', ''])
  // Twice the same name, too: what is drawn may repeat.
  return fc.array(fc.oneof({ weight: 6, arbitrary: encoded }, malformed), { maxLength: 3 })
}

const mostly = <T>(usual: T, other: fc.Arbitrary<T>, weight = 3) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

/** What the operation is meant for, with nothing drawn. */
export const plainRequest = ({ operationId }: Endpoint): DrawnRequest => ({
  operationId,
  caller: 'right',
  id: 'right',
  fields: {},
  twists: [],
  query: [],
  headers: {},
  isSecondStep: true,
  isWatched: false,
})

/** The same as a dry run, which leaves nothing. */
export const triedRequest = (endpoint: Endpoint): DrawnRequest => ({
  ...plainRequest(endpoint),
  headers: { 'dry-run': '?1' },
  isWatched: true,
})

function requestOf(endpoint: Endpoint): fc.Arbitrary<DrawnRequest> {
  const plain = plainRequest(endpoint)
  const parts = fc.record({
    caller: mostly<Caller>('right', fc.constantFrom(...CALLERS)),
    id: mostly<IdChoice>(
      'right',
      fc.oneof(
        fc.constantFrom('upper' as const, 'spent' as const),
        pathText.map((text) => ({ text })),
      ),
    ),
    fields: mostly({}, fieldsOf(endpoint), 1),
    twists: mostly<readonly Twist[]>([], fc.array(twist, { minLength: 1, maxLength: 3 }), 1),
    query: endpoint.method === 'GET' ? queryOf(endpoint) : mostly<[string, string][]>([], queryOf(endpoint), 9),
    head: mostly<Pick<DrawnRequest, 'headers' | 'method'>>({ headers: {} }, oddHead),
    isSecondStep: fc.boolean(),
    isWatched: mostly(false, fc.constant(true), 11),
  })
  return parts.map(({ head, ...drawn }) => ({ ...plain, ...drawn, ...head }))
}

/** A request to any operation of the contracts. */
export const anyRequest: fc.Arbitrary<DrawnRequest> = fc.oneof(...contracts.map(requestOf))
