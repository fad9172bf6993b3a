import { TITLE_CHARS_MAX } from '@/lib/contract/fields'
import { asOneLine } from '@/lib/text/deceiving'

/** The beginning of any text as a title, if it is long enough for one. */
export const asTitle = (text: string): string => [...asOneLine(text)].slice(0, TITLE_CHARS_MAX).join('').trimEnd()
