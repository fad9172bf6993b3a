import { answerFeed } from '@/app/feed-answer'
import { fileOptions } from '@/app/file-answer'
import { missionEntry } from '@/lib/feeds/entries'
import { listMissions } from '@/lib/missions/queries'

export const dynamic = 'force-dynamic'

export const OPTIONS = fileOptions

export const GET = (request: Request) =>
  answerFeed(request, 'missions', 'Terms, milestones, proof and reviews. Newest first.', async (base, limit) => {
    const { missions } = await listMissions({ limit })
    return missions.map((mission) => missionEntry(mission, base))
  })
