import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wordsOf } from '@/components/receipts/check-all'
import { History } from '@/components/record/history'
import { olderWords } from '@/components/record/use-pages'
import { EVENTS_SHOWN } from '@/lib/history/record'

// One of anything is told as one.

const event = (seq: number) => ({
  ...{ seq, kind: 'deadline-moved', actor: null, at: '2026-11-01T00:00:00.000Z', from: null, to: null, data: {} },
  ...{ prevHash: null, hash: 'ab'.repeat(32) },
})

test.each([
  [1, '> 1 earlier event<'],
  [2, '> 2 earlier events<'],
])('%d events that a page leaves out', (earlier, words) => {
  const history = Array.from({ length: EVENTS_SHOWN }, (_, at) => event(at + 1 + earlier))
  const record = { history, historySeq: EVENTS_SHOWN + earlier, growth: '', leftState: null }
  expect(renderToStaticMarkup(createElement(History, { record, path: '/missions/x', stateWords: {} }))).toContain(words)
})

test('older entries of a list', () => {
  expect([1, 2].map((added) => olderWords({ count: 22, added, isMore: true }))).toEqual([
    'One older one is shown.',
    '2 older ones are shown.',
  ])
  expect(olderWords({ count: 20, added: 20, isMore: false })).toBe('')
})

test('receipts that do not hold', () => {
  const receipt: Parameters<typeof wordsOf>[0]['broken'] = JSON.parse('[{}, {}]')
  const words = (checked: number, broken: number) =>
    wordsOf({ checked, broken: receipt.slice(0, broken), unchecked: 0, end: 'done' })
  expect([words(1, 1), words(5, 1), words(5, 2)]).toEqual([
    'The one receipt does not hold:',
    '1 of 5 does not hold:',
    '2 of 5 do not hold:',
  ])
})
