import { z } from 'zod'
import { read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { MarkRead, NotificationQuery, NotificationView } from '@/lib/notifications/schemas'

const tag = 'Notifications'

export const listNotifications = read({
  operationId: 'listNotifications',
  path: '/api/v1/notifications',
  tag,
  access: 'wallet',
  summary: "Read the caller's notifications, newest first.",
  query: NotificationQuery,
  returns: z.object({
    notifications: z.array(NotificationView),
    unread: z
      .int()
      .nonnegative()
      .meta({ description: 'How many of all are unread; of all news, where only news was asked for.' }),
    nextCursor: NextCursor,
  }),
})

export const markNotificationsRead = write({
  operationId: 'markNotificationsRead',
  path: '/api/v1/notifications/read',
  tag,
  access: 'wallet',
  summary: 'Mark some, those of a record, the calls to action, or all of the caller’s notifications as read.',
  description: "Other wallets' ids are passed over.",
  body: MarkRead,
  returns: z.object({ unread: z.int().nonnegative() }),
  example: { all: true },
})
