import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  Address,
  Amount,
  ChainId,
  Day,
  line,
  NonceText,
  PostUrl,
  PublicUrl,
  prose,
  ResponseUrl,
  TxHash,
  WalletSignature,
} from '@/lib/contract/fields'

const accepts = (field: z.ZodType, value: unknown) => field.safeParse(value).success
const faultOf = (field: z.ZodType, value: unknown) => field.safeParse(value).error?.issues[0]?.message

describe('text', () => {
  test('has its bounds in code points, after trimming and NFC', () => {
    const title = line(3, 5)
    for (const good of ['abc', 'abcde', '🌱🌱🌱🌱🌱', '  abc  ', 'e\u0301'.repeat(5)])
      expect(accepts(title, good), good).toBe(true)
    for (const bad of ['ab', 'abcdef', '🌱🌱', '🌱🌱🌱🌱🌱🌱', 'ab ', '']) expect(accepts(title, bad), bad).toBe(false)
    expect(title.parse(' e\u0301e\u0301e\u0301 ')).toBe('ééé')
  })

  test('on one line refuses every control character and line separator; on many only U+0000', () => {
    for (let code = 0; code <= 0x9f; code++) {
      const isControl = code < 0x20 || code >= 0x7f
      const value = `ab${String.fromCharCode(code)}cd`
      expect(accepts(line(1, 80), value), code.toString(16)).toBe(!isControl)
      expect(accepts(prose(80), value), code.toString(16)).toBe(code !== 0)
    }
    for (const separator of ['\u2028', '\u2029']) expect(accepts(line(1, 80), `ab${separator}cd`)).toBe(false)
  })

  test('on one line is refused in the name of what it holds', () => {
    expect(faultOf(line(1, 80), 'ab\u0007cd')).toContain('a control character')
    for (const [separator, name] of [
      ['\u2028', 'a line separator (U+2028)'],
      ['\u2029', 'a paragraph separator (U+2029)'],
    ])
      for (const [field, text] of [
        [line(1, 80), `ab${separator}cd`],
        [PublicUrl, `https://example.org/${separator}b`],
      ] as const)
        expect(faultOf(field, text)).toContain(name)
  })

  test('refuses a lone surrogate wherever it stands', () => {
    for (const bad of ['\ud800abc', 'abc\udc00', 'a\udc00\ud800b', '\ud83c\ud83c\udf31']) {
      expect(accepts(line(1, 80), bad)).toBe(false)
      expect(accepts(prose(80), bad)).toBe(false)
    }
    expect(accepts(line(1, 80), '\ud83c\udf31')).toBe(true)
  })

  test('holds something that is seen', () => {
    for (const unseen of ['\u200b', '\u2060\n\u200d', '\u3164', '\u2800 \u2800', '\ufe0f', '\u{e0001}'])
      expect(accepts(prose(80), unseen), JSON.stringify(unseen)).toBe(false)
    for (const seen of ['.', '🌱', 'の', '\u200ba', '👩\u200d🌾']) expect(accepts(prose(80), seen), seen).toBe(true)
  })

  test('is nothing but text', () => {
    for (const bad of [5, null, undefined, true, [], {}, ['abc'], new String('abc')])
      expect(accepts(line(1, 80), bad)).toBe(false)
  })
})

describe('a URL', () => {
  test.each([
    ['https://example.org', 'https://example.org/'],
    ['HTTPS://EXAMPLE.ORG/Path', 'https://example.org/Path'],
    [' https://example.org/a ', 'https://example.org/a'],
    ['https://example.org:443/', 'https://example.org/'],
    ['https://example.org:8443/', 'https://example.org:8443/'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['https://example.org/a/../b?q=1#x', 'https://example.org/b?q=1#x'],
    ['https://[2A00:1450::1]/', 'https://[2a00:1450::1]/'],
  ])('%s is kept as %s', (given, kept) => {
    expect(PublicUrl.parse(given)).toBe(kept)
  })

  test.each([
    'http://example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'example.org',
    '/path',
    '//example.org',
    'https:example.org',
    'https:/example.org',
    'https:///example.org',
    'https:\\\\example.org',
    'https://',
    'https://?',
    'https://#',
    'https://user@example.org',
    'https://user:pw@example.org',
    'https://:pw@example.org',
    'https://example.org:70000',
    'https://exa mple.org',
    'https://[::1',
    'https://%00.example',
    `https://example.org/${'x'.repeat(2049)}`,
    'https://example.org/\ud800',
    'https://[2001:db8::1]/',
    'https://127.0.0.1:8443/admin',
    'https://intranet/',
    '',
    5,
    null,
    undefined,
    {},
  ])('%j is refused', (given) => {
    expect(accepts(PublicUrl, given)).toBe(false)
  })

  test('that is too long only once it is percent-encoded is told so', () => {
    const fits = `https://example.org/${'ü'.repeat(338)}`
    expect(PublicUrl.parse(fits)).toHaveLength(2048)
    const exceeds = `${fits}/`
    for (const field of [PublicUrl, PostUrl, ResponseUrl])
      expect(faultOf(field, exceeds)).toContain('longer than 2048 characters once it is percent-encoded')
    expect(faultOf(PublicUrl, `https://example.org/${'x'.repeat(2049)}`)).toContain('at most 2048 characters')
  })

  test('is one line: every control character and line separator in it is refused, also those that the parser drops', () => {
    const controls = [...Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)), '\u2028', '\u2029']
    for (const control of controls.filter((character) => line(1, 80).safeParse(`a${character}b`).error))
      for (const field of [PublicUrl, PostUrl, ResponseUrl])
        for (const bad of [
          `https://exam${control}ple.org/a`,
          `https://example.org/a${control}b`,
          `https://example.org/${control}#`,
        ])
          expect(accepts(field, bad), JSON.stringify(bad)).toBe(false)
    for (const end of ['\u0000', '\u001b']) expect(accepts(PublicUrl, `https://example.org/${end}`)).toBe(false)
    expect(PublicUrl.parse('\n https://example.org/a\r\n'), 'what stands around it is trimmed').toBe(
      'https://example.org/a',
    )
  })

  test.each([
    ['post', PostUrl],
    ['response', ResponseUrl],
  ])('of a %s may be plain http on loopback, for a platform there', (_, field) => {
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000', '127.1:4000'])
      expect(accepts(field, `http://${host}/p/1`), host).toBe(true)
    for (const host of [
      'example.org',
      '127.0.0.2',
      'localhost.example.org',
      '127.0.0.1.example.org',
      '10.0.0.1',
      'a@localhost',
    ])
      expect(accepts(field, `http://${host}/p/1`), host).toBe(false)
    expect(accepts(field, 'ftp://localhost/p/1')).toBe(false)
    expect(accepts(field, 'https://example.org/p/1')).toBe(true)
    expect(accepts(PublicUrl, 'http://localhost:4000/p/1'), 'other fields are https').toBe(false)
  })
})

