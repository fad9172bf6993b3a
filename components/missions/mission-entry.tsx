import { RecordEntry } from '@/components/record/record-entry'
import { LabelBadge } from '@/components/ui/label-badge'
import { Day } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { Growth } from '@/lib/history/growth'
import { MISSION_STATE_LABELS, milestonesWords } from '@/lib/missions/labels'
import type { MissionView } from '@/lib/missions/schemas'
import { withOverridesNamed } from '@/lib/text/deceiving'

/** A mission in a list. @param sameState whether the list's title already names the state. */
export function MissionEntry({
  mission,
  growth,
  level,
  sameState = false,
}: {
  mission: MissionView
  growth?: Growth | undefined
  level: 'h2' | 'h3'
  sameState?: boolean
}) {
  return (
    <RecordEntry
      href={`/missions/${mission.id}`}
      title={mission.title}
      level={level}
      badge={sameState ? null : <LabelBadge label={MISSION_STATE_LABELS[mission.state]} />}
      growth={growth}
      facts={[
        mission.outcome === null && (
          <>
            Due <Day day={mission.deadline} />
          </>
        ),
        milestonesWords(mission.milestones),
        <>
          Owner <WalletAddress address={mission.owner} copies={false} />
        </>,
      ]}
    >
      <p dir="auto" className="line-clamp-2">
        {withOverridesNamed(mission.summary)}
      </p>
    </RecordEntry>
  )
}
