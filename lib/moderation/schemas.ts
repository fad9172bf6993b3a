import { z } from 'zod'
import { Id, Reason, Timestamp, Wallet } from '@/lib/contract/fields'
import { PageQuery } from '@/lib/contract/list'

/** The types of records that can be hidden. `evidence` is an evidence file or an evidence record of a project. */
export const RECORD_TYPES = [
  'challenge',
  'mission',
  'proof',
  'proposal',
  'evidence',
  'commitment',
  'funding',
  'decision',
  'submission',
  'muse-link',
  'release',
] as const
export type RecordType = (typeof RECORD_TYPES)[number]

const MODERATION_ACTIONS = ['hide', 'restore'] as const
const REPORT_STATES = ['open', 'hidden', 'dismissed'] as const

const RecordTypeWord = z.enum(RECORD_TYPES, { error: 'This field must be a type of record.' }).meta({
  description:
    'A battle is a `challenge`, a project a `mission`; `evidence` is an evidence file or an evidence record; `decision` a reviewer’s decision on a project; `submission` a side’s response link; `muse-link` the reason that was given for the end of a Muse link; `release` the reason why a claim was released, by the `releaseId` of its event.',
})

// Any other text names a record that does not exist: 404, as in a path.
const AnyRecordId = z.string({ error: 'This field must be the id of a record.' }).meta({ format: 'uuid' })

export const ModerateRecord = z
  .object({
    recordType: RecordTypeWord,
    recordId: AnyRecordId,
    action: z.enum(MODERATION_ACTIONS, { error: 'This field must be "hide" or "restore".' }),
    reason: Reason.meta({
      description:
        'Public, and for good: it stands in the history. A `muse-link` has none: its wallet, who ended it, reporters and moderators read it.',
    }),
  })
  .meta({ id: 'ModerateRecord' })

export const ReportRecord = z
  .object({
    recordType: RecordTypeWord,
    recordId: AnyRecordId,
    reason: Reason.meta({ description: 'What a moderator should look at. Moderators alone read it.' }),
  })
  .meta({ id: 'ReportRecord' })

export const DismissReport = z
  .object({ reason: Reason.meta({ description: 'The wallet that reported it is told.' }) })
  .meta({ id: 'DismissReport' })

export const HidingQuery = PageQuery.extend({
  state: z.enum(['hidden', 'restored'], { error: 'This parameter must be "hidden" or "restored".' }).optional(),
})

export const ReportQuery = PageQuery.extend({
  state: z.enum(REPORT_STATES, { error: 'This parameter must be the state of a report.' }).optional(),
})

export const ModerationView = z
  .object({
    recordType: z.enum(RECORD_TYPES),
    recordId: Id,
    action: z.enum(MODERATION_ACTIONS),
    reason: z.string(),
    hidden: z.boolean(),
    moderator: Wallet,
    at: Timestamp,
    seeds: z.int().meta({ description: 'What it came to in the ledger: below zero what was reversed.' }),
  })
  .meta({ id: 'Moderation' })

/** What moderators see of a record. */
const about = {
  recordType: z.enum(RECORD_TYPES),
  recordId: Id,
  challengeId: Id.nullable().meta({ description: 'The challenge that it is, or is a part of.' }),
  missionId: Id.nullable().meta({ description: 'The mission that it is, or is a part of.' }),
  title: z.string().meta({ description: 'Of that challenge or mission; of a Muse link the Muse and the wallet.' }),
  excerpt: z.string().nullable().meta({ description: 'The beginning of what the record says.' }),
}

/** The pages that can be hidden: a receipt is hidden with its mission. */
const TombstoneType = z.enum([...RECORD_TYPES, 'receipt'], { error: 'This parameter must be a type of record.' })

export const TombstoneQuery = z.object({
  recordType: TombstoneType.meta({
    description: 'A battle is a `challenge`, a project a `mission`; a `receipt` goes with its mission.',
  }),
  recordId: z.string({ error: 'This parameter must be the id of a record.' }).meta({ format: 'uuid' }),
})

/** What the parties of a hidden record can read about the hiding. */
export const TombstoneView = z
  .object({
    ...about,
    reason: z.string(),
    hiddenBy: Wallet,
    hiddenAt: Timestamp,
    seeds: z.int().max(0).meta({ example: -10, description: 'What was reversed in the ledger because of it.' }),
    restorable: z.boolean().meta({ description: 'Whether the asking wallet may restore it.' }),
  })
  .meta({ id: 'Tombstone' })
export type TombstoneView = z.infer<typeof TombstoneView>

export const HidingView = z
  .object({
    id: Id,
    ...about,
    hidden: z.boolean(),
    reason: z.string(),
    hiddenBy: Wallet,
    hiddenAt: Timestamp,
    restoreReason: z.string().nullable(),
    restoredBy: Wallet.nullable(),
    restoredAt: Timestamp.nullable(),
  })
  .meta({ id: 'Hiding' })

export const ReportView = z
  .object({
    id: Id,
    ...about,
    reason: z.string(),
    reportedBy: Wallet,
    reportedAt: Timestamp,
    state: z.enum(REPORT_STATES),
    settledBy: Wallet.nullable(),
    settledAt: Timestamp.nullable(),
    settleReason: z.string().nullable(),
  })
  .meta({ id: 'Report' })

export type HidingView = z.infer<typeof HidingView>
export type ReportView = z.infer<typeof ReportView>
