'use client'

import { LongField, TextField } from '@/components/forms/fields'
import type { FieldProps } from '@/components/forms/use-form'
import { blank, useForm } from '@/components/forms/use-form'
import { ActionForm } from '@/components/record/actions/action-form'
import { LabelBadge } from '@/components/ui/label-badge'
import { queuePlatformPost } from '@/lib/community/contract'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import type { MissionRecord } from '@/lib/missions/schemas'

const QUEUED = {
  words: 'The preview is queued. Nothing is sent before a moderator has approved it.',
  href: '/moderation',
  link: 'Read the preview',
} as const

const UPDATE = { summary: '', channel: '' }
const RECEIPT = { channel: '' }

export function MissionUpdateForm({ mission: { id, state } }: { mission: MissionRecord }) {
  const form = useForm(queuePlatformPost, {
    draft: `mission-update:${id}`,
    initial: UPDATE,
    input: ({ summary, channel }) => ({
      body: { kind: 'mission-update' as const, missionId: id, state, summary, channel: blank(channel) },
    }),
    done: () => QUEUED,
  })
  const summary = form.field('summary')
  return (
    <ActionForm form={form} submit="Queue the preview">
      <p className="flex flex-wrap items-center gap-3">
        It says that the mission is <LabelBadge label={MISSION_STATE_LABELS[state]} />
      </p>
      <LongField
        {...summary}
        bounds={{ ...summary.bounds, required: true }}
        label="What there is to tell"
        hint="It is posted in your words, under a line that names the mission."
      />
      <ChannelField field={form.field('channel')} />
    </ActionForm>
  )
}

export function ReceiptPostForm({ mission: { id } }: { mission: MissionRecord }) {
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
