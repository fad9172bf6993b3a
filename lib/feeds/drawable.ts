import { nfc } from '@/lib/text/nfc'

const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0e\ufe0f\u20e3]/u
const LETTER = /[\p{L}\p{N}]/u
const ELLIPSIS = '…'

/** The code points for which a TrueType font has a glyph, by its format 4 `cmap` (OpenType 1.9). */
export function coverageOf(font: Buffer): Set<number> {
  const covered = new Set<number>()
  const cmap = tableAt(font, 'cmap')
  const tables = font.readUInt16BE(cmap + 2)
  for (let at = 0; at < tables; at++) {
    const start = cmap + font.readUInt32BE(cmap + 4 + at * 8 + 4)
    if (font.readUInt16BE(start) === 4) addSegments(font, start, covered)
  }
  return covered
}

function tableAt(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4)
  for (let at = 12; at < 12 + tables * 16; at += 16) {
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8)
  }
  throw new Error(`The font has no table ${tag}.`)
}

function addSegments(font: Buffer, start: number, covered: Set<number>): void {
  const bytes = font.readUInt16BE(start + 6)
  for (let at = 0; at < bytes; at += 2) {
    const last = font.readUInt16BE(start + 14 + at)
    const first = font.readUInt16BE(start + 16 + bytes + at)
    if (first === 0xffff) continue
    for (let point = first; point <= last; point++) covered.add(point)
  }
}

/**
 * The characters of a text that the fonts of the pictures can draw. For others the renderer would fetch fonts from
 * external services, which this service never does. An ellipsis stands for letters that are left out, because a title without them may
 * say something else; pictographs and marks are left out without one.
 * @returns an empty text unless more than half of the letters are left.
 */
export function drawable(text: string, covered: ReadonlySet<number>): string {
  const characters = [...nfc(text).replace(/\s+/g, ' ')]
  const isDrawn = (character: string) => covered.has(character.codePointAt(0) ?? 0) && !PICTOGRAPH.test(character)
  const letters = characters.filter((character) => LETTER.test(character))
  if (letters.filter(isDrawn).length * 2 <= letters.length) return ''
  const gap = isDrawn(ELLIPSIS) ? ELLIPSIS : ''
  const drawn = characters.map((character) => (isDrawn(character) ? character : LETTER.test(character) ? gap : ''))
  return drawn.join('').replace(/…{2,}/g, ELLIPSIS).replace(/ {2,}/g, ' ').trim()
}
