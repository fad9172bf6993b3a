import type { Endpoint } from '@/lib/contract/endpoint'

/** What is wrong, by the path of the field as the API names it. */
export type FieldErrors = Readonly<Record<string, string>>

/** Checks a body by its contract before it is sent, so that every fault is told at once and in the service's words. */
export function checkBody(endpoint: Endpoint, input: object): FieldErrors {
  const schema = endpoint.steps?.prepare ?? endpoint.body
  if (!schema) return {}
  const body: unknown = 'body' in input ? input.body : {}
  const checked = schema.safeParse(body)
  if (checked.success) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) {
    errors[path.map(String).join('.')] ??= isMissing(body, path) ? 'This field is required.' : message
  }
  return errors
}

/** Nothing was given, or nothing but spaces: then no more needs to be said about its form. */
function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let at = body
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at === undefined || (typeof at === 'string' && at.trim() === '')
}
