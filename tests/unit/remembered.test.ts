import { beforeEach, expect, test } from 'vitest'
import { recall, remember } from '@/lib/db/remembered'

beforeEach(() => {
  globalThis.trellisViews = undefined
})

test('a view is recalled at the version it was built at, and at no other', () => {
  remember('challenge/1', 'a', '{"state":"OPEN"}')
  expect(recall('challenge/1', 'a')).toBe('{"state":"OPEN"}')
  expect(recall('challenge/1', 'b')).toBeNull()
  expect(recall('challenge/1', null)).toBeNull()
  expect(recall('challenge/2', 'a')).toBeNull()
})

test('a newer view takes the place of the older one', () => {
  remember('challenge/1', 'a', 'old')
  remember('challenge/1', 'b', 'new')
  expect(recall('challenge/1', 'a')).toBeNull()
  expect(recall('challenge/1', 'b')).toBe('new')
})

test('a view without a version is not remembered', () => {
  remember('mission/1', null, '{}')
  expect(recall('mission/1', null)).toBeNull()
  expect(globalThis.trellisViews?.size ?? 0).toBe(0)
})

test('the least recently used views make room, and what is held stays within its bound', () => {
  const text = 'x'.repeat(995_000)
  for (let index = 0; index < 12; index += 1) remember(`challenge/${index}`, 'a', text)
  expect(recall('challenge/0', 'a')).toBe(text)
  remember('challenge/new', 'a', text)
  expect(recall('challenge/1', 'a')).toBeNull()
  expect(recall('challenge/0', 'a')).toBe(text)
  expect(recall('challenge/new', 'a')).toBe(text)
  expect(globalThis.trellisViews?.size).toBe(12)
})
