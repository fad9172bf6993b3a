'use client'

import { useCallback, useEffect, useState } from 'react'
import { request } from '@/lib/api/client'
import { listMuseLinks } from '@/lib/muses/contract'
import type { MuseLinkView } from '@/lib/muses/schemas'

export interface MuseLinks {
  /** Newest first; null until they are read. */
  readonly links: readonly MuseLinkView[] | null
  readonly failed: boolean
  reread(): void
}

/** A wallet's links, ended ones included. */
export function useMuseLinks(wallet: string): MuseLinks {
  const [links, setLinks] = useState<readonly MuseLinkView[] | null>(null)
  const [failed, setFailed] = useState(false)
  const reread = useCallback(() => {
    request(listMuseLinks, { query: { wallet } }).then(
      (answer) => {
        setLinks(answer.links)
        setFailed(false)
      },
      () => setFailed(true),
    )
  }, [wallet])
  useEffect(reread, [reread])
  return { links, failed, reread }
}
