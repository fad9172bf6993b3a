'use client'

import { useState } from 'react'
import { Button } from '@/components/forms/button'
import { PostCard } from '@/components/projects/post-card'
import { Notice } from '@/components/ui/notice'
import { ApiError, request } from '@/lib/api/client'
import { importPost } from '@/lib/platform/contract'
import type { PostPreview } from '@/lib/platform/schemas'

type Reading =
  | { readonly is: 'idle' }
  | { readonly is: 'busy'; readonly url: string }
  | { readonly is: 'read'; readonly url: string; readonly preview: PostPreview }
  | { readonly is: 'failed'; readonly url: string; readonly fault: string }

/** Reads what the platform shows of the named post, so that nobody publishes from another one than they meant. */
export function PostImport({ url, onRead }: { url: string; onRead: (preview: PostPreview) => void }) {
  const [reading, setReading] = useState<Reading>({ is: 'idle' })
  const asked = url.trim()
  const read = async () => {
    setReading({ is: 'busy', url: asked })
    try {
      const { preview } = await request(importPost, { query: { url: asked } })
      setReading({ is: 'read', url: asked, preview })
      onRead(preview)
    } catch (fault) {
      const words = fault instanceof ApiError ? fault.message : 'Something unexpected happened.'
      setReading({ is: 'failed', url: asked, fault: words })
    }
  }
  // Of another address than the one that stands there now, nothing is shown.
  const current = reading.is !== 'idle' && reading.url === asked ? reading : null
  return (
    <div>
      {asked === '' || current?.is === 'read' ? null : (
        <Button busy={reading.is === 'busy'} onClick={() => void read()}>
          {reading.is === 'busy' ? 'Reading the post …' : 'Read the post'}
        </Button>
      )}
      <div role="status">
        {current?.is === 'read' ? <PostCard post={current.preview} /> : null}
        {current?.is === 'failed' ? (
          <Notice tone="fault" className="mt-3">
            {current.fault}
          </Notice>
        ) : null}
      </div>
    </div>
  )
}
