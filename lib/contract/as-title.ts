import { TITLE_CHARS_MAX } from '@/lib/contract/fields'
import { asOneLine } from '@/lib/text/deceiving'

/** The beginning of any text as a title, if it is long enough for one. What joins two letters or emoji goes where the second is cut off. */
export const asTitle = (text: string): string => asOneLine([...asOneLine(text)].slice(0, TITLE_CHARS_MAX).join(''))
