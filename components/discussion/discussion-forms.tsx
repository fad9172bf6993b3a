'use client'

import { newReplies } from '@/components/discussion/news'
import { postHint } from '@/components/discussion/platform-info'
import { TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { ActionForm } from '@/components/record/actions/action-form'
import { linkDiscussion, queuePlatformPost, syncDiscussion } from '@/lib/community/contract'

const LINK = { channel: '', originPostUrl: '' }

/** The channel that a thread's page names, for somebody who pastes the address first. */
const channelOf = (url: string): string => /\/board\/([^/]+)\/\d+/.exec(url)?.[1] ?? ''

/** @param host of the community platform. */
export function LinkDiscussionForm({ id, host }: { id: string; host: string | null }) {
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
          form.setValues((now) => ({ originPostUrl: url, channel: now.channel.trim() ? now.channel : channelOf(url) }))
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

export function SyncForm({ id }: { id: string }) {
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

/** @param channel of the linked discussion. */
export function AnnounceForm({ id, channel }: { id: string; channel: string | null }) {
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
