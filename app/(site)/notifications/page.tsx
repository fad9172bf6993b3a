import type { Metadata } from 'next'
import { NotificationGate } from '@/components/notifications/notification-gate'
import { Notice } from '@/components/ui/notice'

// The frame's words are known only while the service runs, so this page is not made while building.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Notifications', robots: { index: false } }

export default function NotificationsPage() {
  return (
    <>
      <header className="oxford-rule pt-6">
        <h1 className="text-4xl">Notifications</h1>
        <p className="mt-3 max-w-prose text-lg text-ink-soft">
          What happened to your records and what waits for you. They stay on this site; nothing is sent by e-mail.
        </p>
      </header>
      <div className="needs-script mt-8">
        <NotificationGate />
      </div>
      <noscript>
        <Notice tone="warning" className="mt-8">
          Notifications need JavaScript, because only your wallet’s sign-in shows which are yours.
        </Notice>
      </noscript>
    </>
  )
}
