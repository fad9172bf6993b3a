'use client'

import { useCallback } from 'react'
import {
  type DiscussionActionName,
  type DiscussionRecord,
  discussionActions,
} from '@/components/discussion/discussion-actions'
import { AnnounceForm, LinkDiscussionForm, SyncForm } from '@/components/discussion/discussion-forms'
import { changedAt } from '@/components/discussion/news'
import type { DiscussionPanelProps } from '@/components/discussion/platform-info'
import { readOutboxAccess } from '@/components/outbox/outbox-access'
import { ActionPanel } from '@/components/record/actions/action-panel'
import { shortAddress } from '@/components/ui/short-address'
import { request } from '@/lib/api/request'
import { getChallenge } from '@/lib/challenges/contract'
import { getDiscussion } from '@/lib/community/contract'

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
    const [discussion, { challenge }, standing] = await Promise.all([
      request(getDiscussion, { params: { id } }),
      request(getChallenge, { params: { id } }),
      readOutboxAccess(address),
    ])
    return { updatedAt: changedAt(discussion, challenge.updatedAt), discussion, challenge, standing }
  }, [id, address])
  return (
    <div className="mt-10">
      <h3 className="mb-3 text-xl">What you may do about it</h3>
      <ActionPanel<DiscussionActionName, DiscussionRecord>
        wallet={address}
        read={read}
        shownAt={shownAt}
        actions={(record) => discussionActions(record, session, platform)}
        form={(name, { discussion }) => {
          if (name === 'link') return <LinkDiscussionForm id={id} host={platform.host} />
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
