import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Lists } from '@/components/me/me-panel'
import { turnKey } from '@/components/me/turn-entry'
import type { MeView, TurnView } from '@/lib/turns/schemas'
import { OWNER, proof } from '@/tests/support/records'

// What /me says of lists that are cut, and of those that are empty.

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

const review: TurnView = {
  kind: 'review',
  recordType: 'mission',
  recordId: proof.missionId,
  title: 'Do it',
  action: 'Review the waiting proof',
  href: `/missions/${proof.missionId}#act`,
  dueAt: null,
  since: '2026-11-20T00:00:00.000Z',
}
const me: MeView = {
  turns: [],
  drafts: [],
  waiting: [],
  signatures: [],
  receipts: [],
  queue: { review: 0, reports: 0 },
  unread: 0,
  roles: { isVerifier: true, isAdmin: true },
  more: false,
}
const shown = (over: Partial<MeView>) =>
  renderToStaticMarkup(createElement(Lists, { me: { ...me, ...over }, wallet: OWNER, again: () => {} }))
const EMPTY = ['Nothing waits for you.', 'Nothing waits for your review.', 'No report is open.', 'waits for others.']

test('it says that a list is empty only where nothing was left out', () => {
  const said = (html: string) => EMPTY.filter((words) => textOf(html).includes(words))
  expect(said(shown({}))).toEqual(EMPTY)
  // A hundred reviews leave no room for three reports, and none for an offer.
  const reviews = Array.from({ length: 100 }, (_, place) => ({ ...review, recordId: String(place) }))
  const full = shown({ turns: reviews, queue: { review: 100, reports: 3 }, more: true })
  expect(said(full)).toEqual(['waits for others.'])
  expect(textOf(full)).toContain('Nothing of what is shown here waits for others.')
  expect(textOf(full)).toContain('3 wait, for which there is no room here.')
  expect(textOf(full)).toContain('No turn of yours is among what is shown here.')
})

test('it does not say that nothing waits above a queue that does', () => {
  const other = textOf(shown({ turns: [review], queue: { review: 1, reports: 0 } }))
  expect(other).not.toContain('Nothing waits for you.')
  expect(other).toContain('None of your own records waits for you.')
})

test('it names where each list stands in full, and which end of it is shown', () => {
  const more = shown({ more: true })
  expect(textOf(more)).toContain(
    'the newest of your records and the oldest of what waits for a verifier or a moderator',
  )
  const whole = (html: string) => linksOf(/<[^>]*>There is more than[\s\S]*?<\/(?:p|div)>/.exec(html)?.[0] ?? '')
  const own = [`/wallets/${OWNER}`, `/missions?contributor=${OWNER}`]
  expect(whole(more)).toEqual([...own, '/review', '/moderation'])
  expect(whole(shown({ more: true, roles: { isVerifier: false, isAdmin: false } }))).toEqual(own)
  expect(whole(shown({}))).toEqual([])
})

test('two reports of one record are two lines, each with a key of its own', () => {
  const report: TurnView = { ...review, kind: 'report', action: 'Look at the report', href: '/moderation' }
  const turns = [report, { ...report, since: '2026-11-20T00:00:00.001Z' }]
  expect(new Set(turns.map(turnKey)).size).toBe(2)
  expect(textOf(shown({ turns, queue: { review: 0, reports: 2 } })).split('Look at the report')).toHaveLength(3)
})
