import { z } from 'zod'
import { read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import {
  DismissReport,
  HidingQuery,
  HidingView,
  ModerateRecord,
  ModerationView,
  ReportQuery,
  ReportRecord,
  ReportView,
  TombstoneQuery,
  TombstoneView,
} from '@/lib/moderation/schemas'

const tag = 'Earlier interface'
const EXAMPLE_ID = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'

export const moderateRecord = write({
  operationId: 'moderateRecord',
  path: '/api/moderation',
  tag,
  access: 'admin',
  limit: 'verifier',
  summary: 'Hide a record, or bring it back.',
  description:
    'A hidden record reads 404, takes no writes (410) and is in no list, feed or search; nothing is deleted. Its open Seeds are reversed, and credited anew when it is restored. A waiting proof that is hidden leaves its mission where another can be submitted. Each action is in the history of the record, or of the challenge or mission that it is a part of (a `muse-link` has no history); what that history tells of a hidden part is withheld meanwhile. A receipt stays as it was issued, and goes with its mission. Of a hidden response link the URL is withheld; while its challenge is `DRAFT` or `OPEN` the side is free for another link, and once it has one the hidden link cannot be restored (409). A response link and the proposal that it came from are two records: each is hidden by itself; so are a challenge and the mission that came from it, whose title and summary are those of the challenge. Of a hidden `muse-link` the reason that was given for its end is withheld.',
  body: ModerateRecord,
  returns: z.object({ moderation: ModerationView }),
  errors: ['forbidden', 'not_found', 'conflict'],
  example: { recordType: 'proof', recordId: EXAMPLE_ID, action: 'hide', reason: 'The link leads to malware.' },
})

export const listHidings = read({
  operationId: 'listHidings',
  path: '/api/moderation',
  tag,
  access: 'admin',
  summary: 'List what moderators hid and restored, newest first.',
  query: HidingQuery,
  returns: z.object({ hidings: z.array(HidingView), nextCursor: NextCursor }),
  errors: ['forbidden'],
})

export const getTombstone = read({
  operationId: 'getTombstone',
  path: '/api/v1/moderation/tombstone',
  tag: 'Service',
  access: 'wallet',
  summary: 'Read who hid a record, when and why.',
  description:
    'For the owner, the contributor, whoever made or reported the hidden record, and moderators. To every other wallet the record does not exist: 404, with the same bytes.',
  query: TombstoneQuery,
  returns: z.object({ tombstone: TombstoneView }),
  errors: ['not_found'],
})

export const reportRecord = write({
  operationId: 'reportRecord',
  path: '/api/moderation/reports',
  tag,
  access: 'wallet',
  summary: 'Ask the moderators to look at a record.',
  description: 'Once per wallet and record. The moderators are told; who reported it, and why, only they see.',
  body: ReportRecord,
  returns: z.object({ report: ReportView }),
  errors: ['not_found', 'expired', 'conflict'],
  example: { recordType: 'mission', recordId: EXAMPLE_ID, reason: 'It asks for a private key.' },
})

export const listReports = read({
  operationId: 'listReports',
  path: '/api/moderation/reports',
  tag,
  access: 'admin',
  summary: 'List what was reported, newest first.',
  query: ReportQuery,
  returns: z.object({ reports: z.array(ReportView), nextCursor: NextCursor }),
  errors: ['forbidden'],
})

export const dismissReport = write({
  operationId: 'dismissReport',
  path: '/api/moderation/reports/{id}/dismiss',
  tag,
  access: 'admin',
  limit: 'verifier',
  summary: 'Settle a report without hiding anything.',
  body: DismissReport,
  returns: z.object({ report: ReportView }),
  errors: ['forbidden', 'not_found', 'conflict'],
  example: { reason: 'It keeps to the rules.' },
})
