import { z } from 'zod'
import { Timestamp } from '@/lib/contract/fields'

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
    // "boolean-like": a form or a loose client may send the word or the number.
    all: z
      .union([z.boolean(), z.enum(['true', 'false']), z.literal(0), z.literal(1)], {
        error: 'This field must be true or false.',
      })
      .optional(),
  })
  .refine((body) => body.ids !== undefined || body.all !== undefined, { error: 'Name ids, or all.', path: ['ids'] })
  .meta({ id: 'MarkRead' })
