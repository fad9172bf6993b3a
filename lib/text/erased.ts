// The placeholders for erased content. Browsers and the offline checker import this file too.

const BEGINNING = '[erased: '
const NOWHERE_HOST = 'erased.invalid'
const NOWHERE = `https://${NOWHERE_HOST}/`
const ERASED_URL = /^https:\/\/erased\.invalid\/[0-9a-f]{64}$/

export const erasedText = (reason: string) => `${BEGINNING}${reason}]`

/** The placeholder for an erased URL. It does not resolve (RFC 2606 §2) and contains the SHA-256 of the original. */
export const erasedUrl = (hash: string) => `${NOWHERE}${hash}`

/** Whether a text is the placeholder of an erased URL, as it is written here. */
export const isErasedUrl = (text: string) => ERASED_URL.test(text)

/** What readers do not see, or see as space. */
const UNSEEN = '[\\s\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800]*'
/** The bracket and the letters of the placeholder, each with the best-known ones that look the same: of other scripts, widths and sizes. */
const BRACKET = '[\\[［]'
/** Mathematical Alphanumeric Symbols, of which each stands for a letter. */
const MATHEMATICAL = '\\u{1D400}-\\u{1D7FF}'
const LETTERS = ['eеｅεᴇ', 'rｒʀ', 'aаａαᴀ', 'sѕｓꜱ', 'eеｅεᴇ', 'dԁｄᴅ'].map((like) => `[${like}${MATHEMATICAL}]`)
const LIKE_BEGINNING = [BRACKET, ...LETTERS, '[:：∶꞉﹕ː։]']
const FIRST_BRACKET = new RegExp(BRACKET, 'u')
const POSING = new RegExp(`^${UNSEEN}${LIKE_BEGINNING.join(UNSEEN)}`, 'iu')

/** Whether a text that somebody sends would read as if it had been erased. Nobody may write one. */
export const posesAsErased = (text: string) => POSING.test(text)

/** A text of another service, which cannot be refused, so that it does not read as if it had been erased. */
export const withoutPosing = (text: string) => (posesAsErased(text) ? text.replace(FIRST_BRACKET, '(') : text)
/** @param hostname as the WHATWG parser writes it. */
export const posesAsErasedHost = (hostname: string) => hostname.replace(/\.$/, '').endsWith(NOWHERE_HOST)

/** Whether a text of a record is shown as erased. */
export const isErasedText = (text: string) => text.startsWith(BEGINNING) || text.startsWith(NOWHERE)

export function holdsErased(value: unknown): boolean {
  if (typeof value === 'string') return isErasedText(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsErased)
}
