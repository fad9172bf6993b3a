// What stands where something was erased. Browsers and the offline checker import this file too.

const BEGINNING = '[erased: '
const NOWHERE = 'https://erased.invalid/'

export const erasedText = (reason: string) => `${BEGINNING}${reason}]`

/** The address in the place of an erased one: it leads nowhere (RFC 2606 §2) and names the SHA-256 of what stood there. */
export const erasedUrl = (hash: string) => `${NOWHERE}${hash}`

/** Whether a text is what an erasure left. */
export const isErasedText = (text: string) => text.startsWith(BEGINNING) || text.startsWith(NOWHERE)

export function holdsErased(value: unknown): boolean {
  if (typeof value === 'string') return isErasedText(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsErased)
}
