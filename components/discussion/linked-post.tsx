'use client'

import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/client/src/errors'
import { PostCard } from '@/components/discussion/post-card'
import { LeavingButton } from '@/components/forms/leaving-button'
import { Notice } from '@/components/ui/notice'
import { request } from '@/lib/api/request'
import { importPost } from '@/lib/platform/contract'
import { POST_PATH } from '@/lib/platform/post-path'
import type { PostPreview } from '@/lib/platform/schemas'
import { parseUrl } from '@/lib/url'

/**
 * The platform's preview of the post at an address, below an address field or beside a record under review.
 * @param host the host of the community platform. @param isRequired whether the address must be on the platform.
 * @param onRead called once for each post that was found.
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
  const place = useRef<HTMLDivElement>(null)
  const reported = useRef<PostPreview | null>(null)
  useEffect(() => {
    if (post === null || reported.current === post) return
    reported.current = post
    onRead?.(post)
  }, [post, onRead])
  return (
    <div ref={place} role="status" className="empty:hidden">
      {look.is === 'looking' ? <p className="text-sm text-ink-soft">{LOOKING_WORDS}</p> : null}
      {post ? <PostCard post={post} /> : null}
      {look.is === 'absent' ? (
        <Notice tone="fault">There is no such post on {host}. Check the address, or whether it was deleted.</Notice>
      ) : null}
      {look.is === 'elsewhere' && isRequired ? (
        <Notice tone="warning">This is not the address of a public post on {host}.</Notice>
      ) : null}
      {look.is === 'away' ? (
        <Notice tone="warning" as="div" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p>
            {look.again ? LOOKING_WORDS : `${host} does not answer now, so the post cannot be shown. You may go on.`}
          </p>
          <LeavingButton
            kind="quiet"
            busy={look.again}
            onClick={() => setRound((now) => now + 1)}
            next={() => place.current}
          >
            Look again
          </LeavingButton>
        </Notice>
      ) : null}
    </div>
  )
}

/** The result of looking up a post: the post, that there is none, or that the platform does not respond. */
type PostLook =
  | { readonly is: 'nothing' }
  | { readonly is: 'looking' }
  | { readonly is: 'there'; readonly post: PostPreview }
  | { readonly is: 'absent' }
  /** `again` while it is looked up once more. */
  | { readonly is: 'away'; readonly again?: true }
  /** The address is not a post on the platform. */
  | { readonly is: 'elsewhere' }

const NOTHING: PostLook = { is: 'nothing' }
const LOOKING: PostLook = { is: 'looking' }
const LOOKING_AGAIN: PostLook = { is: 'away', again: true }
const ELSEWHERE: PostLook = { is: 'elsewhere' }

const LOOKING_WORDS = 'Looking at the post …'

/** The next look, after one at the same address. */
const lookingAfter = ({ is }: PostLook): PostLook => (is === 'away' ? LOOKING_AGAIN : LOOKING)

/** The pause after the last keystroke before a post is looked up. */
const PAUSE_MS = 600
const KEPT_MAX = 20

/** A cache of this page's lookups, so that the same address is not requested again. */
const kept = new Map<string, PostLook>()

function keep(url: string, look: PostLook): void {
  kept.set(url, look)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
}

/** Whether an address is a post on the platform's host. */
function isPost(url: string, host: string | null): boolean {
  const parsed = parseUrl(url)
  return parsed !== null && host !== null && parsed.host === host && POST_PATH.test(parsed.pathname)
}

async function look(url: string, signal: AbortSignal): Promise<PostLook> {
  try {
    const { preview } = await request(importPost, { query: { url } }, { signal })
    return { is: 'there', post: preview }
  } catch (fault) {
    const isAbsent = fault instanceof ApiError && fault.status === 404
    return { is: isAbsent ? 'absent' : 'away' }
  }
}

/**
 * Looks up the post at an address after a pause in typing.
 * @param host the host of the community platform; other addresses are not requested.
 * @param round a new number repeats the lookup.
 */
function usePostLook(address: string, host: string | null, round = 0): PostLook {
  const url = address.trim()
  const [seen, setSeen] = useState<{ readonly url: string; readonly look: PostLook }>({ url: '', look: NOTHING })
  const isWanted = isPost(url, host)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round looks again
  useEffect(() => {
    const known = kept.get(url)
    if (known || host === null || parseUrl(url) === null) {
      setSeen({ url, look: known ?? NOTHING })
      return
    }
    const left = new AbortController()
    setSeen((now) => ({ url, look: isWanted ? lookingAfter(now.url === url ? now.look : NOTHING) : NOTHING }))
    const timer = setTimeout(async () => {
      const found = isWanted ? await look(url, left.signal) : ELSEWHERE
      if (left.signal.aborted) return
      if (found.is === 'there' || found.is === 'absent') keep(url, found)
      setSeen({ url, look: found })
    }, PAUSE_MS)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [url, host, isWanted, round])
  return seen.url === url ? seen.look : NOTHING
}
