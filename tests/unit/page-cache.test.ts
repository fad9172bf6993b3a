import { SharedCacheControls } from 'next/dist/server/lib/incremental-cache/shared-cache-controls.external'
import { describe, expect, test } from 'vitest'
import PageCache, { answerAfterWrites, noteWrite } from '@/server/pages/cache'

type SetArguments = Parameters<PageCache['set']>

const cache = new PageCache()
const NEVER = new Promise<void>(() => undefined)
const page = (html: string) =>
  ({ kind: 'APP_PAGE', html, rscData: undefined, headers: {}, status: 200 }) as unknown as SetArguments[1] // as much as is read
const lives = (revalidate: number | false) =>
  ({ cacheControl: { revalidate, expire: 10 } }) as unknown as SetArguments[2] // likewise
const kept = async (key: string) => (await cache.get(key)) !== null
const making = (path: string, make: () => Promise<void>) => answerAfterWrites(path, make, NEVER)

describe('a page of records', () => {
  test('is kept until something is recorded', async () => {
    await making('/a', () => cache.set('a', page('a'), lives(5)))
    expect(await kept('a')).toBe(true)
    noteWrite()
    expect(await kept('a')).toBe(false)
  })

  test('is not kept when something was recorded while it was made', async () => {
    await making('/b', async () => {
      noteWrite()
      await cache.set('b', page('b'), lives(5))
    })
    expect(await kept('b')).toBe(false)
  })

  test('is not kept longer than its time', async () => {
    await making('/c', () => cache.set('c', page('c'), lives(0)))
    expect(await kept('c')).toBe(false)
  })
})

test('a page without records outlives every write', async () => {
  await making('/docs', () => cache.set('docs', page('docs'), lives(300)))
  await making('/rules', () => cache.set('rules', page('rules'), lives(false)))
  noteWrite()
  expect([await kept('docs'), await kept('rules')]).toEqual([true, true])
})

describe('requests for one page', () => {
  test('share its making while nothing is recorded', async () => {
    const began: number[] = []
    void making('/shared', async () => {
      began.push(1)
      await NEVER
    })
    await making('/shared', async () => void began.push(2))
    expect(began).toEqual([1, 2])
  })

  test('after a write wait until what began before is made, but not until a slow reader has it', async () => {
    const began: number[] = []
    let finish = () => {}
    const made = new Promise<void>((resolve) => {
      finish = resolve
    })
    void answerAfterWrites('/waited', () => NEVER, made)
    noteWrite()
    const later = making('/waited', async () => void began.push(1))
    await making('/another', async () => void began.push(0))
    expect(began).toEqual([0])
    finish()
    await later
    expect(began).toEqual([0, 1])
  })

  test('wait no longer once the earlier one has failed', async () => {
    const failing = making('/failed', async () => {
      await Promise.resolve()
      throw new Error('No page.')
    })
    noteWrite()
    await Promise.all([
      expect(failing).rejects.toThrow('No page.'),
      expect(making('/failed', async () => undefined)).resolves.toBeUndefined(),
    ])
  })
})

test('what Next notes of the lifetime of pages is bounded, however many paths are made up', () => {
  const notes = new SharedCacheControls({ routes: {}, dynamicRoutes: {} })
  for (let count = 0; count < 5_000; count += 1) notes.set(`/challenges/${count}`, { revalidate: 5, expire: 10 })
  const all: unknown = Reflect.get(SharedCacheControls, 'cacheControls')
  expect(all).toHaveProperty('size', 2_000)
})
