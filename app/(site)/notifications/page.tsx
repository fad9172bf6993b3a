import type { Metadata } from 'next'
import { NeedsScript, PageHead } from '@/components/layout/page-head'
import { NotificationGate } from '@/components/notifications/notification-gate'

export const metadata: Metadata = { title: 'Notifications', robots: { index: false } }

export default function NotificationsPage() {
  return (
    <>
      <PageHead
        title="Notifications"
        lead="What happened to your records and what waits for you. They stay on this site; nothing is sent by e-mail."
      />
      <NeedsScript without="Notifications need JavaScript, because only your wallet’s sign-in shows which are yours.">
        <NotificationGate />
      </NeedsScript>
    </>
  )
}
