import { asOneLine } from '@/lib/text/deceiving'

/** Maximum length of a milestone's title. A deliverable used as a title is cut to it. */
const MILESTONE_TITLE_CHARS_MAX = 140

/** The title of the milestone that a mission has by default. */
export const titleOfDeliverable = (deliverable: string): string =>
  [...asOneLine(deliverable)].slice(0, MILESTONE_TITLE_CHARS_MAX).join('').trimEnd()
