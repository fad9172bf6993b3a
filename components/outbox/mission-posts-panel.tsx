'use client'

import { useCallback } from 'react'
import type { PlatformInfo } from '@/components/discussion/platform-info'
import { LongField, TextField } from '@/components/forms/fields'
import { blank, type FieldProps, needed, useForm } from '@/components/forms/use-form'
import { type OutboxAccess, outboxRefusal, readOutboxAccess, remedyOf } from '@/components/outbox/outbox-access'
import { PostsSection } from '@/components/outbox/posts-section'
import { ActionForm } from '@/components/record/actions/action-form'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { LabelBadge } from '@/components/ui/label-badge'
import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { queuePlatformPost } from '@/lib/community/contract'
import { getMission } from '@/lib/missions/contract'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { MissionRecord } from '@/lib/missions/schemas'
import type { Action } from '@/lib/turns/actions'

export interface MissionPostsProps {
  readonly missionId: string
  readonly owner: string
  /** The `updatedAt` of the mission on the page. */
  readonly shownAt: string
  readonly platform: PlatformInfo
  /** Whether it renders the section itself, because there is no post yet. */
  readonly isAlone?: boolean
}

type Name = 'update' | 'receipt'

interface PostedMission {
  readonly updatedAt: string
  readonly mission: MissionRecord
  readonly access: OutboxAccess
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
    const [{ mission }, access] = await Promise.all([
      request(getMission, { params: { id } }),
      readOutboxAccess(address),
    ])
    return { updatedAt: mission.updatedAt, mission, access }
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

function actionsFor({ mission, access }: PostedMission, viewer: SessionView, host: string | null): Action<Name>[] {
  const refusal =
    host === null
      ? 'No community platform is connected to this service.'
      : outboxRefusal(mission.owner === viewer.address, viewer, access, 'mission')
  const common = { refusal, ...remedyOf(refusal), until: null, aside: true }
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
      refusal: refusal ?? receiptRefusal(mission),
    },
  ]
}

function receiptRefusal({ receiptId, history }: MissionRecord): string | null {
  if (!receiptId) return 'This mission has no receipt yet.'
  const isSent = history.some(({ kind, data }) => kind === 'post-sent' && data['kind'] === 'receipt')
  return isSent ? 'The receipt went out already.' : null
}

const QUEUED = {
  words: 'The preview is queued. Nothing is sent before a moderator has approved it.',
  href: '/moderation',
  link: 'Read the preview',
} as const

const UPDATE = { summary: '', channel: '' }
const RECEIPT = { channel: '' }

function MissionUpdateForm({ mission: { id, state } }: { mission: MissionRecord }) {
  const form = useForm(queuePlatformPost, {
    draft: `mission-update:${id}`,
    initial: UPDATE,
    input: ({ summary, channel }) => ({
      body: { kind: 'mission-update' as const, missionId: id, state, summary, channel: blank(channel) },
    }),
    done: () => QUEUED,
  })
  return (
    <ActionForm form={form} submit="Queue the preview">
      <p className="flex flex-wrap items-center gap-3">
        It says that the mission is <LabelBadge label={MISSION_STATE_LABELS[state]} />
      </p>
      <LongField
        {...needed(form.field('summary'))}
        label="What there is to tell"
        hint="It is posted in your words, under a line that names the mission."
      />
      <ChannelField field={form.field('channel')} />
    </ActionForm>
  )
}

function ReceiptPostForm({ mission: { id } }: { mission: MissionRecord }) {
  const form = useForm(queuePlatformPost, {
    draft: `receipt-post:${id}`,
    initial: RECEIPT,
    input: ({ channel }) => ({ body: { kind: 'receipt' as const, missionId: id, channel: blank(channel) } }),
    done: () => QUEUED,
  })
  return (
    <ActionForm form={form} submit="Queue the preview">
      <ChannelField field={form.field('channel')} />
    </ActionForm>
  )
}

function ChannelField({ field }: { field: FieldProps }) {
  return (
    <TextField
      {...field}
      label="Channel"
      hint="Left empty, it goes to where the mission comes from. In another channel it stands as a post of its own."
    />
  )
}
