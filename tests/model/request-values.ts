import fc from 'fast-check'
import { z } from 'zod'
import { dayFromNow } from '@/tests/support/story'

// Single values of requests: what a schema allows, and what breaks programs that trust it.

export type JsonSchema = z.core.JSONSchema.JSONSchema

export const hostileText = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202Eevil',
  '\u2066x\u2069',
  '\uFEFF',
  '__proto__',
  'constructor',
  '\'; DROP TABLE "Wallet"; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  'javascript:alert(1)',
  'https://user:word@example.org/',
  'https://127.0.0.1/',
  'http://169.254.169.254/latest',
  'https://example.org/\u0000',
  '0x',
  `0x${'0'.repeat(40)}`,
  '2026-02-30',
  '9999-12-31',
  '-1',
  '1e400',
  'NaN',
  'x'.repeat(141),
  'x'.repeat(4001),
  '😀'.repeat(2000),
  'e\u0301'.repeat(80),
)
const hostileNumber = fc.constantFrom(0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1e21)
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  hostileNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { toString: 'x' }, [{ __proto__: null }]),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Texts as they stand in a path, where an id belongs: whatever a client can send there. */
export const pathText = fc.oneof(
  fc.constantFrom(
    '01900000-0000-7000-8000-000000000000',
    '0',
    '-1',
    '99999999999999999999',
    'null',
    '__proto__',
    '%',
    '%zz',
    '%00',
    '%2e%2e',
    '..',
    '%2F',
    '%5C',
    '%C0%AF',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '%25',
    '%0d%0aSet-Cookie:%20a=b',
    ';a=b',
    "'",
    '"',
    '{id}',
    'x'.repeat(3000),
  ),
  fc.uuid({ version: 7 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
)

/**
 * Values that a JSON schema allows, and where it names a bound also those beside it. What it does not say (that a day lies
 * in the future, that a URL can be opened by all) is met by most of them.
 */
export function valuesOf(schema: JsonSchema, root: JsonSchema = schema): fc.Arbitrary<unknown> {
  const inner = (one: JsonSchema | boolean | undefined) =>
    typeof one === 'object' ? valuesOf(one, root) : hostileValue
  if (schema.$ref) return inner(root.$defs?.[schema.$ref.replace('#/$defs/', '')])
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map(inner))
  if (schema.type === 'string') return textsOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 1, max: 99_999 })
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
    return fc.array(inner(items), { minLength: schema.minItems, maxLength: 4 })
  }
  return schema.type === 'object' ? recordsOf(schema, root) : hostileValue
}

/** Objects of such values. */
export function recordsOf(
  { properties = {}, required = [] }: JsonSchema,
  root: JsonSchema,
): fc.Arbitrary<Record<string, unknown>> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, one] of Object.entries(properties)) {
    fields[name] = typeof one === 'object' ? valuesOf(one, root) : hostileValue
  }
  return fc.record(fields, { requiredKeys: required })
}

function textsOf({ format, pattern, minLength = 0, maxLength = 200, ...rest }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') return fc.integer({ min: -2, max: 800 }).map((days) => dayFromNow(days))
  if (format === 'uuid') return fc.uuid({ version: 7 })
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'], withQueryParameters: true })
  const example = rest['example']
  if (pattern && typeof example === 'string') return fc.constant(example)
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) }),
    fc.constantFrom('x'.repeat(Math.max(minLength, 1)), 'x'.repeat(maxLength), 'x'.repeat(maxLength + 1)),
  )
}

/** A zod schema as what may be sent to it. */
export const describe = (shape: z.ZodType): JsonSchema => z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
