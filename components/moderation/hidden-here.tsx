'use client'

import { usePathname } from 'next/navigation'
import { Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { TOMBSTONE_PLACE } from '@/components/moderation/tombstone-place'
import { lazyPart } from '@/components/record/lazy-part'

const Tombstone = lazyPart(() => import('@/components/moderation/tombstone'), 'Tombstone')

const RECORD_PATH = /^\/(challenges|missions|receipts)\/([^/]+)/
const TYPES = { challenges: 'challenge', missions: 'mission', receipts: 'receipt' } as const
const isArea = (area: string | undefined): area is keyof typeof TYPES =>
  area !== undefined && Object.hasOwn(TYPES, area)

/**
 * On a page whose record is not found, tells an affected signed-in reader that it is hidden. It is loaded with the wallet menu,
 * so it adds nothing to a page's first load.
 */
export function HiddenHere({ wallet }: { wallet: string }) {
  const path = usePathname()
  const [place, setPlace] = useState<{ readonly path: string; readonly element: HTMLElement | null } | null>(null)
  useEffect(() => {
    setPlace({ path, element: document.getElementById(TOMBSTONE_PLACE) })
  }, [path])
  const [, area, id] = RECORD_PATH.exec(path) ?? []
  if (!isArea(area) || id === undefined || place?.path !== path || place.element === null) return null
  return createPortal(
    <Suspense fallback={null}>
      <Tombstone key={`${path} ${wallet}`} recordType={TYPES[area]} recordId={id} />
    </Suspense>,
    place.element,
  )
}
