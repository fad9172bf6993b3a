import type { Metadata } from 'next'
import { NewRecordPage } from '@/components/record/new-record-page'

// It knows the day.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Start a project', robots: { index: false } }

export default function NewProjectPage() {
  return (
    <NewRecordPage
      kind="project"
      title="Start a project from a post"
      lead="A public post on the community platform is where it begins: name it, see what it says, and write down the terms. Your wallet becomes the owner; others pledge, fund, decide and bring evidence."
    />
  )
}
