import type { Metadata } from 'next'
import { NewProjectIsland } from '@/components/projects/new-project-island'
import { NewRecordPage } from '@/components/record/new-record-page'
import { now, utcDay } from '@/lib/clock'
import { platformHost } from '@/lib/platform/urls'

// It knows the day.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Start a project', robots: { index: false } }

export default function NewProjectPage() {
  return (
    <NewRecordPage
      kind="Projects"
      href="/projects"
      title="Start a project from a post"
      lead="A public post on the community platform is where it begins: name it, see what it says, and write down the terms. Your wallet becomes the owner; others pledge, fund, decide and bring evidence."
    >
      <NewProjectIsland today={utcDay(now())} platformHost={platformHost()} />
    </NewRecordPage>
  )
}
