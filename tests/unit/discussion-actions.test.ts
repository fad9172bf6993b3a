import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Discussion } from '@/components/discussion/discussion'
import { type DiscussionRecord, discussionActions } from '@/components/discussion/discussion-actions'
import { changedAt } from '@/components/discussion/news'
import type { DiscussionView } from '@/lib/community/schemas'
import { challenge, LINKED, TODAY } from '@/tests/support/records'

const OWNER = `0x${'a'.repeat(40)}`
const MODERATOR = `0x${'c'.repeat(40)}`
const PLATFORM = { mode: 'publishing', host: 'community.example' } as const
const NOWHERE = { mode: 'off', host: null } as const
const LINKED_AT = '2026-11-20T10:00:00.000Z'
const READ_AT = '2026-11-20T11:00:00.000Z'

const viewer = (address: string) => ({
  address,
  isVerifier: false,
  isAdmin: address === MODERATOR,
  expiresAt: '2026-11-28T00:00:00.000Z',
})

const link: NonNullable<DiscussionView['link']> = {
  challengeId: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e',
  channel: 'lobby',
  originPostUrl: null,
  threadUrl: 'https://community.example/board/lobby/42',
  linkedBy: OWNER,
  linkedAt: LINKED_AT,
  lastSync: null,
}
const read = { ...link, lastSync: { at: READ_AT, status: 'complete', imported: 0, message: null } } as const

const record = (discussion: Partial<DiscussionView>, over: Partial<DiscussionRecord> = {}): DiscussionRecord => ({
  updatedAt: LINKED_AT,
  discussion: { link: null, proposals: [], posts: [], ...discussion },
  challenge: { state: 'DRAFT', owner: OWNER },
  access: { isLinked: true, seeds: 0 },
  ...over,
})

/** What a wallet may do; what is left folded stands in brackets. */
const possible = (from: DiscussionRecord, who = OWNER, platform: Parameters<typeof discussionActions>[2] = PLATFORM) =>
  discussionActions(from, viewer(who), platform)
    .filter(({ refusal }) => refusal === null)
    .map(({ name, aside }) => (aside ? `(${name})` : name))
    .join()

describe('what can be done about a discussion', () => {
  test('whoever may not announce for want of a Muse is led to where one is linked', () => {
    const announce = (from: DiscussionRecord, who = OWNER) =>
      discussionActions(from, viewer(who), PLATFORM).find(({ name }) => name === 'announce')
    const without = { access: { isLinked: false, seeds: 3 } }
    expect(announce(record({}, without))?.remedy?.href).toBe('/muse')
    expect(announce(record({}, without), MODERATOR)?.remedy).toBeUndefined()
    expect(
      announce(record({}, { ...without, challenge: { state: 'CANCELLED', owner: OWNER } }))?.remedy,
    ).toBeUndefined()
  })

  test('by its owner, along the way', () => {
    expect(possible(record({}))).toBe('(link-thread),(announce)')
    expect(possible(record({ link: { ...link, threadUrl: null } }))).toBe('(link-thread),(announce)')
    expect(possible(record({ link }))).toBe('(link-thread),sync,(announce)')
    expect(possible(record({ link: read }))).toBe('(link-thread),(sync),(announce)')
  })

  test('by its owner, once the announcement was sent: linking another thread only while none is known', () => {
    const posts: DiscussionView['posts'] = [
      {
        id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8f',
        kind: 'announce',
        text: 'Challenge',
        url: 'https://community.example/board/lobby/43',
        postId: '43',
        sentAt: LINKED_AT,
      },
    ]
    expect(possible(record({ link, posts }))).toBe('sync')
    expect(possible(record({ link: { ...link, threadUrl: null }, posts }))).toBe('(link-thread)')
  })

  test('by its owner, where the thread is on another platform or erased: linking another one alone, also once it has begun', () => {
    for (const host of ['another.example', 'community.example:8443']) {
      expect(possible(record({ link: read }), OWNER, { mode: 'publishing', host })).toBe('(link-thread)')
      expect(possible(record({ link: read }), MODERATOR, { mode: 'publishing', host })).toBe('')
    }
    const erased = { ...read, threadUrl: `https://erased.invalid/${'ab'.repeat(32)}` }
    expect(possible(record({ link: erased }))).toBe('(link-thread)')
  })

  test('by a moderator: announcing alone', () => {
    expect(possible(record({ link }), MODERATOR)).toBe('(announce)')
  })

  test('by nobody, once the challenge has ended or where no platform is connected', () => {
    const ended = record({ link }, { challenge: { state: 'CANCELLED', owner: OWNER } })
    expect(possible(ended)).toBe('')
    expect(possible(ended, MODERATOR)).toBe('')
    expect(possible(record({ link }), OWNER, NOWHERE)).toBe('')
  })

  test('an announcement asks of an owner a Muse or ten Seeds, of a moderator nothing', () => {
    const poor = { access: { isLinked: false, seeds: 9 } }
    expect(possible(record({}, poor))).toBe('(link-thread)')
    expect(possible(record({}, { access: { isLinked: false, seeds: 10 } }))).toBe('(link-thread),(announce)')
    expect(possible(record({}, poor), MODERATOR)).toBe('(announce)')
  })
})

test('a discussion changed last when the newest of its moments was, or its challenge', () => {
  const { discussion } = record({ link: read })
  expect(changedAt(discussion)).toBe(READ_AT)
  expect(changedAt(discussion, '2026-11-20T12:00:00.000Z')).toBe('2026-11-20T12:00:00.000Z')
  expect(changedAt(record({}).discussion)).toBe('')
})

test.each([
  ['a draft', challenge('DRAFT'), true],
  ['a draft whose submission day has ended', challenge('DRAFT', { submissionDeadline: '2026-11-20' }), false],
  ['one with both links', challenge('OPEN', LINKED), false],
  ['one with a side that was freed', challenge('OPEN', { submissions: { ...LINKED.submissions, B: null } }), true],
  ['one that awaits its decision', challenge('AWAITING_DECISION', LINKED), false],
])('that a reply may become a response is said only where a side takes one: %s', (_what, of, isSaid) => {
  const discussion = { link: null, proposals: [], posts: [] }
  const shown = { challenge: of, discussion, platform: PLATFORM, today: TODAY }
  const html = renderToStaticMarkup(createElement(Discussion, shown))
  expect(html).toContain('Not linked to a discussion yet.')
  expect(html.includes('the owner may accept one as a side’s response')).toBe(isSaid)
})
