import type { Metadata } from 'next'
import { NewRecordPage } from '@/components/record/new-record-page'

export const metadata: Metadata = { title: 'Publish a mission', robots: { index: false } }

export default function NewMissionPage() {
  return (
    <NewRecordPage
      kind="mission"
      title="Publish a mission"
      lead="Work that a community asked for in a public post: name the post, see what it says, and write down the terms, the milestones and the proof they need. Your wallet becomes the owner; whoever claims it becomes the contributor."
    />
  )
}
