'use client'

import { useCallback } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { MissionUpdateForm, ReceiptPostForm } from '@/components/outbox/mission-post-forms'
import { type OutboxAccess, outboxRefusal, readOutboxAccess } from '@/components/outbox/outbox-access'
import { PostsSection } from '@/components/outbox/posts-section'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { getMission } from '@/lib/missions/contract'
import type { MissionRecord } from '@/lib/missions/schemas'
import type { Action } from '@/lib/turns/actions'

export interface MissionPostsProps {
  readonly missionId: string
  readonly owner: string
  /** The `updatedAt` that the page shows. */
  readonly shownAt: string
  readonly platform: PlatformInfo
  /** It brings the section, because there is no post to stand in one. */
  readonly isAlone?: boolean
}

type Name = 'update' | 'receipt'

interface PostedMission {
  readonly updatedAt: string
  readonly mission: MissionRecord
  readonly standing: OutboxAccess
}

export function MissionPostsPanel({
  session,
  missionId: id,
  shownAt,
  platform,
  isAlone = false,
}: MissionPostsProps & { readonly session: SessionView }) {
  const { address } = session
  const read = useCallback(async (): Promise<PostedMission> => {
    const [{ mission }, standing] = await Promise.all([
      request(getMission, { params: { id } }),
      readOutboxAccess(address),
    ])
    return { updatedAt: mission.updatedAt, mission, standing }
  }, [id, address])
  const panel = (
    <div className="mt-6">
      <ActionPanel<Name, PostedMission>
        wallet={address}
        read={read}
        shownAt={shownAt}
        actions={(record) => actionsFor(record, session, platform.host)}
        form={(name, { mission }) =>
          name === 'update' ? <MissionUpdateForm mission={mission} /> : <ReceiptPostForm mission={mission} />
        }
      />
    </div>
  )
  return isAlone ? <PostsSection>{panel}</PostsSection> : panel
}

function actionsFor({ mission, standing }: PostedMission, viewer: SessionView, host: string | null): Action<Name>[] {
  const refusal =
    host === null
      ? 'No community platform is connected to this service.'
      : outboxRefusal(mission.owner === viewer.address, viewer, standing, 'mission')
  const common = { refusal, until: null, aside: true }
  return [
    {
      ...common,
      name: 'update',
      title: 'Queue an update',
      meaning: 'How the mission stands, and what you have to tell. It is a preview until a moderator approves it.',
    },
    {
      ...common,
      name: 'receipt',
      title: 'Queue the receipt',
      meaning: 'The outcome with the hash and the address of the permanent receipt. It goes out once.',
      refusal: refusal ?? (mission.receiptId ? null : 'This mission has no receipt yet.'),
    },
  ]
}
