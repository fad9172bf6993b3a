import { readById } from '@/app/file-answer'
import { answerPicture } from '@/app/picture-answer'
import { findGrowth } from '@/lib/history/growth'
import { MISSION_STATE_LABELS, milestoneLabel } from '@/lib/missions/labels'
import { getMission } from '@/lib/missions/queries'

export const dynamic = 'force-dynamic'

/** The mission's state, its milestones and its deadline. */
export async function GET(request: Request, { params }: RouteContext<'/missions/[id]/picture.png'>) {
  const { id } = await params
  return answerPicture(request, async (words) => {
    const mission = await readById(id, getMission)
    return {
      kind: 'mission',
      facts: {
        growth: await findGrowth(mission.id),
        title: words(mission.title, 'A mission'),
        state: MISSION_STATE_LABELS[mission.state],
        milestones: mission.milestones.map((milestone) => ({
          id: milestone.id,
          title: words(milestone.title, `Milestone ${milestone.position}`),
          label: milestoneLabel(milestone, mission.receiptId !== null),
        })),
        deadline: mission.receiptId ? null : mission.deadline,
      },
    }
  })
}
