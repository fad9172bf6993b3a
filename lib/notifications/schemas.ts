import { z } from 'zod'
import { Timestamp } from '@/lib/contract/fields'
import { PageQuery } from '@/lib/contract/list'
import { isUuid } from '@/lib/id'

/** The kind that only moderators are told, and read for as long as they are moderators. */
export const MODERATORS_KIND = 'record-reported'

/** Kinds that only request an action. The action itself is listed as a turn (lib/turns) while it is open. */
export const CALL_KINDS: readonly string[] = ['decision-waiting', 'designated', 'proof-waiting', MODERATORS_KIND]

const recordId = (error: string) =>
  z.string({ error }).refine(isUuid, error).toLowerCase().optional().meta({
    format: 'uuid',
    description: 'Those that lead to this challenge, mission, project or receipt.',
  })

export const NotificationQuery = PageQuery.extend({
  recordId: recordId('This parameter must be the id of a record.'),
  unread: z.literal('true', { error: 'This parameter must be "true".' }).optional().meta({
    description: 'Only those that are unread.',
  }),
  news: z.literal('true', { error: 'This parameter must be "true".' }).optional().meta({
    description: 'Only news, without what only requests an action; `unread` counts only those too.',
  }),
})

/** An in-app notification (docs/decisions.md#notifications). */
export const NotificationView = z
  .object({
    id: z.int().positive(),
    kind: z.string().meta({ example: 'proof-reviewed' }),
    title: z.string(),
    body: z.string(),
    href: z
      .string()
      .meta({ description: 'A path of this site.', example: '/missions/019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e' }),
    read: z.boolean(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Notification' })

export type NotificationView = z.infer<typeof NotificationView>

const IDS_MAX = 500

export const MarkRead = z
  .object({
    ids: z
      .array(z.int({ error: 'This field must be a list of notification ids.' }).positive().max(2_147_483_647), {
        error: 'This field must be a list of notification ids.',
      })
      .max(IDS_MAX, `At most ${IDS_MAX} notifications at once.`)
      .optional(),
    recordId: recordId('This field must be the id of a record.'),
    calls: z
      .literal(true, { error: 'This field must be true.' })
      .optional()
      .meta({ description: 'Those that only request an action.' }),
    // "boolean-like": a form or a loosely typed client may send a word or a number.
    all: z
      .union([z.boolean(), z.enum(['true', 'false']), z.literal(0), z.literal(1)], {
        error: 'This field must be true or false.',
      })
      .optional(),
  })
  .refine(({ ids, recordId, calls, all }) => [ids, recordId, calls, all].some((named) => named !== undefined), {
    error: 'Name ids, recordId, calls, or all.',
    path: ['ids'],
  })
  .meta({ id: 'MarkRead' })
