import { z } from 'zod'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, SEARCH_WALK_MAX } from '@/lib/contract/limits'
import { hasLongRow, NON_STARTERS_FAULT, trimmedNfc } from '@/lib/text/nfc'

const LIMIT_FAULT = `This parameter must be a whole number from 1 to ${LIST_LIMIT_MAX}.`

/** `?limit=` and `?cursor=` of every list (docs/decisions.md#wire). */
export const PageQuery = z.object({
  limit: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= LIST_LIMIT_MAX, LIMIT_FAULT)
    .transform(Number)
    .default(LIST_LIMIT_DEFAULT)
    // A query is text on the wire; what is described is the value that the text spells.
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: LIST_LIMIT_MAX,
      description: `Records a page; ${LIST_LIMIT_DEFAULT} where it is absent.`,
    }),
  cursor: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'This parameter must be a cursor that a page gave.')
    .optional()
    .meta({ description: 'The `nextCursor` of the page before.' }),
})

/** The order of a list of records. */
export const Sort = z
  .enum(['newest', 'deadline'], { error: 'This parameter must be newest or deadline.' })
  .optional()
  .meta({
    description:
      'Newest first, or by the deadline that comes next: then only what is under way and whose day has not ended.',
  })

export const SEARCH_CHARS_MAX = 140

/** A search term. */
export const SearchTerm = z
  .string({ error: `This parameter must be a text of 1 to ${SEARCH_CHARS_MAX} characters.` })
  .overwrite((value) => trimmedNfc(value, SEARCH_CHARS_MAX))
  .refine(
    (value) =>
      value.isWellFormed() && !value.includes('\u0000') && value.length > 0 && [...value].length <= SEARCH_CHARS_MAX,
    { error: `This parameter must be a text of 1 to ${SEARCH_CHARS_MAX} characters.`, abort: true },
  )
  .refine((value) => !hasLongRow(value), NON_STARTERS_FAULT)

/** A case-insensitive literal part of a title. */
export const TitleSearch = SearchTerm.meta({
  description: `A literal, case-insensitive part of the title. If all its letters are common ones, each page looks through ${SEARCH_WALK_MAX} records: it may then have fewer than \`limit\`, or none, and \`nextCursor\` goes on.`,
})
