import { expect, test } from 'vitest'
import { join, raw, sql } from '@/lib/db/sql'

// Templates of SQL, whose texts are written once (lib/db/sql.ts).

const conditions = (wallet: string | null, state: string) =>
  join([wallet === null ? sql`owner IS NULL` : sql`owner = ${wallet}`, sql`state = ${state}`], ' AND ')
const missions = (wallet: string | null, state: string, limit: number) =>
  sql`SELECT ${raw('id, title')} FROM "Mission" WHERE ${conditions(wallet, state)} LIMIT ${limit}`

test('values become parameters, parts become text', () => {
  const { text, values } = missions('0xa', 'OPEN', 5)
  expect(text).toBe('SELECT id, title FROM "Mission" WHERE owner = $1 AND state = $2 LIMIT $3')
  expect(values).toEqual(['0xa', 'OPEN', 5])
})

test('other values do not change the text, other parts do', () => {
  const { text } = missions('0xa', 'OPEN', 5)
  const other = missions('0xb', 'CLAIMED', 6)
  expect(other.text).toBe(text)
  expect(other.values).toEqual(['0xb', 'CLAIMED', 6])
  const without = missions(null, 'OPEN', 5)
  expect(without.text).toBe('SELECT id, title FROM "Mission" WHERE owner IS NULL AND state = $1 LIMIT $2')
  expect(without.values).toEqual(['OPEN', 5])
  expect(missions('0xa', 'OPEN', 5).text).toBe(text)
})

test('a part in the place of a parameter makes another text', () => {
  const show = (value: unknown) => sql`SELECT ${value}`
  expect(show('now()').text).toBe('SELECT $1')
  expect(show(raw('now()')).text).toBe('SELECT now()')
  expect(show(raw('$')).text).toBe('SELECT $')
  expect(show(sql`${1} + ${2}`).text).toBe('SELECT $1 + $2')
  expect(show('now()').text).toBe('SELECT $1')
})

test('a part is told by what it is, not by its text alone', () => {
  const two = (part: unknown) => sql`SELECT ${'a'}, ${part}`
  expect(two(raw('$1')).text).toBe('SELECT $1, $1')
  expect(two(sql`${'b'}`).text).toBe('SELECT $1, $2')
  expect(two(raw('$1')).text).toBe('SELECT $1, $1')
})

test('a part’s parameters are counted from where it stands', () => {
  const part = sql`= ${'b'}`
  expect(part.text).toBe('= $1')
  const whole = sql`SELECT ${'a'} ${part}`
  expect(whole.text).toBe('SELECT $1 = $2')
  expect(whole.values).toEqual(['a', 'b'])
  expect(part.text).toBe('= $1')
})

test('a list has its separator between its parts', () => {
  expect(join([sql`a`]).text).toBe('a')
  expect(join([sql`a`, sql`${1}`]).text).toBe('a,$1')
  expect(join([sql`a`, sql`${1}`], ' AND ').text).toBe('a AND $1')
  expect(join([sql`a`, sql`b`, sql`c`], ' AND ').text).toBe('a AND b AND c')
  expect(() => join([])).toThrow('A list of nothing is no SQL.')
})
