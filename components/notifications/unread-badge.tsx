'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { refreshUnread, useUnread } from '@/components/notifications/unread-store'

const SHOWN_MAX = 99

/** The record of a page. */
const recordOf = (path: string): string | null =>
  /^\/(?:challenges|missions|receipts)\/([0-9a-f-]{36})$/.exec(path)?.[1] ?? null

/** The number of unread notifications on the wallet's button. It is refreshed when the page changes or becomes visible again. */
export function UnreadBadge({ wallet }: { wallet: string }) {
  const path = usePathname()
  const count = useUnread(wallet)
  useEffect(() => {
    void refreshUnread(wallet, recordOf(path))
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refreshUnread(wallet, recordOf(path))
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [wallet, path])
  if (count === 0) return null
  return (
    <span className="min-w-5 rounded-full bg-green px-1.5 text-center text-xs leading-5 font-semibold text-on-green tabular-nums">
      <span className="sr-only">, </span>
      {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
      <span className="sr-only"> unread</span>
    </span>
  )
}
