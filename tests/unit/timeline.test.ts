import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Timeline } from '@/components/record/timeline'
import { timelineOf } from '@/lib/history/timeline'

const event = (seq: number, kind: string, at: string) => ({
  seq,
  kind,
  actor: null,
  at,
  from: null,
  to: null,
  data: {},
  prevHash: null,
  hash: '',
})
const RECORD = {
  createdAt: '2026-11-01T00:00:00.000Z',
  history: [
    event(1, 'mission-created', '2026-11-01T00:00:00.000Z'),
    event(2, 'proof-submitted', '2026-11-06T00:00:00.000Z'),
    event(3, 'proof-reviewed', '2026-11-08T12:00:00.000Z'),
  ],
  growth: 'llf',
}
// Its end is ten days after the beginning.
const DUE = [{ word: 'Deadline', day: '2026-11-10' }]

test('what happened stands where its moment is between the first day and the last, in the letters of the vine', () => {
  const { begins, events, due } = timelineOf(RECORD, DUE, null)
  expect(begins).toBe('2026-11-01')
  expect(events).toEqual([
    { along: 0, word: 'Mission published', day: '2026-11-01', letter: 'l' },
    { along: 0.5, word: 'Proof submitted', day: '2026-11-06', letter: 'l' },
    { along: 0.75, word: 'Proof reviewed by signature', day: '2026-11-08', letter: 'f' },
  ])
  expect(due).toEqual([{ along: 1, word: 'Deadline', day: '2026-11-10' }])
})

test('today stands at its noon, and a record that has ended has none', () => {
  expect(timelineOf(RECORD, DUE, '2026-11-03').today).toEqual({ along: 0.25, word: 'Today', day: '2026-11-03' })
  expect(timelineOf(RECORD, DUE, '2026-11-03').reached).toBe(0.25)
  const ended = timelineOf(RECORD, DUE, null)
  expect([ended.today, ended.reached]).toEqual([null, 0.75])
})

test('where a day has passed, today is the end of the line', () => {
  const late = timelineOf(RECORD, DUE, '2026-11-20')
  expect(late.today?.along).toBe(1)
  expect(late.due[0]?.along).toBeCloseTo(10 / 19.5)
})

test('of a longer history the newest events have the newest letters', () => {
  const { events } = timelineOf({ ...RECORD, history: RECORD.history.slice(1) }, DUE, null)
  expect(events.map(({ letter }) => letter).join('')).toBe('lf')
})

test('a record whose whole life is one moment is drawn at its beginning', () => {
  const { events } = timelineOf({ ...RECORD, history: RECORD.history.slice(0, 1), growth: 'l' }, [], null)
  expect(events.map(({ along }) => along)).toEqual([0])
})

test('days of different years are told with their years', () => {
  const drawn = (props: Parameters<typeof Timeline>[0]) => renderToStaticMarkup(createElement(Timeline, props))
  const begun = '2026-12-20T00:00:00.000Z'
  const record = { createdAt: begun, history: [event(1, 'mission-created', begun)], growth: 'l' }
  const over = drawn({ record, due: [{ word: 'Deadline', day: '2027-01-10' }], today: '2026-12-28' })
  expect(over).toContain('On the calendar: published 20 Dec 2026, today 28 Dec 2026, Deadline 10 Jan 2027.')
  for (const words of [
    '<title>Mission published, 20 Dec 2026</title>',
    '>20 Dec 2026</text>',
    '>Deadline 10 Jan 2027</text>',
  ])
    expect(over).toContain(words)
  const late = drawn({ record, due: [], today: '2027-01-02' })
  expect(late).toContain('published 20 Dec 2026, today 2 Jan 2027.')
  expect(drawn({ record: RECORD, due: DUE, today: null })).toContain(
    'On the calendar: published 1 Nov, Deadline 10 Nov.',
  )
})
