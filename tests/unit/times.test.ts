import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { distance } from '@/components/ui/local-time'
import { Deadline } from '@/components/ui/times'
import { MINUTE_MS } from '@/lib/durations'

// The machine-readable end of a day (RFC 3339 has four digits for a year) beside the words that people read.

test.each([
  ['2026-12-08', '2026-12-09T00:00:00.000Z', 'Tue', '8 Dec 2026'],
  ['9999-12-31', '9999-12-31T23:59:59.999Z', 'Fri', '31 Dec 9999'],
])('a deadline of %s ends at %s', (day, end, weekday, words) => {
  const html = renderToStaticMarkup(createElement(Deadline, { day }))
  expect([...html.matchAll(/dateTime="([^"]*)"/gi)].map(([, value]) => value)).toEqual([end])
  expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(new RegExp(`^${weekday} ${words}, midnight UTC`))
})

test('how far off a time is names no day of the reader’s calendar', () => {
  const hours = [-72, -47, -25, -1, 1, 24, 25, 47, 48, 72]
  expect(hours.map((off) => distance(off * 60 * MINUTE_MS, 0))).toEqual([
    '3 days ago',
    '47 hours ago',
    '25 hours ago',
    '1 hour ago',
    'in 1 hour',
    'in 24 hours',
    'in 25 hours',
    'in 47 hours',
    'in 2 days',
    'in 3 days',
  ])
  expect([-1, 0, 59].map((off) => distance(off * MINUTE_MS, 0))).toEqual(['1 minute ago', 'just now', 'in 59 minutes'])
})
