import { expect, test } from 'vitest'
import { createBoundedCache, textBytes } from '@/lib/bounded-cache'

const texts = (bytesMax: number, entriesMax = 1_000) =>
  createBoundedCache<string>({ bytesMax, entriesMax, bytesOf: textBytes })

test('the least recently used is forgotten first', () => {
  const cache = texts(1_000_000, 2)
  cache.set('a', 'aaaa')
  cache.set('b', 'bbbb')
  expect(cache.get('a')).toBe('aaaa')
  cache.set('c', 'cccc')
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', undefined, 'cccc'])
})

test('keys count as much as values', () => {
  const cache = texts(1_000_000)
  for (let count = 0; count < 1_000; count += 1) cache.set(`${count}${'k'.repeat(15_000)}`, 'v')
  expect(cache.size).toBeLessThanOrEqual(33)
  expect(cache.size).toBeGreaterThan(25)
})

test('many small entries are bounded by what each costs besides', () => {
  const cache = texts(1_000_000, 20_000)
  for (let count = 0; count < 10_000; count += 1) cache.set(String(count), '')
  expect(cache.size).toBeLessThan(2_500)
})

test('what is larger than the whole cache is not kept, and drives nothing out', () => {
  const cache = texts(10_000)
  cache.set('a', 'aaaa')
  cache.set('b', 'b'.repeat(10_000))
  expect([cache.get('a'), cache.get('b')]).toEqual(['aaaa', undefined])
})
