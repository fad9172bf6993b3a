import { type ApiError, NOT_KNOWN } from '@/client/src/errors'
import { SAME_KEY } from '@/lib/contract/same-key'
import { plural } from '@/lib/text/plural'

/** After a write whose answer was lost, the same form is the same intent. */
const PRESS_AGAIN = 'It may or may not have been recorded. Press again without changing a word: it is recorded once.'

/**
 * The words of a failed write on a page: the service's own, except for a lost answer, because a page has buttons and no keys.
 * @param again what the reader does if it was lost.
 * @example
 * faultWords(unreachable()) // 'The service cannot be reached. It may or may not have been recorded. Press again …'
 */
export function faultWords(fault: ApiError, again = PRESS_AGAIN): string {
  const { status, message, retryAfterSeconds: wait } = fault
  if (status === 0) return `The service cannot be reached. ${again}`
  if (message.includes(SAME_KEY)) return message.replace(SAME_KEY, again)
  // Something between this page and the service has answered for it.
  if (message.includes(NOT_KNOWN)) return message.replace(NOT_KNOWN, again)
  return wait ? `${message} Try again in ${inWords(wait)}.` : message
}

function inWords(seconds: number): string {
  if (seconds < 90) return plural(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
