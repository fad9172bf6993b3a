import { contentHashIn, lineOf, signedWordsIn } from '@/lib/verify/line-of'

// What a service hands over to be signed is compared with what was asked for. For a program whose key has no wallet of its own,
// nothing else does: another service could pass on a text of this one, and hold a session or a verdict in its signer's name.

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** The authority (RFC 3986) of a URL; the names of the own machine are one. Null for what is no URL. */
function authorityOf(url: string): string | null {
  const parsed = urlOf(url)
  return parsed && `${LOOPBACK.includes(parsed.hostname) ? 'localhost' : parsed.hostname}:${parsed.port}`
}

/** Whether two authorities, as `trellis.example` or `localhost:3000`, are the same. */
function isSame(one: string, other: string): boolean {
  const authority = authorityOf(`http://${one}`)
  return authority !== null && authority === authorityOf(`http://${other}`)
}

function refuse(what: string): never {
  throw new Error(
    `The service asks for a signature under another ${what} than the one of this request. Nothing was signed.`,
  )
}

/** What a text to be signed must be about. */
export interface AskedText {
  /** The authority that the text must name. */
  readonly domain: string
  readonly address: string
  readonly nonce: string
}

const isAddress = (text: string | null | undefined, { address }: AskedText): boolean =>
  text?.toLowerCase() === address.toLowerCase()

/**
 * Checks a sign-in message (EIP-4361) before it is signed.
 * @throws Error when it is for another domain, address or nonce.
 */
export function requireSignInText(message: string, asked: AskedText): void {
  const [head = '', address] = message.split('\n')
  const domain = / wants you to sign in with your Ethereum account:$/.exec(head)
  const uri = urlOf(lineOf(message, 'URI') ?? '')
  if (!domain || !isSame(head.slice(0, domain.index), asked.domain)) refuse('domain')
  if (!uri || !isSame(uri.host, asked.domain)) refuse('URI')
  if (!isAddress(address, asked)) refuse('address')
  if (lineOf(message, 'Nonce') !== asked.nonce) refuse('nonce')
}

/** A verdict as it was asked for: the id in the path, and the fields of the body. */
export interface AskedVerdict extends AskedText {
  readonly id: string
  readonly verdict: unknown
  /** The reason or explanation. */
  readonly words: unknown
  /** The SHA-256 (hex) of the content that was judged, null for a text that is about none; undefined for any. */
  readonly contentHash: string | null | undefined
}

/**
 * Checks a verifier's text (docs/decisions.md#signed-messages) before it is signed.
 * @throws Error when it is for another domain, wallet, nonce, record, content, verdict or reason.
 */
export function requireVerdictText(message: string, asked: AskedVerdict): void {
  if (!isSame(lineOf(message, 'Domain') ?? '', asked.domain)) refuse('domain')
  if (!isAddress(lineOf(message, 'Verifier'), asked)) refuse('address')
  if (lineOf(message, 'Nonce') !== asked.nonce) refuse('nonce')
  if (lineOf(message, 'Verdict') !== asked.verdict) refuse('verdict')
  const values = message.split('\n').map((line) => line.slice(line.indexOf(': ') + 2))
  if (!values.includes(asked.id.toLowerCase())) refuse('record')
  if (asked.contentHash !== undefined && contentHashIn(message) !== asked.contentHash) refuse('content')
  if (signedWordsIn(message) !== String(asked.words).trim().normalize('NFC')) refuse('reason')
}
