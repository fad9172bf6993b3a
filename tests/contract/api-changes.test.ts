import { expect, test } from 'vitest'
import { type ApiDocument, type Change, compareDocuments, type Schema } from '@/scripts/api/compare'
import { chapter, currentDocument, dayOf, releasedDocument } from '@/scripts/api/release'

test('nothing that a client of the released API relies on is gone', () => {
  const changes = compareDocuments(releasedDocument(), currentDocument())
  expect(changes.filter(({ breaks }) => breaks)).toEqual([])
})

const MISSION = {
  type: 'object',
  required: ['id', 'state'],
  properties: {
    id: { type: 'string' },
    state: { enum: ['SEED', 'CLAIMED'] },
    parent: { $ref: '#/components/schemas/Mission' },
  },
}
const BODY = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 3, maxLength: 140 },
    kind: { enum: ['a', 'b'] },
    code: { type: 'string', pattern: '^[0-9]+$' },
  },
}
const DIGITS = { type: 'string', pattern: '^[1-9]\\d{0,2}$' }

function documentOf({
  mission = MISSION,
  body = BODY,
  limit = {},
}: {
  mission?: Schema
  body?: Schema
  limit?: Schema
} = {}): ApiDocument {
  const answer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Mission' } } } }
  return {
    paths: {
      '/missions': {
        get: {
          parameters: [{ name: 'limit', in: 'query', schema: DIGITS, ...limit }],
          responses: { 200: answer },
        },
        post: { requestBody: { content: { 'application/json': { schema: body } } }, responses: { 201: answer } },
      },
    },
    components: { schemas: { Mission: mission } },
  }
}

const changed = (parts: Parameters<typeof documentOf>[0]): readonly Change[] =>
  compareDocuments(documentOf(), documentOf(parts))
const field = (schema: Schema, name: string, value: Schema | undefined): Schema => {
  const { [name]: _was, ...others } = Object(schema['properties'])
  return { ...schema, properties: value === undefined ? others : { ...others, [name]: value } }
}

test('what is the same is no change', () => {
  expect(changed({})).toEqual([])
})

test.each<[string, Parameters<typeof documentOf>[0]]>([
  ['a field of an answer that is gone', { mission: field(MISSION, 'state', undefined) }],
  ['a field of an answer that may be absent', { mission: { ...MISSION, required: ['id'] } }],
  ['a field of an answer of another type', { mission: field(MISSION, 'id', { type: 'integer' }) }],
  ['a field of an answer that may be null', { mission: field(MISSION, 'id', { type: ['string', 'null'] }) }],
  ['a field of a request that is gone', { body: field(BODY, 'kind', undefined) }],
  ['a field of a request that is needed', { body: { ...BODY, required: ['title', 'kind'] } }],
  [
    'a new field of a request that is needed',
    { body: { ...field(BODY, 'note', { type: 'string' }), required: ['title', 'note'] } },
  ],
  ['a narrower bound of a request', { body: field(BODY, 'title', { type: 'string', minLength: 3, maxLength: 100 }) }],
  ['another pattern of a request', { body: field(BODY, 'code', { type: 'string', pattern: '^[0-9]{4}$' }) }],
  ['a value that is not taken any more', { body: field(BODY, 'kind', { enum: ['a'] }) }],
  ['a parameter that is needed', { limit: { required: true } }],
  ['a parameter of another type', { limit: { schema: { type: 'boolean' } } }],
])('%s breaks clients', (_what, parts) => {
  expect(changed(parts).some(({ breaks }) => breaks)).toBe(true)
})

test.each<[string, Parameters<typeof documentOf>[0]]>([
  ['a new field of an answer', { mission: field(MISSION, 'note', { type: 'string' }) }],
  ['a new word of an answer', { mission: field(MISSION, 'state', { enum: ['SEED', 'CLAIMED', 'GROWING'] }) }],
  ['a wider bound of a request', { body: field(BODY, 'title', { type: 'string', minLength: 1, maxLength: 200 }) }],
  ['a pattern of a request that is gone', { body: field(BODY, 'code', { type: 'string' }) }],
  ['digits in a query that are described as an integer', { limit: { schema: { type: 'integer', maximum: 100 } } }],
  ['a new field of a request that may be absent', { body: field(BODY, 'note', { type: 'string' }) }],
])('%s breaks nobody, and is told', (_what, parts) => {
  const changes = changed(parts)
  expect(changes.map(({ breaks }) => breaks)).not.toContain(true)
  expect(changes.length).toBeGreaterThan(0)
})

test('an operation that is gone breaks clients, one that is new does not', () => {
  const [with_, without] = [documentOf(), { ...documentOf(), paths: {} }]
  expect(compareDocuments(with_, without)).toEqual([
    { where: 'GET /missions', what: 'is gone', breaks: true },
    { where: 'POST /missions', what: 'is gone', breaks: true },
  ])
  expect(compareDocuments(without, with_).map(({ breaks }) => breaks)).toEqual([false, false])
})

test('the changelog tells what breaks first', () => {
  const changes = [
    { where: 'GET /a', what: 'is new', breaks: false },
    { where: 'GET /b', what: 'is gone', breaks: true },
  ]
  expect(chapter('2026-11-22', changes)).toBe(
    '## 2026-11-22\n\n### Breaking\n\n- `GET /b` is gone\n\n### New\n\n- `GET /a` is new\n',
  )
})

test.each([[['--nope']], [['2026-02-30']], [['tomorrow']], [[]], [['2026-11-22', '2026-11-23']]])(
  'a release is named by a day that there is: %j is refused, with the usage',
  (words) => {
    expect(() => dayOf(words)).toThrow(/^[^\n]+\. Usage: npm run api-release -- YYYY-MM-DD$/)
    expect(dayOf(['2026-11-22'])).toBe('2026-11-22')
  },
)
