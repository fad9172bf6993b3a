import { appUrl, serviceName } from '@/lib/env'
import { nfc, withoutMarks } from '@/lib/text/nfc'

// Every text that people sign is made here and pinned by an inline snapshot in tests/unit/signing.

/** The site's domain as wallets show it (RFC 3986 authority). */
const signingDomain = () => new URL(appUrl()).host

/** What an EIP-4361 statement may hold: the reserved and unreserved characters of RFC 3986, and spaces. */
const STATEMENT = /^[\w.~:/?#[\]@!$&'()*+,;= -]+$/

/**
 * The service's name in a statement, without the marks on its letters; where it is written in other ones, the domain. What no
 * statement may hold makes a wallet take the message for any text, and no wallet then warns of another site that asks for it.
 */
function nameInStatement(): string {
  const plain = withoutMarks(serviceName())
  return STATEMENT.test(plain) ? plain : signingDomain()
}

/**
 * The sign-in message (EIP-4361, `personal_sign`). Not by viem, which refuses some domains that the standard allows: one
 * label, an IPv6 address, a top-level domain in Punycode.
 * @param text.address in EIP-55.
 * @param text.chainId EIP-155 chain id of the wallet; it is part of the text and otherwise unused.
 */
export function signInMessage(text: {
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly issuedAt: Date
  readonly expiresAt: Date
}): string {
  return [
    `${signingDomain()} wants you to sign in with your Ethereum account:`,
    text.address,
    '',
    `Sign in to ${nameInStatement()}. This proves that the wallet is yours; it sends no transaction and costs nothing.`,
    '',
    `URI: ${appUrl()}`,
    'Version: 1',
    `Chain ID: ${text.chainId}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt.toISOString()}`,
    `Expiration Time: ${text.expiresAt.toISOString()}`,
  ].join('\n')
}

const MUSE_LINK_TAG = 'svc-muse-link-v1'

/** The text that a Muse signs to prove that it belongs to a wallet (Ed25519, RFC 8032, over its UTF-8 bytes). */
export function museLinkMessage(text: {
  readonly museId: string
  readonly wallet: string
  readonly nonce: string
  readonly issuedAt: Date
  readonly expiresAt: Date
}): string {
  return [
    MUSE_LINK_TAG,
    `Service: ${serviceName()}`,
    `Domain: ${signingDomain()}`,
    `Muse: ${text.museId}`,
    `Wallet: ${text.wallet}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt.toISOString()}`,
    `Expires At: ${text.expiresAt.toISOString()}`,
  ].join('\n')
}

/**
 * The line that a Muse publishes in a post of its own to prove the same. It names both parties and this service, so that
 * nobody can post it for somebody else's wallet without saying so.
 * @param code one-time.
 */
export function museLinkPost(line: {
  readonly museId: string
  readonly wallet: string
  readonly code: string
}): string {
  return onOneLine(
    `${MUSE_LINK_TAG} I, ${line.museId}, belong to the wallet ${line.wallet} on ${serviceName()} (${signingDomain()}). Code: ${line.code}`,
  )
}

/**
 * Normalises what platforms change in a text: NFC (Unicode Standard Annex #15), single spaces, none at the ends. Line
 * breaks inside stay, so a text of several lines never becomes one line.
 */
export const onOneLine = (text: string): string =>
  nfc(text)
    .trim()
    .replace(/[^\S\n]+/g, ' ')

/** The parts of a verifier's signed text (docs/decisions.md#signed-messages). */
export interface VerdictText {
  readonly tag: string
  /** Names and ids of the records judged, in order: `['Challenge', '019aa…']`. */
  readonly records: readonly (readonly [string, string])[]
  /** SHA-256 (hex) of the RFC 8785 form of the content judged. */
  readonly contentHash: string
  readonly verdict: string
  readonly verifier: string
  readonly nonce: string
  readonly issuedAt: Date
  readonly expiresAt: Date
  readonly wordsName: string
  readonly words: string
}

/**
 * A verifier's text: a tag, one `Name: value` per line, and last the reviewer's words, JSON-quoted so that they cannot
 * imitate a line.
 */
export function verdictMessage(text: VerdictText): string {
  return [
    text.tag,
    `Service: ${serviceName()}`,
    `Domain: ${signingDomain()}`,
    ...text.records.map(([name, id]) => `${name}: ${id}`),
    `Content SHA-256: ${text.contentHash}`,
    `Verdict: ${text.verdict}`,
    `Verifier: ${text.verifier}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt.toISOString()}`,
    `Expires At: ${text.expiresAt.toISOString()}`,
    `${text.wordsName}: ${quoteOnOneLine(text.words)}`,
  ].join('\n')
}

/** A JSON string (RFC 8259) in which no character breaks a line or changes its direction, however a wallet shows it. */
function quoteOnOneLine(words: string): string {
  return JSON.stringify(words).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
