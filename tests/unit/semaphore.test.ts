import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSemaphore, type Lanes, type Semaphore, TooManyWaiting, withPermit } from '@/lib/semaphore'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that ends when the test says so. */
function held(begun: string[], name: string) {
  let end: () => void = () => undefined
  let fail: (fault: Error) => void = () => undefined
  const work = () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => {
      end = () => resolve(name)
      fail = reject
    })
  }
  return { work, end: () => end(), fail: (fault: Error) => fail(fault) }
}

/** Lets everything go on that waits for nothing else. */
const settle = () => vi.advanceTimersByTimeAsync(0)

test('at most so many pieces run at once, and the others begin in the order in which they came', async () => {
  const begun: string[] = []
  const semaphore = createSemaphore(2)
  const pieces = ['a', 'b', 'c', 'd'].map((name) => held(begun, name))
  const results = pieces.map(({ work }) => withPermit(semaphore, 1_000, work))
  await settle()
  expect(begun).toEqual(['a', 'b'])
  pieces[1]?.end()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const { end } of pieces) end()
  await settle()
  pieces[3]?.end()
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

test('a piece that fails tells its own caller, and leaves its place', async () => {
  const begun: string[] = []
  const semaphore = createSemaphore(1)
  const [first, second] = [held(begun, 'first'), held(begun, 'second')]
  const failed = expect(withPermit(semaphore, 1_000, first.work)).rejects.toThrow('It failed.')
  const other = withPermit(semaphore, 1_000, second.work)
  await settle()
  first.fail(new Error('It failed.'))
  await failed
  await settle()
  second.end()
  expect(await other).toBe('second')
})

test('a piece that hangs gives its place up once, and may still end', async () => {
  const begun: string[] = []
  const semaphore = createSemaphore(1)
  const pieces = ['hanging', 'second', 'third'].map((name) => held(begun, name))
  const results = pieces.map(({ work }) => withPermit(semaphore, 1_000, work))
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toEqual(['hanging'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['hanging', 'second'])
  pieces[0]?.end()
  await settle()
  expect(await results[0]).toBe('hanging')
  // Its place is no longer its own: the third still waits for the second.
  expect(begun).toEqual(['hanging', 'second'])
  pieces[1]?.end()
  await settle()
  expect(begun).toEqual(['hanging', 'second', 'third'])
  pieces[2]?.end()
  expect(await Promise.all(results)).toEqual(['hanging', 'second', 'third'])
})

test('a piece that needs its place no more gives it up once, and may still work', async () => {
  const begun: string[] = []
  const semaphore = createSemaphore(1)
  const pieces = ['first', 'second', 'third'].map((name) => held(begun, name))
  let leave: () => void = () => undefined
  const results = pieces.map(({ work }, nth) =>
    withPermit(semaphore, 1_000, (release) => {
      if (nth === 0) leave = release
      return work()
    }),
  )
  await settle()
  leave()
  leave()
  await settle()
  expect(begun).toEqual(['first', 'second'])
  pieces[0]?.end()
  await settle()
  expect(begun).toEqual(['first', 'second'])
  pieces[1]?.end()
  await settle()
  pieces[2]?.end()
  expect(await Promise.all(results)).toEqual(['first', 'second', 'third'])
})

test('no more wait than may, and who has stopped waiting is none of them', async () => {
  const semaphore = createSemaphore(1, 1)
  const release = await semaphore.acquire()
  const patience = new AbortController()
  const left = expect(semaphore.acquire(patience.signal)).rejects.toThrow('It took too long.')
  await expect(semaphore.acquire()).rejects.toThrow(TooManyWaiting)
  patience.abort(new Error('It took too long.'))
  await left
  const waits = semaphore.acquire()
  await expect(semaphore.acquire()).rejects.toThrow(TooManyWaiting)
  release()
  const last = await waits
  last()
  expect(semaphore.tryAcquire()).not.toBeNull()
})

test('who stops waiting is told why, and takes no permit from those behind', async () => {
  const semaphore = createSemaphore(1)
  const release = await semaphore.acquire()
  const patience = new AbortController()
  const given = expect(semaphore.acquire(patience.signal)).rejects.toThrow('It took too long.')
  const behind = semaphore.acquire()
  patience.abort(new Error('It took too long.'))
  await given
  expect(semaphore.tryAcquire()).toBeNull()
  release()
  // Called again it gives nothing back: the permit is held by who waited behind.
  release()
  expect(semaphore.tryAcquire()).toBeNull()
  const last = await behind
  last()
  expect(semaphore.tryAcquire()).not.toBeNull()
})

test('a signal that comes once the permit was given changes nothing', async () => {
  const semaphore = createSemaphore(1)
  const release = await semaphore.acquire()
  const patience = new AbortController()
  const waited = semaphore.acquire(patience.signal)
  release()
  const own = await waited
  patience.abort(new Error('It took too long.'))
  own()
  await expect(semaphore.acquire(patience.signal)).rejects.toThrow('It took too long.')
  expect(semaphore.tryAcquire()).not.toBeNull()
})

/** Waits for a permit in some lanes, notes that it has it, and gives it back. */
async function passThrough(semaphore: Semaphore, order: string[], name: string, lanes: Lanes): Promise<void> {
  const release = await semaphore.acquire(undefined, lanes)
  order.push(name)
  release()
}

test('lanes get their permits in turn, and one that comes has its turn after those that wait', async () => {
  const semaphore = createSemaphore(1)
  const release = await semaphore.acquire()
  const order: string[] = []
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
  const passing = names.map((name) => passThrough(semaphore, order, name, new Set([name.charAt(0)])))
  release()
  await Promise.all(passing)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('who waits in several lanes gets one permit, in the first turn of any; lanes may join meanwhile', async () => {
  const semaphore = createSemaphore(1)
  const release = await semaphore.acquire()
  const order: string[] = []
  const shared = new Set(['a'])
  const passing = ['a1', 'a2'].map((name) => passThrough(semaphore, order, name, new Set(['a'])))
  passing.push(passThrough(semaphore, order, 'shared', shared), passThrough(semaphore, order, 'b1', new Set(['b'])))
  shared.add('b')
  release()
  await Promise.all(passing)
  expect(order).toEqual(['a1', 'shared', 'a2', 'b1'])
})

test('of the lane in which most wait the last leaves for one of a lane with fewer', async () => {
  const semaphore = createSemaphore(1, 3)
  const release = await semaphore.acquire()
  const order: string[] = []
  const wait = (name: string) => passThrough(semaphore, order, name, new Set([name.charAt(0)]))
  const passing = [wait('a1'), wait('a2')]
  const last = expect(wait('a3')).rejects.toThrow(TooManyWaiting)
  passing.push(wait('b1'))
  await last
  await expect(wait('a4')).rejects.toThrow(TooManyWaiting)
  // Its lane would have as many as the one that it takes from.
  await expect(wait('b2')).rejects.toThrow(TooManyWaiting)
  release()
  await Promise.all(passing)
  expect(order).toEqual(['a1', 'b1', 'a2'])
})
