import { z } from 'zod'
import { ADDRESS } from '@/lib/address'
import type { Endpoint } from '@/lib/contract/endpoint'
import { isJsonObject } from '@/lib/json'

/** A JSON Schema 2020-12 object, as OpenAPI 3.1 embeds it. */
export type JsonSchema = { [key: string]: unknown }

const IN_COMPONENTS = '#/components/schemas/'

type Direction = 'input' | 'output'

/** Collects the named schemas that others refer to, and what else an OpenAPI document names. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}
  /** Of refusals, which many endpoints name. */
  readonly responses: Record<string, JsonSchema> = {}

  /**
   * Converts a zod schema to JSON Schema. A schema with an id moves to the components, and a `$ref` takes its place.
   * @param io `input` for requests, `output` for responses.
   */
  schemaOf(schema: z.ZodType, io: Direction): JsonSchema {
    const made: JsonSchema = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
    const { $schema: _dialect, $defs, id, ...own } = made
    for (const [name, definition] of Object.entries(asObject($defs))) this.add(name, asObject(definition))
    if (typeof id !== 'string') return relink(own)
    this.add(id, own)
    return { $ref: `${IN_COMPONENTS}${id}` }
  }

  /** The schema that a `$ref` names; one without is returned as it is. */
  resolve(schema: JsonSchema): JsonSchema {
    const name = nameOf(schema)
    return name === null ? schema : this.resolve(this.schemas[name] ?? {})
  }

  private add(name: string, definition: JsonSchema): void {
    const { id: _id, ...own } = definition
    this.schemas[name] = relink(own)
  }
}

/** The name of the schema that a `$ref` points at; null for a schema without one. */
export function nameOf({ $ref }: JsonSchema): string | null {
  return typeof $ref === 'string' ? $ref.replace(IN_COMPONENTS, '') : null
}

/** The schema of a parameter in the path of an endpoint. */
export function pathParameter(name: string, { ids }: Pick<Endpoint, 'ids'>): JsonSchema {
  if (name === 'address') return { type: 'string', pattern: ADDRESS.source }
  return ids === 'integer' ? { type: 'integer', minimum: 1 } : { type: 'string', format: 'uuid' }
}

/** An empty object for a value that is not an object. */
export function asObject(value: unknown): JsonSchema {
  return isJsonObject(value) ? { ...value } : {}
}

/**
 * Points zod's `#/$defs/Name` at the components, and drops `additionalProperties: false`: the service ignores unknown
 * fields.
 */
function relink(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  )
  return JSON.parse(text.replaceAll('"#/$defs/', `"${IN_COMPONENTS}`))
}

/**
 * A self-contained schema: the schemas it refers to are included in `$defs`.
 * @param components the components that the schema was made with.
 */
export function standalone(schema: JsonSchema, components: Components): JsonSchema {
  const text = JSON.stringify(schema)
  if (!text.includes(IN_COMPONENTS)) return schema
  return JSON.parse(JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(IN_COMPONENTS, '#/$defs/'))
}

/**
 * An example made from the examples, constants and types in a schema: a record at its beginning. What may be absent is left out,
 * what may be null is null and a boolean is false; with everything filled in, a `DRAFT` had a verified decision and was cancelled.
 * The record that an answer consists of is there, although it may be null.
 */
export function exampleOf(schema: JsonSchema, components: Components): unknown {
  return exampleAt(schema, components, 0)
}

/** @param depth how many objects and lists are around it. */
function exampleAt(schema: JsonSchema, components: Components, depth: number): unknown {
  if ('example' in schema) return schema['example']
  if (nameOf(schema) !== null) return exampleAt(components.resolve(schema), components, depth)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const variants = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(variants)) return exampleOfVariants(variants.map(asObject), components, depth)
  if (schema['type'] === 'object') return exampleObject(schema, components, depth)
  if (schema['type'] === 'array') return [exampleAt(asObject(schema['items']), components, depth + 1)]
  return exampleScalar(schema)
}

function exampleOfVariants(variants: readonly JsonSchema[], components: Components, depth: number): unknown {
  const [first = {}] = variants
  const isNullable = variants.some(({ type }) => type === 'null')
  const isOwnRecord = depth === 1 && '$ref' in first
  return isNullable && !isOwnRecord ? null : exampleAt(first, components, depth)
}

function exampleObject(schema: JsonSchema, components: Components, depth: number): unknown {
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const properties = Object.entries(asObject(schema['properties'])).filter(([name]) => required.includes(name))
  return Object.fromEntries(
    properties.map(([name, property]) => [name, exampleAt(asObject(property), components, depth + 1)]),
  )
}

function exampleScalar(schema: JsonSchema): unknown {
  if (schema['type'] === 'boolean') return false
  if (schema['type'] === 'integer' || schema['type'] === 'number') return 1
  if (schema['format'] === 'date') return '2099-12-31'
  if (schema['pattern'] === '^[0-9a-f]{64}$') return 'ab'.repeat(32)
  return schema['type'] === 'string' ? 'A text.' : null
}
