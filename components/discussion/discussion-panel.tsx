'use client'

import { useCallback } from 'react'
import {
  type DiscussionActionName,
  type DiscussionRecord,
  discussionActions,
} from '@/components/discussion/discussion-actions'
import { changedAt, newReplies } from '@/components/discussion/news'
import { type DiscussionPanelProps, postHint } from '@/components/discussion/platform-info'
import { TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { readOutboxAccess } from '@/components/outbox/outbox-access'
import { ActionForm } from '@/components/record/actions/action-form'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { shortAddress } from '@/components/ui/short-address'
import { request } from '@/lib/api/request'
import { getChallenge } from '@/lib/challenges/contract'
import { getDiscussion, linkDiscussion, queuePlatformPost, syncDiscussion } from '@/lib/community/contract'
import { channelOfTyped } from '@/lib/platform/post-path'

export function DiscussionPanel(props: DiscussionPanelProps) {
  const { session, owner } = props
  if (session.address === owner || session.isAdmin) return <Acting {...props} />
  return (
    <p className="mt-8 border-l-2 border-rule-strong pl-4 text-ink-soft">
      Only the owner of this challenge links and reads the thread and decides on proposals; your wallet{' '}
      <span className="mono">{shortAddress(session.address)}</span> is not the owner. You take part by replying in the
      thread.
    </p>
  )
}

function Acting({ session, challengeId: id, shownAt, platform }: DiscussionPanelProps) {
  const { address } = session
  const read = useCallback(async (): Promise<DiscussionRecord> => {
    const [discussion, { challenge }, access] = await Promise.all([
      request(getDiscussion, { params: { id } }),
      request(getChallenge, { params: { id } }),
      readOutboxAccess(address),
    ])
    return { updatedAt: changedAt(discussion, challenge.updatedAt), discussion, challenge, access }
  }, [id, address])
  return (
    <div className="mt-10 print:hidden">
      <h3 className="mb-3 text-xl">Your actions</h3>
      <ActionPanel<DiscussionActionName, DiscussionRecord>
        wallet={address}
        read={read}
        shownAt={shownAt}
        actions={(record) => discussionActions(record, session, platform)}
        form={(name, { discussion }) => {
          if (name === 'link-thread') return <LinkDiscussionForm id={id} host={platform.host} />
          return name === 'sync' ? (
            <SyncForm id={id} />
          ) : (
            <AnnounceForm id={id} channel={discussion.link?.channel ?? null} />
          )
        }}
      />
    </div>
  )
}

const LINK = { channel: '', originPostUrl: '' }

/** @param host the host of the community platform. */
function LinkDiscussionForm({ id, host }: { id: string; host: string | null }) {
  const form = useForm(linkDiscussion, {
    draft: `discussion:${id}`,
    initial: LINK,
    input: ({ channel, originPostUrl }) => ({ params: { id }, body: { channel, originPostUrl: blank(originPostUrl) } }),
    done: ({ link }) => ({
      words: link?.threadUrl
        ? 'The discussion is linked. Read the thread next.'
        : 'The channel is linked. The thread begins with the announcement.',
    }),
  })
  const post = form.field('originPostUrl')
  return (
    <ActionForm form={form} submit="Link this discussion">
      <TextField
        {...post}
        onChange={(url) =>
          form.setValues(({ channel }) => ({
            originPostUrl: url,
            channel: channel.trim() ? channel : (channelOfTyped(url) ?? ''),
          }))
        }
        kind="url"
        label="A post of the thread"
        hint={`${postHint(host)} Without one the thread begins with the announcement of this service.`}
        placeholder="https://"
      />
      <TextField {...form.field('channel')} label="Channel" hint="Its short name, as it stands in addresses: lobby." />
    </ActionForm>
  )
}

const NOTHING = {}

function SyncForm({ id }: { id: string }) {
  const form = useForm(syncDiscussion, {
    draft: `sync:${id}`,
    initial: NOTHING,
    input: () => ({ params: { id }, body: {} }),
    done({ link }) {
      const sync = link?.lastSync
      return {
        words: sync ? `The thread was read. ${newReplies(sync.imported)} ${sync.message ?? ''}` : 'It was read.',
      }
    },
  })
  return <ActionForm form={form} submit="Read it now" />
}

const ANNOUNCEMENT = { channel: '' }

/** @param channel the channel of the linked discussion. */
function AnnounceForm({ id, channel }: { id: string; channel: string | null }) {
  const form = useForm(queuePlatformPost, {
    draft: `announce:${id}`,
    initial: ANNOUNCEMENT,
    input: (values) => ({ body: { kind: 'announce' as const, challengeId: id, channel: blank(values.channel) } }),
    done: () => ({
      words: 'The preview is queued. Nothing is sent before a moderator has approved it.',
      href: '/moderation',
      link: 'Read the preview',
    }),
  })
  const field = form.field('channel')
  return (
    <ActionForm form={form} submit="Queue the preview">
      <TextField
        {...field}
        bounds={{ ...field.bounds, required: channel === null }}
        label="Channel"
        hint={
          channel
            ? `Left empty, it goes to ${channel}, the channel of the linked discussion.`
            : 'No discussion is linked, so name the channel to post in.'
        }
      />
    </ActionForm>
  )
}
