import { ChallengeEntry } from '@/components/challenges/challenge-entry'
import { ListPage, type ListState } from '@/components/record/list-page'
import { Empty } from '@/components/ui/empty'
import { TextLink } from '@/components/ui/text-link'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { CHALLENGE_STATES } from '@/lib/challenges/states'
import type { Growths } from '@/lib/history/growth'

const STATES = CHALLENGE_STATES.map((state) => [state, CHALLENGE_STATE_LABELS[state]] as const)

/** What the list is, for people and for search engines. */
export const CHALLENGES = {
  path: '/challenges',
  title: 'Challenges',
  lead: 'Two ideas compete over one question. A community talks it over in the open, and what it decides is signed for.',
} as const

/** The whole list page. */
export function ChallengeList({
  challenges,
  growths,
  ...list
}: ListState & { challenges: readonly ChallengeView[]; growths: Growths }) {
  return (
    <ListPage
      {...list}
      {...CHALLENGES}
      kind="challenge"
      publish="Publish a challenge"
      only={[['needs', 'response', 'Needs a response']]}
      states={STATES}
      empty={
        <Empty title="No challenges yet.">
          Any wallet can <TextLink href="/challenges/new">publish the first</TextLink>.
        </Empty>
      }
    >
      {challenges.map((challenge) => (
        <ChallengeEntry key={challenge.id} challenge={challenge} growth={growths.get(challenge.id)} level="h2" />
      ))}
    </ListPage>
  )
}
