import { TITLE_CHARS_MAX } from '@/lib/contract/fields'
import { asOneLine } from '@/lib/text/deceiving'

/** The title of the milestone that a mission has by default: the deliverable, cut to the length of a title. */
export const titleOfDeliverable = (deliverable: string): string =>
  [...asOneLine(deliverable)].slice(0, TITLE_CHARS_MAX).join('').trimEnd()
