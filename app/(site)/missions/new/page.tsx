import type { Metadata } from 'next'
import { NewRecordPage } from '@/components/record/new-record-page'

// It knows the day.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Publish a mission', robots: { index: false } }

export default function NewMissionPage() {
  return (
    <NewRecordPage
      kind="mission"
      title="Publish a mission"
      lead="Work that a community asked for in a public post: its terms, its milestones and the proof they need. Your wallet becomes its owner; whoever claims it becomes its contributor."
    />
  )
}
