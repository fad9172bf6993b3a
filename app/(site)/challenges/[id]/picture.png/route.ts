import { readById } from '@/app/file-answer'
import { answerPicture } from '@/app/picture-answer'
import { CHALLENGE_STATE_LABELS, challengeSteps } from '@/lib/challenges/labels'
import { getChallenge } from '@/lib/challenges/queries'
import type { ChallengeRecord } from '@/lib/challenges/schemas'
import { findGrowth } from '@/lib/history/growth'

export const dynamic = 'force-dynamic'

const DEADLINE_NAMES = { submissionDeadline: 'open until', decisionDeadline: 'decision due' } as const

/** Side A versus side B, the state, and the deadline that counts now. */
export async function GET(request: Request, { params }: RouteContext<'/challenges/[id]/picture.png'>) {
  const { id } = await params
  return answerPicture(request, async (words) => {
    const challenge = await readById(id, getChallenge)
    return {
      kind: 'challenge',
      facts: {
        growth: await findGrowth(challenge.id),
        title: words(challenge.title, 'A challenge'),
        sides: { A: words(challenge.contenderA, 'Side A'), B: words(challenge.contenderB, 'Side B') },
        chosen: challenge.decision?.verification ? challenge.decision.side : null,
        state: CHALLENGE_STATE_LABELS[challenge.state],
        deadline: deadlineNow(challenge),
      },
    }
  })
}

function deadlineNow(challenge: ChallengeRecord) {
  const until = challengeSteps(challenge).find((step) => step.until !== null)?.until
  return until ? { name: DEADLINE_NAMES[until], day: challenge[until] } : null
}
