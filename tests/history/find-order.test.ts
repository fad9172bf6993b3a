import { expect, test } from 'vitest'
import { type Call, findOrder, type Sequential } from '@/tests/history/find-order'

// The checker itself: what it must find an order for, and what it must not.

/** A mission as anybody knows it: free, or claimed by one. */
type Operation = { readonly claim: string } | 'release' | 'read'
type Answer = string
type Mission = string | null

const mission: Sequential<Mission, Operation, Answer> = {
  steps(contributor, operation, answer) {
    const then = next(contributor, operation)
    return answer === null || answer === then.answer ? [then.contributor] : []
  },
  key: (contributor) => String(contributor),
}

function next(contributor: Mission, operation: Operation): { contributor: Mission; answer: Answer } {
  if (operation === 'read') return { contributor, answer: contributor ?? 'free' }
  if (operation === 'release')
    return contributor ? { contributor: null, answer: 'done' } : { contributor, answer: 'refused' }
  return contributor ? { contributor, answer: 'refused' } : { contributor: operation.claim, answer: 'done' }
}

const call = (operation: Operation, began: number, ended: number, answer: Answer | null): Call<Operation, Answer> => ({
  operation,
  began,
  ended,
  answer,
})
const isLegal = (...calls: Call<Operation, Answer>[]) => findOrder(mission, null, calls).order !== null
const NEVER = Number.POSITIVE_INFINITY

test('of two claims at once one wins, whichever was answered first', () => {
  expect(isLegal(call({ claim: 'ben' }, 0, 9, 'done'), call({ claim: 'cleo' }, 1, 3, 'refused'))).toBe(true)
  expect(isLegal(call({ claim: 'ben' }, 0, 9, 'refused'), call({ claim: 'cleo' }, 1, 3, 'done'))).toBe(true)
})

test('a read beside a write tells of it or not; two readers may not differ in order', () => {
  const write = call({ claim: 'ben' }, 0, 9, 'done')
  expect(isLegal(write, call('read', 1, 2, 'free'), call('read', 3, 4, 'ben'))).toBe(true)
  expect(isLegal(write, call('read', 1, 2, 'ben'), call('read', 3, 4, 'free'))).toBe(false)
})

test('what nobody learnt the outcome of may have been done, at any time since, or never', () => {
  const unknown = call({ claim: 'ben' }, 0, NEVER, null)
  expect(isLegal(unknown, call('read', 5, 6, 'free'))).toBe(true)
  expect(isLegal(unknown, call('read', 5, 6, 'free'), call('read', 7, 8, 'ben'))).toBe(true)
  expect(isLegal(unknown, call('read', 5, 6, 'ben'), call('read', 7, 8, 'free'))).toBe(false)
})

test('an order that a search has to go back for is found', () => {
  const calls = [
    call({ claim: 'ben' }, 0, 10, 'done'),
    call({ claim: 'cleo' }, 0, 10, 'done'),
    call('release', 0, 10, 'done'),
    call('read', 11, 12, 'cleo'),
  ]
  const { order } = findOrder(mission, null, calls)
  expect(order?.map(({ operation }) => operation)).toEqual([{ claim: 'ben' }, 'release', { claim: 'cleo' }, 'read'])
})

test.each<[string, Call<Operation, Answer>[]]>([
  ['an acknowledged write that is lost', [call({ claim: 'ben' }, 0, 1, 'done'), call('read', 2, 3, 'free')]],
  [
    'a write that is done twice',
    [
      call({ claim: 'ben' }, 0, 1, 'done'),
      call('release', 2, 3, 'done'),
      call('read', 4, 5, 'free'),
      call('read', 6, 7, 'ben'),
    ],
  ],
  ['two winners of one race', [call({ claim: 'ben' }, 0, 9, 'done'), call({ claim: 'cleo' }, 0, 9, 'done')]],
  [
    'a refused write that left something',
    [call('release', 0, 1, 'refused'), call({ claim: 'ben' }, 2, 3, 'refused'), call('read', 4, 5, 'ben')],
  ],
  [
    'a read of what was before a write that was answered',
    [
      call({ claim: 'ben' }, 0, 1, 'done'),
      call('read', 2, 3, 'ben'),
      call('release', 4, 5, 'done'),
      call('read', 6, 7, 'ben'),
    ],
  ],
  ['a refusal that nothing explains', [call({ claim: 'ben' }, 0, 1, 'refused')]],
])('%s has no order, and what comes next is named', (_, calls) => {
  const found = findOrder(mission, null, calls)
  expect(found.order).toBeNull()
  if (found.order === null) expect(found.next.length).toBeGreaterThan(0)
})
