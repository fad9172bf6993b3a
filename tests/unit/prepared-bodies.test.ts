import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { createSpareTime, prepareBody } from '@/lib/http/prepared-bodies'

afterEach(() => {
  vi.useRealTimers()
})

/** Words that are alike, but not the same: as a page's. */
const words = Array.from({ length: 4_000 }, (_, place) => `<li class="part-${place % 37}">${place * 7919}</li>`).join(
  '',
)

test('a body that many have read becomes smaller, and stays the same', async () => {
  const body = prepareBody(words)
  const first = await body.encoded('br')
  await expect.poll(async () => (await body.encoded('br')).length).toBeLessThan(first.length)
  expect(brotliDecompressSync(await body.encoded('br')).toString()).toBe(words)
  expect(gunzipSync(await body.encoded('gzip')).toString()).toBe(words)
})

test('what few have read, or what never changes, is compressed once', async () => {
  const few = prepareBody(words)
  const constant = prepareBody(words, true)
  const first = await few.encoded('br')
  expect(await few.encoded('br')).toBe(first)
  const known = await constant.encoded('br')
  for (let reader = 0; reader < 10; reader++) expect(await constant.encoded('br')).toBe(known)
})

test('spare time takes its share and no more, and none of two works at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const inSpareTime = createSpareTime(0.1)
  const ended: string[] = []
  const work = (name: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    ended.push(name)
    if (name === 'a') throw new Error('It failed.')
  }
  inSpareTime(work('a'))
  inSpareTime(work('never'))
  await vi.advanceTimersByTimeAsync(100)
  expect(ended).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(899)
  inSpareTime(work('never'))
  await vi.advanceTimersByTimeAsync(1)
  inSpareTime(work('b'))
  await vi.advanceTimersByTimeAsync(100)
  expect(ended).toEqual(['a', 'b'])
})
