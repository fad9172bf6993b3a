import { beforeEach, expect, test } from 'vitest'
import { getCachedView, setCachedView } from '@/lib/db/view-cache'

beforeEach(() => {
  globalThis.trellisViews = undefined
})

test('a view is recalled at the version it was built at, and at no other', () => {
  setCachedView('challenge/1', 'a', '{"state":"OPEN"}')
  expect(getCachedView('challenge/1', 'a')).toBe('{"state":"OPEN"}')
  expect(getCachedView('challenge/1', 'b')).toBeNull()
  expect(getCachedView('challenge/1', null)).toBeNull()
  expect(getCachedView('challenge/2', 'a')).toBeNull()
})

test('a newer view takes the place of the older one', () => {
  setCachedView('challenge/1', 'a', 'old')
  setCachedView('challenge/1', 'b', 'new')
  expect(getCachedView('challenge/1', 'a')).toBeNull()
  expect(getCachedView('challenge/1', 'b')).toBe('new')
})

test('a view without a version is not remembered', () => {
  setCachedView('mission/1', null, '{}')
  expect(getCachedView('mission/1', null)).toBeNull()
  expect(globalThis.trellisViews?.size ?? 0).toBe(0)
})

test('the least recently used views make room, and what is held stays within its bound', () => {
  const text = 'x'.repeat(995_000)
  for (let index = 0; index < 12; index += 1) setCachedView(`challenge/${index}`, 'a', text)
  expect(getCachedView('challenge/0', 'a')).toBe(text)
  setCachedView('challenge/new', 'a', text)
  expect(getCachedView('challenge/1', 'a')).toBeNull()
  expect(getCachedView('challenge/0', 'a')).toBe(text)
  expect(getCachedView('challenge/new', 'a')).toBe(text)
  expect(globalThis.trellisViews?.size).toBe(12)
})
