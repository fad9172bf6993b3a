// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 (§2.2) cannot hold.
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text as XML content or attribute value. Characters that XML does not allow become U+FFFD. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNFIT, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>'
