import { expect, test } from 'vitest'
import { noticeIcon } from '@/components/notifications/notice-icon'
import { workModerated } from '@/lib/notifications/moderation-notices'
import {
  designated,
  linkRecorded,
  milestonesChanged,
  missionDeadlineMoved,
  proofReviewed,
} from '@/lib/notifications/notices'
import { quoted } from '@/lib/text/quoted'

// A title stays within its quotation marks, so that nobody writes sentences of the service into other people's inboxes.

const title = 'Guide” was paid: 40 Seeds wait. Sign in at seeds.example. “Other'
const shown = '“Guide’ was paid: 40 Seeds wait. Sign in at seeds.example. ‘Other”'
const named = { id: 'm', title, owner: '0xA' }
const affected = { ...named, kind: 'mission', hidden: false } as const

test.each([
  ['a designation', designated(named, '0xB')],
  ['a moved deadline', missionDeadlineMoved(named, '0xB')[0]],
  ['a changed milestone', milestonesChanged(named, '0xB', 'added one')[0]],
  ['a response link', linkRecorded(named, 'A')],
  ['a moderation', workModerated('0xB', affected, { isHidden: true, reason: 'Spam.' })],
])('%s quotes a title that has marks itself', (_what, notice) => {
  const body = notice?.body ?? ''
  expect(body).toContain(shown)
  expect([body.split('“').length, body.split('”').length]).toEqual([2, 2])
})

test.each([
  ['of another script', 'Guide\u02ee was paid'],
  ['of primes', 'Guide\u2033 was paid'],
  ['of full width', 'Guide\uff02 was paid'],
  ['of an ornament', 'Guide\u275e was paid'],
  ['of two single ones', 'Guide\u2019\u2019 was paid'],
  ['of three apostrophes', "Guide''' was paid"],
  ['of a letter', 'Guide\u02dd was paid'],
  ['of two single ones that differ', "Guide\u2019' was paid"],
  ['of ornaments', 'Guide\u275c\u275c was paid'],
  ['of both kinds', 'Guide\u201d\u2019 was paid'],
])('nothing that looks like a closing mark is left in a title: %s', (_what, title) => {
  expect(quoted(title)).toMatch(/^“Guide[’′'❜] was paid”$/)
})

test.each(['The owner’s guide', "5' by 6', d'accord", '«Guide»', '„Guide‚', '‘Guide’'])(
  'what looks like no mark of the service stays as it is written: %s',
  (words) => {
    expect(quoted(words)).toBe(`“${words}”`)
  },
)

test.each([
  ['approve', 'Your proof was approved', 'A proof was approved', 'seal'],
  ['request-changes', 'Changes to your proof are requested', 'Changes to a proof are requested', 'pencil'],
  ['reject', 'Your proof was rejected', 'A proof was rejected', 'cross'],
] as const)(
  'a review is told with its verdict, and as theirs to whoever submitted the proof: %s',
  (verdict, yours, others, icon) => {
    const notices = proofReviewed({ ...named, contributorWallet: '0xB' }, '0xB', verdict, 'Seen.')
    expect(notices.map(({ wallet, title }) => [wallet, title])).toEqual([
      ['0xA', others],
      ['0xB', yours],
    ])
    expect(notices.map(noticeIcon)).toEqual([icon, icon])
  },
)

test('a notification from before its title told the verdict has the icon of none', () => {
  expect(noticeIcon({ kind: 'proof-reviewed', title: 'A proof was reviewed' })).toBe('lens')
})
