import { answerFeed } from '@/app/feed-answer'
import { fileOptions } from '@/app/file-answer'
import { listChallenges } from '@/lib/challenges/queries'
import { challengeEntry } from '@/lib/feeds/entries'

export const dynamic = 'force-dynamic'

export const OPTIONS = fileOptions

export const GET = (request: Request) =>
  answerFeed(
    request,
    'challenges',
    'Two competing responses each; a community decides. Newest first.',
    async (base, limit) => {
      const { challenges } = await listChallenges({ limit })
      return challenges.map((challenge) => challengeEntry(challenge, base))
    },
  )
