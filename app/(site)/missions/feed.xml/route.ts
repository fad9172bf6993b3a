import { answerFile } from '@/app/file-answer'
import { appUrl, serviceName } from '@/lib/env'
import { atomDocument, feedUpdatedAt } from '@/lib/feeds/atom'
import { missionEntry } from '@/lib/feeds/entries'
import { listMissions } from '@/lib/missions/queries'

export const dynamic = 'force-dynamic'

const ENTRIES_MAX = 50

export function GET(request: Request) {
  return answerFile(request, async () => {
    const base = appUrl()
    const { missions } = await listMissions({ limit: ENTRIES_MAX })
    const entries = missions.map((mission) => missionEntry(mission, base))
    const feed = {
      title: `${serviceName()}: missions`,
      subtitle: 'Terms, milestones, proof and reviews. Newest first.',
      self: `${base}/missions/feed.xml`,
      page: `${base}/missions`,
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
