import { expect, test } from 'vitest'
import { asOneLine, deceivingCharacter, withDeceivingNamed, withOverridesNamed } from '@/lib/text/deceiving'

const oneLine = (text: string) => deceivingCharacter(text, true)

test('every character that turns the direction or is not seen is found on one line, by its name', () => {
  const DIRECTION = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  const UNSEEN = [
    0x00ad, 0x034f, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0x206a, 0x2800, 0x3164, 0xfe0f, 0xfeff,
  ]
  const FORMAT = [0x2028, 0x2029, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe0100]
  for (const code of [...DIRECTION, ...UNSEEN, ...FORMAT]) {
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    expect(oneLine(`pay${String.fromCodePoint(code)}load`), name).toBe(name)
  }
})

test.each([
  ['emoji that are joined, coloured, waved', '👩‍👩‍👧 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥 🏴‍☠️ 👁️‍🗨️ 1️⃣ ☺︎ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪'],
  ['Persian, with a non-joiner', 'می‌خواهم'],
  ['Hindi and Sinhala, with joiners', 'क्‍ष ශ්‍රී'],
  ['an ideograph’s variant', '葛\u{e0100}城'],
  ['Hebrew, Arabic, Thai, Korean', 'שלום العربية ไทย 한국어'],
  ['Braille with its blank', '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙'],
  ['dashes, quotes and wide spaces', '“a” — b\u00a0c\u3000d ﷽'],
])('%s pass on one line', (_what, text) => {
  expect(oneLine(text)).toBeNull()
  expect(withDeceivingNamed(text)).toBe(text)
})

test.each([
  '1\ufe0f',
  'a\u200db',
  '\u200dक',
  'a\u200cb',
  '👩\u200d',
  '👩\u200dx',
  '\u{e0067}',
  '⠀⠀',
  'می\u200c\u200cخ',
])('what does no work where it stands is found: %j', (text) => {
  expect(oneLine(text)).not.toBeNull()
})

test('a name of the platform is shown with what it hides, a longer text with its overrides', () => {
  expect(withDeceivingNamed('Ada\u202e evil\u200b')).toBe('Ada⟨U+202E⟩ evil⟨U+200B⟩')
  expect(withOverridesNamed('one\u202etwo\u200b\nthree')).toBe('one⟨U+202E⟩two\u200b\nthree')
  expect(deceivingCharacter('one\u200btwo\u2067', false)).toBeNull()
  expect(deceivingCharacter('one\u202dtwo', false)).toBe('U+202D')
})

test('many lines become a title that is one', () => {
  expect(asOneLine(' One\u2028two\u200b\r\n\u202ethree 👩‍🚀 ')).toBe('One two three 👩‍🚀')
})
