'use client'

import { type Pages, usePages } from '@/components/record/use-pages'
import { request } from '@/lib/api/client'
import { listPlatformPosts } from '@/lib/community/contract'
import type { OutboxItemView } from '@/lib/community/schemas'

const POSTS = {
  read: (cursor: string | null) => request(listPlatformPosts, { query: cursor ? { cursor } : {} }),
  words: ({ count }: { count: number }) => (count === 1 ? 'One post is shown.' : `${count} posts are shown.`),
}

/** The posts that the signed-in wallet may see, page by page. */
export const useOutbox = (): Pages<OutboxItemView> => usePages(POSTS)
