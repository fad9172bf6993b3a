'use client'

import { useEffect, useState } from 'react'
import { Folded } from '@/components/record/folded'
import { Name } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { request } from '@/lib/api/request'
import { getDiscussion } from '@/lib/community/contract'
import type { DiscussionView } from '@/lib/community/schemas'
import { excerpt } from '@/lib/text/excerpt'

const SHOWN_MAX = 8
const EXCERPT_CHARS_MAX = 141

type Reply = DiscussionView['proposals'][number]

const newest = (replies: readonly Reply[]): readonly Reply[] =>
  replies.toSorted((a, b) => b.postedAt.localeCompare(a.postedAt)).slice(0, SHOWN_MAX)

/**
 * The latest imported posts of the linked thread, to fill a field with an address.
 * @param onPick called with the address.
 */
export function ThreadPicker({ challengeId, onPick }: { challengeId: string; onPick: (url: string) => void }) {
  const [replies, setReplies] = useState<readonly Reply[]>([])
  useEffect(() => {
    // If this fails, the reader fills the field by hand.
    request(getDiscussion, { params: { id: challengeId } })
      .then(({ proposals }) => setReplies(newest(proposals)))
      .catch(() => setReplies([]))
  }, [challengeId])
  if (replies.length === 0) return null
  return (
    <Folded title="Choose a post of the discussion" inUse={false}>
      <ul className="space-y-2">
        {replies.map((reply) => (
          <li key={reply.id}>
            <button
              type="button"
              onClick={() => onPick(reply.url)}
              className="block min-h-11 w-full cursor-pointer rounded-md border border-rule-strong bg-leaf px-4 py-2 text-left [overflow-wrap:anywhere] hover:border-green hover:bg-green-wash"
            >
              <span className="block font-semibold">
                <Name text={reply.authorName || reply.museId} />, <Moment at={reply.postedAt} />
              </span>
              <span className="block text-sm text-ink-soft">
                <Name text={excerpt(reply.text, EXCERPT_CHARS_MAX)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Folded>
  )
}
