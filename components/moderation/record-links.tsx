'use client'

import { useEffect, useRef } from 'react'
import { HideForm, ReportForm } from '@/components/moderation/reason-form'
import { type Unfold, Unfolding } from '@/components/moderation/unfolding'
import type { RecordType } from '@/lib/moderation/schemas'

export interface ReportedRecord {
  readonly type: RecordType
  readonly id: string
  /** Names the record for screen readers: "this mission". */
  readonly about: string
}

const REPORT: Unfold<'report' | 'hide'> = { name: 'report', word: 'Report' }
const HIDE: Unfold<'report' | 'hide'> = { name: 'hide', word: 'Hide' }

/** The buttons to report or hide a record. @param isReporting whether "Report" was already pressed. */
export function RecordLinks({
  isReporting,
  isModerator,
  about,
  ...subject
}: ReportedRecord & { isReporting: boolean; isModerator: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // One of these buttons has replaced the pressed button, so it takes the focus.
    if (isReporting && document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [isReporting])
  return (
    <div ref={place}>
      <Unfolding
        look="quiet"
        about={about}
        choices={isModerator ? [REPORT, HIDE] : [REPORT]}
        first={isReporting ? 'report' : null}
        form={(name) => (name === 'hide' ? <HideForm subject={subject} /> : <ReportForm subject={subject} />)}
      />
    </div>
  )
}
