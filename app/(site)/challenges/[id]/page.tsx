import type { Metadata } from 'next'
import { cache } from 'react'
import { besideById, findShown, foundById } from '@/app/found'
import { recordMetadata } from '@/app/record-metadata'
import { ChallengeRecord } from '@/components/challenges/challenge-record'
import { CHALLENGE_STATE_LABELS, sidesOf } from '@/lib/challenges/labels'
import { getChallengePage } from '@/lib/challenges/queries'
import { now, utcDay } from '@/lib/clock'
import { getDiscussion } from '@/lib/community/queries'
import { platformInfo } from '@/lib/platform/urls'
import { excerpt } from '@/lib/text/excerpt'
import { quoted } from '@/lib/text/quoted'

const read = cache((id: string) => foundById(id, getChallengePage))

type Props = PageProps<'/challenges/[id]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const challenge = await read((await params).id)
  const title = `Challenge: ${challenge.title}`
  const description = `${CHALLENGE_STATE_LABELS[challenge.state].word}. ${sidesOf(challenge)}: ${quoted(excerpt(challenge.prompt))}`
  return recordMetadata({ path: `/challenges/${challenge.id}`, title, description })
}

export default async function ChallengePage({ params }: Props) {
  const { id } = await params
  const [challenge, discussion] = await Promise.all([
    read(id),
    besideById(id, (known) => findShown(getDiscussion(known))),
  ])
  const today = utcDay(now())
  return <ChallengeRecord challenge={challenge} discussion={discussion} today={today} platform={platformInfo()} />
}
