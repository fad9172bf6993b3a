import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Deadline } from '@/components/ui/times'

// The machine-readable end of a day (RFC 3339 has four digits for a year) beside the words that people read.

test.each([
  ['2026-12-08', '2026-12-09T00:00:00.000Z', 'Tue', '8 Dec 2026'],
  ['9999-12-31', '9999-12-31T23:59:59.999Z', 'Fri', '31 Dec 9999'],
])('a deadline of %s ends at %s', (day, end, weekday, words) => {
  const html = renderToStaticMarkup(createElement(Deadline, { day }))
  expect([...html.matchAll(/dateTime="([^"]*)"/gi)].map(([, value]) => value)).toEqual([end])
  expect(html.replaceAll(/<[^>]*>/g, '')).toMatch(new RegExp(`^${weekday} ${words}, midnight UTC`))
})
