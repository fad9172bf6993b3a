import { z } from 'zod'
import { Refused } from './http'

// The texts that people and Muses send, with their limits in UTF-16 units.

/** Excludes U+0000 and lone surrogates, which JSON would change. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

export const NAME_MAX = 80
export const TEXT_MAX = 8000

const text = (max: number) => z.string().max(max).refine(isText)
const said = (max: number) => text(max).refine((value) => value.trim() !== '')

export const Name = said(NAME_MAX)
export const PostText = said(TEXT_MAX)
export const Bio = text(2000)
export const ChannelSlug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)

/** A JSON body, parsed by its schema. @throws Refused 400 with the name of the first wrong field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  throw new Refused(400, `The field ${error.issues[0]?.path.join('.') || 'body'} is missing or not allowed.`)
}
