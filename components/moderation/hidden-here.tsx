'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { lazyPart } from '@/components/record/lazy-part'
import { Gate } from '@/components/wallet/gate'

const Tombstone = lazyPart(() => import('@/components/moderation/tombstone'), 'Tombstone')

const RECORD_PATH = /^\/(challenges|missions|projects|receipts)\/([^/]+)/
const TYPES = { challenges: 'challenge', missions: 'mission', projects: 'mission', receipts: 'receipt' } as const
const isArea = (area: string | undefined): area is keyof typeof TYPES =>
  area !== undefined && Object.hasOwn(TYPES, area)

/** Where a record is not found: whoever is concerned by its hiding is told of it. @param children what everybody else reads. */
export function HiddenHere({ children }: { children: ReactNode }) {
  const [, area, id] = RECORD_PATH.exec(usePathname()) ?? []
  if (!isArea(area) || id === undefined) return children
  return (
    <Gate shape={children}>
      {({ address }) => (
        <Tombstone key={address + id} recordType={TYPES[area]} recordId={id}>
          {children}
        </Tombstone>
      )}
    </Gate>
  )
}