test('a day is a date of the calendar, written YYYY-MM-DD', () => {
  for (const good of ['2026-01-01', '2028-02-29', '2000-02-29', '9999-12-31', '1970-01-01'])
    expect(accepts(Day, good), good).toBe(true)
  for (const bad of [
    '2027-02-29',
    '2100-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '1969-12-31',
    '0000-01-01',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '20260101',
    ' 2026-01-01',
    '2026-01-01 ',
    '2026-01-01\n',
    '2026-01-01T00:00:00Z',
    '+002026-01-01',
    '12026-01-01',
    '२०२६-०१-०१',
    '',
    20_260_101,
    null,
    undefined,
    new Date(),
  ]) {
    expect(accepts(Day, bad), String(bad)).toBe(false)
  }
})

test('an amount is a plain decimal of at most 30 and 18 digits', () => {
  for (const good of ['0', '12.5', '007', '9'.repeat(30), `0.${'9'.repeat(18)}`])
    expect(accepts(Amount, good), good).toBe(true)
  for (const bad of [
    '',
    '.5',
    '5.',
    '-1',
    '+1',
    '1e3',
    '1,5',
    ' 1',
    '1 ',
    '1\n',
    '0x1',
    'NaN',
    '٣',
    '9'.repeat(31),
    `0.${'9'.repeat(19)}`,
    1,
    null,
  ]) {
    expect(accepts(Amount, bad), String(bad)).toBe(false)
  }
})

test('a chain id is digits as text, or a positive whole number; it is kept as text', () => {
  expect(ChainId.parse('8453')).toBe('8453')
  expect(ChainId.parse(8453)).toBe('8453')
  for (const large of [2_716_446_429_837_000, Number.MAX_SAFE_INTEGER])
    for (const spelt of [large, String(large)]) expect(ChainId.parse(spelt)).toBe(String(large))
  for (const bad of [
    '',
    '0',
    '01',
    '-1',
    '+1',
    '1.0',
    '0x1',
    '1e3',
    ' 1',
    '1\n',
    String(2 ** 53),
    '1'.repeat(17),
    0,
    -1,
    1.5,
    2 ** 53,
    Number.NaN,
    null,
    undefined,
    true,
    ['1'],
    {},
  ]) {
    expect(accepts(ChainId, bad), String(bad)).toBe(false)
  }
})

test('a transaction hash is kept in lower case', () => {
  expect(TxHash.parse(`0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
  for (const bad of [
    `0X${'ab'.repeat(32)}`,
    'ab'.repeat(32),
    `0x${'ab'.repeat(31)}`,
    `0x${'ab'.repeat(33)}`,
    `0x${'zz'.repeat(32)}`,
    `0x${'ab'.repeat(32)}\n`,
    5,
  ]) {
    expect(accepts(TxHash, bad), String(bad)).toBe(false)
  }
})

test('an address is kept in EIP-55, and refused with a wrong checksum', () => {
  expect(Address.parse(' 0xd8da6bf26964af9d7eed9e03e53415d37aa96045 ')).toBe(
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  )
  for (const bad of ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0x', '', 5, null, undefined])
    expect(accepts(Address, bad)).toBe(false)
})

test('a signature is 0x and 130 hex digits, a nonce any 1 to 200 printable characters', () => {
  expect(accepts(WalletSignature, `0x${'aB'.repeat(65)}`)).toBe(true)
  for (const bad of [
    '0x',
    `0x${'ab'.repeat(64)}`,
    `0x${'ab'.repeat(66)}`,
    'ab'.repeat(66),
    `0x${'zz'.repeat(65)}`,
    `0x${'ab'.repeat(65)}\n`,
  ]) {
    expect(accepts(WalletSignature, bad), bad).toBe(false)
  }
  for (const good of ['a', 'a'.repeat(16), 'not-one-of-ours', 'a'.repeat(200)])
    expect(accepts(NonceText, good)).toBe(true)
  for (const bad of ['a'.repeat(201), `${'a'.repeat(16)}\n`, 'a\u0000', '\ud800', '', 5, null])
    expect(accepts(NonceText, bad)).toBe(false)
})
