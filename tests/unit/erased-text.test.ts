import { expect, test } from 'vitest'
import { asTitle } from '@/lib/contract/as-title'
import { LongText, Title } from '@/lib/contract/fields'
import { erasedText, isErasedText, posesAsErased } from '@/lib/text/erased'

// The placeholder of an erasure says that the law removed what stood there. Nobody writes what reads the same.

test.each([
  ['as it is', '[erased: Court order 17]'],
  ['in capitals', '[ERASED: Court order 17]'],
  ['after a zero-width space', '\u200b[erased: Court order 17]'],
  ['after a word joiner and spaces', '\u2060 \u3164 \u2800[erased: Court order 17]'],
  ['after a mark of direction', '\u2066\u200f[erased: Court order 17]'],
  ['after a control character', '\u0001[erased: Court order 17]'],
  ['with soft hyphens in it', '[e\u00adra\u00adsed\u200c: Court order 17]'],
  ['with Cyrillic letters', '[\u0435r\u0430\u0455\u0435\u0501: Court order 17]'],
  ['with Greek capitals', '[\u0395R\u0391SED: Court order 17]'],
  ['with small capitals', '[\u1d07\u0280\u1d00s\u1d07\u1d05: Court order 17]'],
  ['in mathematical letters', '[\u{1d41e}\u{1d42b}\u{1d41a}\u{1d42c}\u{1d41e}\u{1d41d}: Court order 17]'],
  ['with another colon', '[erased\u0589 Court order 17]'],
  ['in full width', '\uff3berased\uff1a Court order 17]'],
])('what reads like the placeholder, %s, is refused in a text', (_how, text) => {
  expect(posesAsErased(text)).toBe(true)
  expect(LongText.safeParse(text).error?.issues[0]?.message).toContain('erased by law')
  expect(Title.safeParse(text).success).toBe(false)
})

test.each(['Nothing was [erased: we kept it]', 'erased: no', '[erase it]', '[erasure: a duty]', 'é[erased: x]'])(
  'what does not read like it may be written: %j',
  (text) => {
    expect(posesAsErased(text)).toBe(false)
    expect(LongText.safeParse(text).success).toBe(true)
  },
)

test('no deliverable makes a title that counts as erased', () => {
  const deliverable = `\u200b${erasedText('Court order 17')}`
  expect(isErasedText(asTitle(deliverable))).toBe(true)
  expect(LongText.safeParse(deliverable).success).toBe(false)
})
