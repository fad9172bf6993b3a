import { expect, test } from 'vitest'
import {
  decodeDayCursor,
  decodeIdCursor,
  decodeNumberCursor,
  decodePositionCursor,
  encodeCursor,
} from '@/lib/contract/cursor'
import { PageQuery } from '@/lib/contract/list'
import { Refusal } from '@/lib/errors'

const ID = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'
/** Ledger entries are numbered by a Postgres `integer`. */
const INTEGER_MAX = 2 ** 31 - 1

function refusedField(decode: () => unknown): string | null {
  try {
    decode()
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'invalid_request') return fault.field
  }
  throw new Error('It was not refused as a cursor is.')
}

test('a cursor leads back to the record it was made from, and is made of letters that need no escape', () => {
  expect(decodeIdCursor(encodeCursor(ID))).toBe(ID)
  for (const id of [1, 42, 999_999_999, 1_000_000_000, INTEGER_MAX]) {
    const cursor = encodeCursor(String(id))
    expect(decodeNumberCursor(cursor)).toBe(id)
    expect(encodeURIComponent(cursor)).toBe(cursor)
  }
})

test('a cursor passes the bounds of the parameter', () => {
  for (const value of [ID, String(INTEGER_MAX)])
    expect(PageQuery.parse({ cursor: encodeCursor(value) }).cursor).toBe(encodeCursor(value))
})

test.each(['', 'nope', '12', `${ID}x`, `${ID}\n`, "' OR 1=1", '\u0000'])('a cursor of %j names no record', (value) => {
  expect(refusedField(() => decodeIdCursor(encodeCursor(value)))).toBe('cursor')
})

test.each([
  '',
  'x',
  '0',
  '01',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  ' 1',
  '1\n',
  ID,
  String(INTEGER_MAX + 1),
  '99999999999999999999',
])('a cursor of %j names no line of a ledger', (value) => {
  expect(refusedField(() => decodeNumberCursor(encodeCursor(value)))).toBe('cursor')
})

test('bytes that are no text are refused', () => {
  for (const bytes of [[0xff, 0xfe], [0xc3], [0xed, 0xa0, 0x80]]) {
    expect(refusedField(() => decodeIdCursor(Buffer.from(bytes).toString('base64url')))).toBe('cursor')
  }
})

test('a cursor has one spelling', () => {
  const cursor = encodeCursor('42')
  for (const spelled of [`${cursor}=`, `${cursor.slice(0, -1)}${String.fromCharCode(cursor.charCodeAt(2) + 1)}`]) {
    expect(Buffer.from(spelled, 'base64url').toString('utf8'), 'bytes decode to the same text').toBe('42')
    expect(refusedField(() => decodeNumberCursor(spelled))).toBe('cursor')
  }
})

test('a cursor of a list by days leads back to the day and the record', () => {
  expect(decodeDayCursor(encodeCursor(`2026-11-30 ${ID}`))).toEqual({ day: '2026-11-30', id: ID })
})

test.each([
  '',
  ID,
  '2026-11-30',
  `2026-11-31 ${ID}`,
  `2026-11-30 ${ID} x`,
  `2026-11-30  ${ID}`,
  '2026-11-30 nobody',
  `x ${ID}`,
])('a cursor of %j names no place in a list by days', (value) => {
  expect(refusedField(() => decodeDayCursor(encodeCursor(value)))).toBe('cursor')
})

test('a cursor of the event log leads back to its position, the beginning too', () => {
  for (const position of [0, 1, 42, 999_999_999_999_999])
    expect(decodePositionCursor(encodeCursor(String(position)))).toBe(position)
})

test.each(['', 'x', '-1', '01', '1.5', '1 ', ' 1', 'x1', '1x', '1000000000000000', ID])(
  'a cursor of %j names no position, and the parameter is named',
  (value) => {
    expect(refusedField(() => decodePositionCursor(encodeCursor(value)))).toBe('since')
  },
)
