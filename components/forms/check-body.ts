import type { z } from 'zod'
import type { Endpoint } from '@/lib/contract/endpoint'

/** Error messages by the field's path as the API names it. */
export type FieldErrors = Readonly<Record<string, string>>

/** Checks a body against its contract before it is sent, so that all errors appear at once, in the service's words. */
export function checkBody(endpoint: Endpoint, input: object): FieldErrors {
  const schema = endpoint.steps?.prepare ?? endpoint.body
  if (!schema) return {}
  const body: unknown = 'body' in input ? input.body : {}
  const checked = schema.safeParse(body)
  if (checked.success) return {}
  const errors: Record<string, string> = {}
  for (const issue of checked.error.issues) {
    errors[issue.path.map(String).join('.')] ??= isMissing(body, issue) ? 'This field is required.' : issue.message
  }
  return errors
}

/**
 * Whether the value is absent or blank; then its format needs no further message. Of a field that was left out, a rule about
 * several fields (`custom`) says itself what is needed.
 */
function isMissing(body: unknown, { code, path }: z.core.$ZodIssue): boolean {
  let at = body
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at === undefined ? code !== 'custom' : typeof at === 'string' && at.trim() === ''
}
