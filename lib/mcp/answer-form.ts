// A client of 2025 may take the answer of the SDK as an event stream or as one JSON text.

const JSON_ANSWER = 'application/json'
const EVENT_STREAM = 'text/event-stream'

/** What the SDK wants to read in every `Accept`, word by word. */
const BOTH = `${JSON_ANSWER}, ${EVENT_STREAM}`

/** The weight of a media range (RFC 9110 §12.4.2): 1 without one, 0 for one that is none. */
function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q=/i.test(parameter))
  return given === undefined ? 1 : Number(given.slice(2)) || 0
}

/** The media ranges of `Accept` with their weights, in lower case. */
function rangesOf(accept: string): ReadonlyMap<string, number> {
  const ranges = accept.split(',').map((range): [string, number] => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    return [type.toLowerCase(), weightOf(parameters)]
  })
  return new Map(ranges.filter(([type]) => type !== ''))
}

/**
 * Whether a client takes a media type (RFC 9110 §12.5.1): the narrowest range that fits decides, and without `Accept` every
 * type is taken.
 */
function takes(accept: string | null, type: string): boolean {
  const ranges = rangesOf(accept ?? '*/*')
  const narrowestFirst = [type, `${type.split('/')[0]}/*`, '*/*']
  const range = narrowestFirst.find((one) => ranges.has(one))
  return range !== undefined && (ranges.get(range) ?? 0) > 0
}

/**
 * The `Accept` to hand to the SDK. It compares texts, so it would refuse the wildcard that many programs send by themselves.
 * @returns the client's own where it takes none of the two forms.
 */
export const acceptForSdk = (accept: string | null): string =>
  takes(accept, JSON_ANSWER) || takes(accept, EVENT_STREAM) ? BOTH : (accept ?? BOTH)

/** An answer of the SDK. */
export interface AnswerForm {
  readonly type: string | null
  readonly text: string
}

/**
 * An answer as one JSON text where the client takes that. The SDK answers clients of 2025 in an event stream, also with a single
 * message, and lines of JSON hold no line break.
 */
export function answerFor(accept: string | null, { type, text }: AnswerForm): AnswerForm {
  if (type !== EVENT_STREAM || !takes(accept, JSON_ANSWER)) return { type, text }
  const [message, ...others] = text.split('\n').filter((line) => line.startsWith('data: '))
  return message === undefined || others.length > 0
    ? { type, text }
    : { type: JSON_ANSWER, text: message.slice('data: '.length) }
}
