import { z } from 'zod'

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
