import type { Metadata } from 'next'
import { NewChallengeIsland } from '@/components/challenges/new-challenge-island'
import { NewRecordPage } from '@/components/record/new-record-page'
import { now, utcDay } from '@/lib/clock'

// It knows the day.
export const dynamic = 'force-dynamic'

export const metadata: Metadata = { title: 'Publish a challenge', robots: { index: false } }

export default function NewChallengePage() {
  return (
    <NewRecordPage
      kind="Challenges"
      href="/challenges"
      title="Publish a challenge"
      lead="Two responses contend for one question, and your community decides in the open. Your wallet becomes its owner: you record what was decided, and a verifier signs for it."
    >
      <NewChallengeIsland today={utcDay(now())} />
    </NewRecordPage>
  )
}
