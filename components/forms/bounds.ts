import type { Endpoint } from '@/lib/contract/endpoint'
import { nfc } from '@/lib/text/nfc'

/** The length limits of a text, in characters (Unicode code points), and whether it is required. */
export interface Bounds {
  readonly min: number
  readonly max: number | null
  readonly required: boolean
}

interface Schema {
  readonly shape?: unknown
  readonly element?: unknown
  meta?(): Readonly<Record<string, unknown>> | undefined
  unwrap?(): unknown
  isOptional?(): boolean
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'meta' in value
}

/** Unwraps `optional` and the like, down to the schema with the bounds. A list also has `unwrap`, but it is not a wrapper. */
function innermost(schema: Schema): Schema {
  const isHere = schema.meta?.()?.['maxLength'] !== undefined || schema.element !== undefined
  const inner = isHere ? undefined : schema.unwrap?.()
  return isSchema(inner) ? innermost(inner) : schema
}

function child(schema: Schema, key: string): Schema | null {
  const { shape, element } = innermost(schema)
  const found =
    typeof shape === 'object' && shape !== null ? Reflect.get(shape, key) : /^\d+$/.test(key) ? element : null
  return isSchema(found) ? found : null
}

/**
 * The bounds of a field as its contract declares them, so that no form repeats a number.
 * @param path as the API names fields: `title`, `milestones.0.title`.
 */
export function boundsOf(endpoint: Endpoint, path: string): Bounds {
  let at: Schema | null = endpoint.steps?.prepare ?? endpoint.body ?? null
  for (const key of path.split('.')) at = at && child(at, key)
  if (!at) return { min: 0, max: null, required: false }
  const meta = innermost(at).meta?.()
  const numberOf = (name: string) => (typeof meta?.[name] === 'number' ? meta[name] : null)
  return { min: numberOf('minLength') ?? 0, max: numberOf('maxLength'), required: !(at.isOptional?.() ?? false) }
}

/** The length as the service counts it: trimmed, NFC, in code points. */
export const countCharacters = (text: string): number => [...nfc(text.trim())].length
