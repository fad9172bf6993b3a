import { expect, test } from 'vitest'
import { hasFiniteNumbers, isDeeperThan, isSameJson } from '@/lib/json'

const parsed = (text: string): unknown => JSON.parse(text)
const nested = (levels: number, inmost: string) => parsed(`${'{"a":['.repeat(levels)}${inmost}${']}'.repeat(levels)}`)

test.each([
  ['{"a":1,"b":[true,null,"x"]}', '{"b":[true,null,"x"],"a":1.0}'],
  ['[]', ' [ ] '],
  ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
  ['-0', '0'],
])('%s is the same as %s', (one, other) => {
  expect(isSameJson(parsed(one), parsed(other))).toBe(true)
})

test.each([
  ['{"a":1}', '{"a":2}'],
  ['{"a":1}', '{"b":1}'],
  ['{"a":1}', '{"a":1,"b":null}'],
  ['{"a":null}', '{"a":1e999}'],
  ['{}', '{"__proto__":1}'],
  ['{"__proto__":1}', '{"constructor":1}'],
  ['[1,2]', '[2,1]'],
  ['["a"]', '{"0":"a"}'],
  ['[]', '{}'],
  ['{}', 'null'],
  ['1', '"1"'],
])('%s is not the same as %s, either way', (one, other) => {
  expect([isSameJson(parsed(one), parsed(other)), isSameJson(parsed(other), parsed(one))]).toEqual([false, false])
})

test('depth overflows nothing', () => {
  expect(isSameJson(nested(10_000, '1'), nested(10_000, '1'))).toBe(true)
  expect(isSameJson(nested(10_000, '1'), nested(10_000, '2'))).toBe(false)
})

test.each([
  ['1', 0, false],
  ['{}', 0, true],
  ['[1,{"a":1}]', 1, true],
  ['[1,{"a":1}]', 2, false],
  ['null', 0, false],
])('%s is deeper than %i levels: %s', (text, levels, isDeeper) => {
  expect(isDeeperThan(parsed(text), levels)).toBe(isDeeper)
})

test('the depth of what overflows the stack elsewhere is told', () => {
  expect(isDeeperThan(nested(10_000, '1'), 19_999)).toBe(true)
  expect(isDeeperThan(nested(10_000, '1'), 20_000)).toBe(false)
})

test.each([
  ['1', true],
  ['{"a":[null,"x",-1.5e300]}', true],
  ['1e999', false],
  ['{"a":[1,{"b":-1e999}]}', false],
])('the numbers of %s are finite: %s', (text, areFinite) => {
  expect(hasFiniteNumbers(parsed(text))).toBe(areFinite)
})

test('a long list and a deep one are read for numbers that are not finite', () => {
  expect(hasFiniteNumbers(parsed(`[${'0,'.repeat(300_000)}1e999]`))).toBe(false)
  expect(hasFiniteNumbers(nested(10_000, '1e999'))).toBe(false)
})
