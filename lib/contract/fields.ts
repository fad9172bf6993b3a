import { z } from 'zod'
import { ADDRESS, normaliseAddress } from '@/lib/address'
import { isChainId } from '@/lib/id'
import { isPublicHost } from '@/lib/public-host'
import { deceivingCharacter } from '@/lib/text/deceiving'
import { posesAsErased, posesAsErasedHost } from '@/lib/text/erased'
import { hasLongRow, NON_STARTERS_FAULT, trimmedNfc } from '@/lib/text/nfc'
import { isLoopback, parseUrl } from '@/lib/url'

// The page policy forbids eval. Zod would try it to compile schemas, and the browser reports even the attempt.
if ('document' in globalThis) z.config({ jitless: true })

/**
 * The field types of the interface, each with its bounds in characters (Unicode code points). Text is trimmed and
 * NFC-normalised on input. U+0000, lone surrogates and, in one-line fields, control characters are refused, because Postgres
 * would refuse the first and change the second (docs/decisions.md#wire). Characters that let one text pose as another are
 * refused too.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is the character to refuse.
const NUL = /\u0000/
/** What is seen. A text without it would be recorded, and look as if nothing was. U+2800 is a blank pattern. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text looks as if nothing was there. */
export const isBlank = (value: string): boolean => !VISIBLE.test(value)
const CONTROL_FAULT = 'This text holds a control character.'

/** Why a text is refused where it holds a control character or begins a new line; null where it does neither. */
function controlFault(text: string): string | null {
  const found = CONTROL.exec(text)?.[0]
  if (found === '\u2028') return 'This text holds a line separator (U+2028). Write it on one line.'
  if (found === '\u2029') return 'This text holds a paragraph separator (U+2029). Write it on one line.'
  return found === undefined ? null : CONTROL_FAULT
}

function text(min: number, max: number, oneLine: boolean) {
  return z
    .string({ error: 'This field must be a text.' })
    .overwrite((value) => trimmedNfc(value, max))
    .check((context) => {
      const message = textFault(context.value, min, max, oneLine)
      if (message) context.issues.push({ code: 'custom', message, input: context.value })
    })
    .meta({ minLength: min, maxLength: max })
}

function textFault(value: string, min: number, max: number, oneLine: boolean): string | null {
  if (!value.isWellFormed()) return 'This text holds a lone surrogate, which is not a character.'
  const control = oneLine ? controlFault(value) : NUL.test(value) && CONTROL_FAULT
  if (control) return control
  const length = [...value].length
  if (length < min && min > 1) return `This text needs at least ${min} characters.`
  if (isBlank(value)) return 'This field must not be empty.'
  if (length > max) return `This text is longer than ${max} characters.`
  if (hasLongRow(value)) return NON_STARTERS_FAULT
  if (posesAsErased(value)) return 'This text begins like one that was erased by law. Begin it with other words.'
  const deceiving = deceivingCharacter(value, oneLine)
  return deceiving && `This text holds ${deceiving}, which is not seen or makes the text read as another. Remove it.`
}

export const line = (min: number, max: number) => text(min, max, true)
/** A text that may hold line breaks. */
export const prose = (max: number) => text(1, max, false)

/** The longest title of a challenge, mission or milestone, in code points. */
export const TITLE_CHARS_MAX = 140
export const Title = line(3, TITLE_CHARS_MAX)
export const Label = line(1, 80)
/** A long text: terms, a summary, a statement. */
export const LongText = prose(4000)
export const Reason = prose(2000)

const URL_CHARS_MAX = 2048

const URL_FAULT = `This field must be an https:// URL of at most ${URL_CHARS_MAX} characters, without credentials.`

const LONG_URL_FAULT = `This URL is longer than ${URL_CHARS_MAX} characters once it is percent-encoded, as it is kept.`

const ERASED_FAULT = 'This is an address of those that stand where one was erased by law. Give another one.'

const isHttps = (url: URL) => url.protocol === 'https:'
const isLocal = (url: URL) => url.protocol === 'http:' && isLoopback(url.hostname)

/** Why a URL is not public; null when it is. */
export function publicUrlFault(url: URL): string | null {
  if (!isHttps(url)) return URL_FAULT
  return isPublicHost(url) ? null : 'This field must be a URL that everybody can open: its host is not a public one.'
}

/** @param faultOf the reason to refuse a URL, as a full sentence; null for a valid one. */
function url(faultOf: (url: URL) => string | null, example: string) {
  return z
    .string({ error: 'This field must be a URL.' })
    .transform((value, context) => {
      const text = value.trim()
      const parsed = parsePlainUrl(text)
      const message = urlFault(text, parsed) ?? (parsed ? faultOf(parsed) : URL_FAULT)
      if (parsed && message === null) return parsed.href
      context.issues.push({ code: 'custom', message: message ?? URL_FAULT, input: value })
      return z.NEVER
    })
    .meta({ format: 'uri', maxLength: URL_CHARS_MAX, example })
}

// The WHATWG parser drops tabs and line breaks wherever they stand, and control characters at the end: the URL that is kept
// would be another than the one that was sent.
function urlFault(text: string, parsed: URL | null): string | null {
  const control = controlFault(text)
  if (control !== null || parsed === null) return control
  if (parsed.href.length > URL_CHARS_MAX) return LONG_URL_FAULT
  return posesAsErasedHost(parsed.hostname) ? ERASED_FAULT : null
}

