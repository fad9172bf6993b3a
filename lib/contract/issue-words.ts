import type { z } from 'zod'

export const NOT_VALID = 'This field is not valid.'

/** Messages, as full sentences, for faults without a message of the field's own: the options of a parse, of the service's and of a page's. */
export const IN_OUR_WORDS = { error: wordsOf } as const

function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return `This field must be one of: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'invalid_type') return `This field must be of type ${issue.expected}.`
  return NOT_VALID
}
