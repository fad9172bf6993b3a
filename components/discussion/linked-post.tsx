'use client'

import { useEffect, useRef, useState } from 'react'
import { PostCard } from '@/components/discussion/post-card'
import { usePostLook } from '@/components/discussion/use-post-look'
import { Button } from '@/components/forms/button'
import { Notice } from '@/components/ui/notice'
import type { PostPreview } from '@/lib/platform/schemas'

/**
 * What the platform shows of the post at an address, below the field it is typed into or beside what is judged by it.
 * @param host of the community platform. @param isRequired whether an address elsewhere will not do.
 * @param onRead called once for each post that is there.
 */
export function LinkedPost({
  url,
  host,
  isRequired = false,
  onRead,
}: {
  url: string
  host: string | null
  isRequired?: boolean
  onRead?: (post: PostPreview) => void
}) {
  const [round, setRound] = useState(0)
  const look = usePostLook(url, host, round)
  const post = look.is === 'there' ? look.post : null
  const told = useRef<PostPreview | null>(null)
  useEffect(() => {
    if (post === null || told.current === post) return
    told.current = post
    onRead?.(post)
  }, [post, onRead])
  return (
    <div role="status" className="empty:hidden">
      {look.is === 'looking' ? <p className="text-sm text-ink-soft">Looking at the post …</p> : null}
      {post ? <PostCard post={post} /> : null}
      {look.is === 'absent' ? (
        <Notice tone="fault">There is no such post on {host}. Check the address, or whether it was deleted.</Notice>
      ) : null}
      {look.is === 'elsewhere' && isRequired ? (
        <Notice tone="warning">This is not the address of a public post on {host}.</Notice>
      ) : null}
      {look.is === 'away' ? (
        <Notice tone="warning" as="div" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p>{host} does not answer now, so the post cannot be shown. You may go on.</p>
          <Button kind="quiet" onClick={() => setRound((now) => now + 1)}>
            Look again
          </Button>
        </Notice>
      ) : null}
    </div>
  )
}
