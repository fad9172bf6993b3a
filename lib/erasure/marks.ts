// The placeholders for erased content. Browsers and the offline checker import this file too.

const BEGINNING = '[erased: '
const NOWHERE = 'https://erased.invalid/'

export const erasedText = (reason: string) => `${BEGINNING}${reason}]`

/** The placeholder for an erased URL. It does not resolve (RFC 2606 §2) and contains the SHA-256 of the original. */
export const erasedUrl = (hash: string) => `${NOWHERE}${hash}`

/** Whether a text is a placeholder of an erasure. */
export const isErasedText = (text: string) => text.startsWith(BEGINNING) || text.startsWith(NOWHERE)

export function holdsErased(value: unknown): boolean {
  if (typeof value === 'string') return isErasedText(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsErased)
}
