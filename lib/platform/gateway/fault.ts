import { conflict, Refusal } from '@/lib/errors'
import type { CallOutcome } from '@/lib/platform/schemas'

type FaultOutcome = Exclude<CallOutcome, 'ok'>

const WORDS: Record<FaultOutcome, string> = {
  refused: 'The community platform cannot answer this at the moment.',
  'not-found': 'The community platform has no such post, channel or Muse. Check its address or its id.',
  unreachable: 'The community platform cannot be reached at the moment.',
  timeout: 'The community platform did not answer in time.',
  'too-large': 'The answer of the community platform is too large to be read.',
  redirected: 'The community platform led somewhere else, and was not followed.',
  unreadable: 'The answer of the community platform cannot be read.',
  busy: 'The community platform is being asked too much at the moment.',
}

/** Statuses by which a server says that it may answer later (RFC 6585 §4, RFC 9110 §15.6.3 to §15.6.5). */
const PASSING = [429, 502, 503, 504]

/** For a few posts the platform answers every read with an error. "At the moment" would have people try for ever. */
const UNREADABLE = 'The community platform answers this with an error: it cannot be read.'

const RETRY_SECONDS = 30
const RETRY_SECONDS_MAX = 3600

/**
 * When to ask again: as the platform says, if it does in seconds (RFC 9110 §10.2.3), within bounds.
 * @example
 * retrySeconds('120') // 120
 * retrySeconds('Wed, 21 Oct 2026 07:28:00 GMT') // 30
 */
const retrySeconds = (written = ''): number =>
  /^\d{1,9}$/.test(written) ? Math.min(Math.max(Number(written), RETRY_SECONDS), RETRY_SECONDS_MAX) : RETRY_SECONDS

/**
 * A failed call to the platform. Clients get 503, or 409 when the platform has no such thing. Nothing was changed in
 * either case.
 */
export class PlatformFault extends Refusal {
  private readonly words: string

  /**
   * @param isUndone whether the platform certainly did not execute the request.
   * @param status the HTTP status, if there was a response. @param detail the platform's error text, for moderators
   * only. @param retryAfter its `Retry-After`. @param isRead whether something was to be read, not posted.
   */
  constructor(
    readonly outcome: FaultOutcome,
    readonly isUndone: boolean,
    readonly status: number | null = null,
    readonly detail: string | null = null,
    retryAfter?: string,
    isRead = true,
  ) {
    const isMissing = outcome === 'not-found'
    const isError = outcome === 'refused' && status !== null && !PASSING.includes(status)
    const words = isError && isRead ? UNREADABLE : WORDS[outcome]
    super(
      isMissing ? 'conflict' : 'unavailable',
      `${words} Nothing was changed.`,
      null,
      isMissing ? {} : { 'retry-after': String(retrySeconds(retryAfter)) },
    )
    this.name = 'PlatformFault'
    this.words = words
  }

  /** A description for moderators. */
  get sentence(): string {
    const status = this.status === null ? '' : ` It answered with status ${this.status}.`
    return `${this.words}${status}${this.detail === null ? '' : ` It said: ${this.detail}`}`
  }
}

/** Whether the platform said that it has no such thing. */
export const isMissing = (fault: unknown): boolean => fault instanceof PlatformFault && fault.outcome === 'not-found'

/**
 * For `catch`: says in better words that the platform has no such thing, and throws any other fault as it is.
 * @example
 * await readIdentity(museId).catch(sayMissing('There is no such Muse.'))
 */
export const sayMissing =
  (words: string) =>
  (fault: unknown): never => {
    throw isMissing(fault) ? conflict(words) : fault
  }
