import { pageMetadata } from '@/app/record-metadata'
import { StatusBoard } from '@/components/status/status-board'
import { readPlatformStatus } from '@/lib/platform/queries'
import { serviceKey } from '@/lib/signing/ed25519'
import { readStatus } from '@/lib/status/facts'

export const generateMetadata = () =>
  pageMetadata({
    path: '/status',
    title: 'Status',
    description: 'How the parts of this service are, what is configured and what is not.',
  })

export default async function StatusPage() {
  // The facts already report a database that does not respond.
  const connector = readPlatformStatus().catch(() => null)
  const [facts, key] = await Promise.all([readStatus(), serviceKey()])
  return <StatusBoard facts={facts} serviceKey={key} connector={await connector} />
}
