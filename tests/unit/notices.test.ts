import { expect, test } from 'vitest'
import { workModerated } from '@/lib/notifications/moderation-notices'
import { designated, linkRecorded, milestonesChanged, missionDeadlineMoved } from '@/lib/notifications/notices'

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
