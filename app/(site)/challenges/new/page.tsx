import type { Metadata } from 'next'
import { NewRecordPage } from '@/components/record/new-record-page'

export const metadata: Metadata = { title: 'Publish a challenge', robots: { index: false } }

export default function NewChallengePage() {
  return (
    <NewRecordPage
      kind="challenge"
      title="Publish a challenge"
      lead="Two ideas compete over one question, and your community decides in the open. Your wallet becomes its owner: you record what was decided, and a verifier signs for it."
    />
  )
}
