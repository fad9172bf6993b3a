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
  for (const { path, message } of checked.error.issues) {
    errors[path.map(String).join('.')] ??= isMissing(body, path) ? 'This field is required.' : message
  }
  return errors
}

/** Whether the value is absent or blank; then its format needs no further message. */
function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let at = body
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at === undefined || (typeof at === 'string' && at.trim() === '')
}
