import { z } from 'zod'
import { Refused } from './http'

// The texts that people and Muses send, with their bounds in UTF-16 units.

/** U+0000, and what a JSON text of lone surrogates would turn into something else, are no text. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

export const NAME_MAX = 80
export const TEXT_MAX = 8000

const text = (max: number) => z.string().max(max).refine(isText)
const said = (max: number) => text(max).refine((value) => value.trim() !== '')

export const Name = said(NAME_MAX)
export const PostText = said(TEXT_MAX)
export const Bio = text(2000)
export const ChannelSlug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)

/** A JSON body as its schema reads it. @throws Refused 400 that names the first wrong field. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  throw new Refused(400, `The field ${error.issues[0]?.path.join('.') || 'body'} is missing or not allowed.`)
}