function parsePlainUrl(text: string): URL | null {
  if (!text.isWellFormed() || text.length > URL_CHARS_MAX || !/^[a-z]+:\/\/[^/\\?#]/i.test(text)) return null
  const parsed = parseUrl(text)
  if (!parsed) return null
  return parsed.username === '' && parsed.password === '' && parsed.hostname !== '' ? parsed : null
}

/**
 * The type of every URL that people may open: an absolute `https:` URL as the WHATWG parser writes it, without credentials
 * (RFC 3986 userinfo), on a host of the public internet.
 * @example
 * PublicUrl.parse('https://Example.org') // 'https://example.org/'
 */
export const PublicUrl = url(publicUrlFault, 'https://example.org/proof')

// The community platform may be on a private host, and on loopback, such as the sandbox, it may use plain `http:`. Only the
// server knows the configured platform, so the command checks the host (`lib/platform`) and refuses any other host that is
// not public.
const platformUrlFault = (url: URL) => (isHttps(url) || isLocal(url) ? null : URL_FAULT)

/** What the field of a record's own post says about itself. */
export const POST_MEANING =
  'A public post on the community platform, whose `origin` is told by `GET /api/v1/platform-status`. `GET /api/import` tries a URL.'

export const PostUrl = url(platformUrlFault, 'https://community.example/board/lobby/42')

/** The URL of a response: any public one, or a post on the community platform. */
export const ResponseUrl = url(platformUrlFault, 'https://example.org/response')

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** An existing UTC date, `YYYY-MM-DD`. */
export const Day = z
  .string({ error: 'This field must be a date, YYYY-MM-DD.' })
  .refine((value) => isDay(value), 'This field must be a calendar date, YYYY-MM-DD.')
  .meta({ format: 'date', example: '2099-12-31' })

/** Whether a text is an existing date, from 1970 on. */
export function isDay(value: string): boolean {
  if (!DAY.test(value) || value < '1970-01-01') return false
  const time = Date.parse(`${value}T00:00:00.000Z`)
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === value
}

/** A wallet address in any case (a mixed case must carry its EIP-55 checksum); returned in EIP-55. */
export const Address = z
  .string({ error: 'This field must be a wallet address.' })
  .transform((value, context) => {
    const address = normaliseAddress(value.trim())
    if (address) return address
    context.issues.push({
      code: 'custom',
      message: 'This field must be a wallet address: 0x and 40 hex digits, with a valid checksum if mixed-case.',
      input: value,
    })
    return z.NEVER
  })
  .meta({ pattern: ADDRESS.source, example: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })

/** A decimal amount as text: at most 30 digits before and 18 after the point. */
export const Amount = z
  .string({ error: 'This field must be an amount as a text.' })
  .regex(/^\d{1,30}(\.\d{1,18})?$/, 'This field must be a decimal amount such as "12.5".')
  .meta({ example: '12.5' })

const CHAIN_ID_DIGITS = `digits without a leading zero, up to ${Number.MAX_SAFE_INTEGER}`

/** An EIP-155 chain id as a text of digits. */
export const ChainIdText = z
  .string({ error: 'This field must be a chain id as a text of digits.' })
  .refine(isChainId, `This field must be a chain id: ${CHAIN_ID_DIGITS}.`)
  .meta({ description: `A text of ${CHAIN_ID_DIGITS}.`, example: '8453' })

/** A chain id as a client may send it: digits as text, or a whole number. */
export const ChainId = z.union([ChainIdText, z.int().positive().transform(String)], {
  error: 'This field must be a chain id: a positive whole number.',
})

/** A transaction hash, `0x` and 64 hex digits; stored in lower case. */
export const TxHash = z
  .string({ error: 'This field must be a transaction hash.' })
  .regex(/^0x[0-9a-fA-F]{64}$/, 'This field must be a transaction hash: 0x and 64 hex digits.')
  .toLowerCase()
  .meta({ example: `0x${'ab'.repeat(32)}` })

/** A wallet's signature, `0x` and 130 hex digits (65 bytes: r, s, v). */
export const WalletSignature = z
  .string({ error: 'This field must be a signature.' })
  .regex(/^0x[0-9a-fA-F]{130}$/, 'This field must be a signature of 65 bytes: 0x and 130 hex digits.')

const NONCE_CHARS_MAX = 200

/** A one-time nonce, as the service made it or not: whether it did is looked up. */
export const NonceText = z
  .string({ error: 'This field must be a nonce.' })
  .refine(
    (value) => value !== '' && value.length <= NONCE_CHARS_MAX && value.isWellFormed() && !CONTROL.test(value),
    `This field must be a nonce: 1 to ${NONCE_CHARS_MAX} printable characters.`,
  )

// Types of views, which the service itself writes.

/** ISO 8601 in UTC with milliseconds and `Z`. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' })
/** A UUIDv7 (RFC 9562). */
export const Id = z
  .uuid('This field must be the id of a record: a UUID.')
  .meta({ example: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e' })
/** A wallet address in EIP-55. */
export const Wallet = z.string().regex(ADDRESS).meta({ example: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
/** SHA-256 in lower-case hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'This field must be a SHA-256: 64 lower-case hex digits.')
export const Side = z.enum(['A', 'B'])

/** Of a list that is empty when its record begins, as examples show it. */
export const NONE_YET = { example: [] }

/** The number of verifiers who may judge the pending item. */
export const EligibleVerifiers = z.int().nonnegative().meta({
  description: 'How many wallets of the allowlist may judge it; 0 means that nothing moves before another is listed.',
})

export const NextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Opaque; pass it as `?cursor=` for the next page. Null at the end.' })
