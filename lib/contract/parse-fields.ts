import type { z } from 'zod'
import { IN_OUR_WORDS, NOT_VALID } from '@/lib/contract/issue-words'
import { invalid } from '@/lib/errors'

/** Parses the fields of a body or query. @throws Refusal `invalid_request`; `field` names the first invalid one. */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, IN_OUR_WORDS)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path ?? []
  if (path.length === 0) throw invalid(null, issue?.message ?? 'The body is not valid.')
  throw invalid(
    path.map(String).join('.'),
    isMissing(issue, value) ? 'This field is required.' : (issue?.message ?? NOT_VALID),
  )
}

/** Whether a required field is absent. A rule about several fields (`custom`) says itself what is needed. */
function isMissing(issue: z.core.$ZodIssue | undefined, value: unknown): boolean {
  if (!issue || issue.code === 'custom') return false
  return issue.path.reduce<unknown>((at, key) => (isIndexable(at) ? at[key] : undefined), value) === undefined
}

function isIndexable(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
