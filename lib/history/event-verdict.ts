// Parsed without zod: a saved receipt includes this code, which has a hundredth of zod's size.

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

interface SignedText {
  readonly verdict: string
  readonly verifier: string
  readonly message: string
  readonly signature: string
}

/** The verdicts on a decision or a project. */
export const DECISION_VERDICTS = ['approve', 'reject'] as const

/** Findings name a verdict in the words of the checker, so nothing else may stand there. */
const isVerdict = (value: unknown) => DECISION_VERDICTS.some((verdict) => verdict === value)

const isSignedText = (value: Fields): value is Fields & SignedText =>
  isVerdict(value['verdict']) && ['verifier', 'message', 'signature'].every((name) => typeof value[name] === 'string')

/** A verdict in a history event, with the whole content that was judged, as it goes into the hash. */
export interface EventVerdict {
  readonly signed: SignedText
  /** The reviewer's words. */
  readonly words: string
  readonly content: Fields
}

function verdictIn(signed: unknown, words: string, content: unknown, id: string): EventVerdict | null {
  if (!isFields(signed) || !isFields(content) || !isSignedText(signed)) return null
  const text = signed[words]
  if (typeof text !== 'string' || typeof content[id] !== 'string') return null
  const { verdict, verifier, message, signature } = signed
  return { signed: { verdict, verifier, message, signature }, words: text, content }
}

/**
 * The signed verdict of an event and the content judged, for the events that are the only place to show both; otherwise
 * null.
 */
export const eventVerdict = (data: Fields): EventVerdict | null =>
  verdictIn(data['verification'], 'explanation', data['decision'], 'challengeId') ??
  verdictIn(data['review'], 'reason', data['project'], 'projectId')
