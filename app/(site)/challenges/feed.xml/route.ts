import { answerFile } from '@/app/file-answer'
import { listChallenges } from '@/lib/challenges/queries'
import { appUrl, serviceName } from '@/lib/env'
import { atomDocument, feedUpdatedAt } from '@/lib/feeds/atom'
import { challengeEntry } from '@/lib/feeds/entries'

export const dynamic = 'force-dynamic'

const ENTRIES_MAX = 50

export function GET(request: Request) {
  return answerFile(request, async () => {
    const base = appUrl()
    const { challenges } = await listChallenges({ limit: ENTRIES_MAX })
    const entries = challenges.map((challenge) => challengeEntry(challenge, base))
    const feed = {
      title: `${serviceName()}: challenges`,
      subtitle: 'Two competing responses each; a community decides. Newest first.',
      self: `${base}/challenges/feed.xml`,
      page: `${base}/challenges`,
      entries,
    }
    return {
      body: atomDocument(feed),
      type: 'application/atom+xml; charset=utf-8',
      maxAgeSeconds: 60,
      changedAt: feedUpdatedAt(entries),
    }
  })
}
