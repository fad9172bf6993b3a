import { asObject, type Components, type JsonSchema, nameOf } from '@/lib/api/openapi-schemas'

/** One field of a body, query or response, in words. */
export interface FieldRow {
  /** Its path: `milestones[].title`. */
  readonly name: string
  readonly type: string
  /** The name of its shape, which is described once on the page; null if it has none. */
  readonly shape: string | null
  readonly required: boolean
  /** Constraints of the value: `3–140 characters`. */
  readonly bounds: readonly string[]
  readonly meaning: string
}

/** The fields of an object's schema. Fields of unnamed nested objects follow the row of their object. */
export function fieldRows(schema: JsonSchema, components: Components, prefix = ''): FieldRow[] {
  const object = components.resolve(schema)
  const required = Array.isArray(object['required']) ? object['required'] : []
  return Object.entries(asObject(object['properties'])).flatMap(([key, value]) => {
    const name = `${prefix}${key}`
    const { inner, isNullable } = withoutNull(asObject(value))
    const item = inner['type'] === 'array' ? withoutNull(asObject(inner['items'])).inner : inner
    const shape = nameOf(item)
    const row = {
      name,
      type: `${inner === item ? '' : 'array of '}${shape ?? typeOf(item)}${isNullable ? ' or null' : ''}`,
      shape,
      required: required.includes(key),
      bounds: inner === item ? boundsOf(item) : [...boundsOf(inner), ...boundsOf(item)],
      meaning: meaningOf(asObject(value)) || meaningOf(inner) || meaningOf(components.resolve(item)),
    }
    return [row, ...(shape ? [] : fieldRows(item, components, inner === item ? `${name}.` : `${name}[].`))]
  })
}

/** A nullable field is written as `anyOf` with null, or, if it is a scalar, as a list of types. */
function withoutNull(schema: JsonSchema): { inner: JsonSchema; isNullable: boolean } {
  if (Array.isArray(schema['type'])) {
    const [type, ...others] = schema['type'].filter((type) => type !== 'null')
    return { inner: others.length > 0 ? schema : { ...schema, type }, isNullable: schema['type'].includes('null') }
  }
  const variants = Array.isArray(schema['anyOf']) ? schema['anyOf'].map(asObject) : []
  const kept = variants.filter((variant) => variant['type'] !== 'null')
  const only = kept[0]
  const isNullable = only !== undefined && kept.length < variants.length
  return isNullable && kept.length === 1 ? { inner: only, isNullable } : { inner: schema, isNullable }
}

function typeOf(schema: JsonSchema): string {
  if ('const' in schema) return `always ${JSON.stringify(schema['const'])}`
  if (Array.isArray(schema['enum'])) return 'one of'
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(variants)) {
    const types = variants.map(asObject).filter((variant) => variant['type'] !== 'null')
    return [...new Set(types.map(typeOf))].join(' or ')
  }
  return typeof schema['type'] === 'string' ? schema['type'] : 'any value'
}

function meaningOf(schema: JsonSchema): string {
  return typeof schema['description'] === 'string' ? schema['description'] : ''
}

/** The largest safe integer in JavaScript. zod gives it as the bound of every integer. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER

function boundsOf(schema: JsonSchema): string[] {
  const bounds: string[] = []
  if (Array.isArray(schema['enum'])) bounds.push(schema['enum'].map((value) => JSON.stringify(value)).join(' '))
  bounds.push(...range(schema['minLength'], schema['maxLength'], 'characters'))
  bounds.push(...range(schema['minItems'], schema['maxItems'], 'items'))
  bounds.push(...range(schema['exclusiveMinimum'] === 0 ? 1 : schema['minimum'], schema['maximum'], ''))
  if (typeof schema['format'] === 'string') bounds.push(FORMATS[schema['format']] ?? schema['format'])
  // A format is easier to read than its pattern.
  else if (typeof schema['pattern'] === 'string') bounds.push(schema['pattern'])
  if ('default' in schema) bounds.push(`default ${JSON.stringify(schema['default'])}`)
  return bounds
}

const FORMATS: Readonly<Record<string, string>> = {
  uri: 'URL',
  date: 'YYYY-MM-DD',
  'date-time': 'ISO 8601, UTC',
  uuid: 'UUID',
}

function range(min: unknown, max: unknown, unit: string): string[] {
  const low = typeof min === 'number' && min > -UNBOUNDED ? min : null
  const high = typeof max === 'number' && max < UNBOUNDED ? max : null
  if (low === null && high === null) return []
  const words = low === null ? `at most ${high}` : high === null ? `at least ${low}` : `${low}–${high}`
  return [unit ? `${words} ${unit}` : words]
}
