'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/forms/button'
import { noticeIcon } from '@/components/notifications/notice-icon'
import { FoldSummary } from '@/components/ui/fold'
import { Icon } from '@/components/ui/icon'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import type { NotificationView } from '@/lib/notifications/schemas'

interface EntryProps {
  readonly notification: NotificationView
  /** Earlier notifications of the same record. */
  readonly earlier?: readonly NotificationView[]
  readonly onRead: (notification: NotificationView) => void
}

/** One notification, then the earlier ones of the same record. Following its link marks it as read. */
export function NotificationEntry({ notification, earlier = [], onRead }: EntryProps) {
  const { title, body, href, read, createdAt } = notification
  const entry = useRef<HTMLLIElement>(null)
  const markRead = () => {
    // The button is removed, so the focus moves to the notification's link.
    entry.current?.querySelector('a')?.focus()
    onRead(notification)
  }
  return (
    <li
      ref={entry}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-b border-rule py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <Icon name={noticeIcon(notification)} className={`mt-1 size-5 ${read ? 'text-ink-soft' : 'text-green'}`} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only listens to the link inside, which takes keys by itself. */}
      <div
        className="min-w-0"
        onClick={(event) => {
          if (!read && event.target instanceof Element && event.target.closest('a')) onRead(notification)
        }}
      >
        <p className={`flex flex-wrap items-baseline gap-x-3 ${read ? '' : 'font-semibold'}`}>
          <TextLink href={href}>{title}</TextLink>
          {read ? null : (
            <span className="rounded-sm border border-green/60 px-1.5 text-xs font-semibold text-green">New</span>
          )}
        </p>
        <p className="max-w-prose text-ink-soft [overflow-wrap:anywhere]">{body}</p>
        <p className="text-sm text-ink-soft">
          <Moment at={createdAt} />
        </p>
      </div>
      {read ? null : (
        <div className="max-sm:col-start-2 sm:-mt-2">
          <Button kind="quiet" onClick={markRead}>
            Mark as read<span className="sr-only">: {title}</span>
          </Button>
        </div>
      )}
      {earlier.length > 0 ? <Earlier items={earlier} onRead={onRead} /> : null}
    </li>
  )
}

function Earlier({ items, onRead }: Pick<EntryProps, 'onRead'> & { items: readonly NotificationView[] }) {
  // Only the first state: the group must not close around the focus when its last unread entry is marked as read.
  const [isOpenAtFirst] = useState(() => items.some((item) => !item.read))
  return (
    <details open={isOpenAtFirst} className="col-start-2 -col-end-1 mt-2 min-w-0">
      <FoldSummary look="text-sm font-semibold text-ink-soft">{items.length} earlier on the same record</FoldSummary>
      <ul className="border-t border-rule">
        {items.map((item) => (
          <NotificationEntry key={item.id} notification={item} onRead={onRead} />
        ))}
      </ul>
    </details>
  )
}
