import type { Endpoint } from '@/lib/contract/endpoint'
import { IN_OUR_WORDS } from '@/lib/contract/issue-words'

/** Error messages by the field's path as the API names it. */
export type FieldErrors = Readonly<Record<string, string>>

/** The fields by which a reader chooses parameters of the path, by the parameters' names. */
export type ChosenParams = Readonly<Record<string, string>>

const REQUIRED = 'This field is required.'

/** Checks a request against its contract before it is sent, so that all errors appear at once, in the service's words. */
export function checkBody(endpoint: Endpoint, input: object, chosenParams: ChosenParams = {}): FieldErrors {
  const errors: Record<string, string> = {}
  for (const [name, field] of Object.entries(chosenParams)) {
    if (isMissing(valueAt(input, ['params', name]))) errors[field] = REQUIRED
  }
  const body: unknown = 'body' in input ? input.body : {}
  for (const { code, path, message } of issuesOf(endpoint, body)) {
    errors[path.map(String).join('.')] ??= isMissing(valueAt(body, path), code) ? REQUIRED : message
  }
  return errors
}

const issuesOf = (endpoint: Endpoint, body: unknown) =>
  (endpoint.steps?.prepare ?? endpoint.body)?.safeParse(body, IN_OUR_WORDS).error?.issues ?? []

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let at = input
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
  return at
}

/**
 * Whether a value is absent or blank; then its format needs no further message. Of a field that was left out, a rule about
 * several fields (`custom`) says itself what is needed.
 */
const isMissing = (value: unknown, code = ''): boolean =>
  value === undefined ? code !== 'custom' : typeof value === 'string' && value.trim() === ''
