import { MissionEntry } from '@/components/missions/mission-entry'
import { ListPage, type ListState } from '@/components/record/list-page'
import { Empty } from '@/components/ui/empty'
import { TextLink } from '@/components/ui/text-link'
import type { Growths } from '@/lib/history/growth'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { MissionView } from '@/lib/missions/schemas'
import { MISSION_STATES } from '@/lib/missions/states'

const STATES = MISSION_STATES.map((state) => [state, MISSION_STATE_LABELS[state]] as const)

/** What the list is, for people and for search engines. */
export const MISSIONS = {
  path: '/missions',
  title: 'Missions',
  lead: 'Work with terms, milestones and proof. A verifier’s signature is what makes a milestone verified, others pledge, fund and bring evidence, and every mission ends in a receipt.',
} as const

/** The whole list page. */
export function MissionList({
  missions,
  growths,
  ...list
}: ListState & { missions: readonly MissionView[]; growths: Growths }) {
  return (
    <ListPage
      {...list}
      {...MISSIONS}
      kind="mission"
      publish="Publish a mission"
      only={[
        ['needs', 'contributor', 'Needs a contributor'],
        ['bounty', 'true', 'Has a bounty'],
      ]}
      states={STATES}
      empty={
        <Empty title="No missions yet.">
          A mission grows from a verified decision; see which <TextLink href="/challenges">challenges</TextLink> are on
          their way. Or <TextLink href="/missions/new">publish one directly</TextLink>.
        </Empty>
      }
    >
      {missions.map((mission) => (
        <MissionEntry key={mission.id} mission={mission} growth={growths.get(mission.id)} level="h2" />
      ))}
    </ListPage>
  )
}
