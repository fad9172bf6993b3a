'use client'

import { useEffect, useRef } from 'react'
import { HideForm, ReportForm } from '@/components/moderation/reason-form'
import { type Unfold, Unfolding } from '@/components/moderation/unfolding'
import type { RecordType } from '@/lib/moderation/schemas'

export interface ReportedRecord {
  readonly type: RecordType
  readonly id: string
  /** Names the record for those who do not see it beside the word: "this mission". */
  readonly about: string
}

const REPORT: Unfold<'report' | 'hide'> = { name: 'report', word: 'Report' }
const HIDE: Unfold<'report' | 'hide'> = { name: 'hide', word: 'Hide' }

/** What can be done about a record that should perhaps not stand there. @param isAsked somebody pressed "Report" already. */
export function RecordLinks({
  isAsked,
  isModerator,
  about,
  ...subject
}: ReportedRecord & { isAsked: boolean; isModerator: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed has given way to one of these.
    if (isAsked && document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [isAsked])
  return (
    <div ref={place}>
      <Unfolding
        look="quiet"
        about={about}
        choices={isModerator ? [REPORT, HIDE] : [REPORT]}
        first={isAsked ? 'report' : null}
        form={(name) => (name === 'hide' ? <HideForm subject={subject} /> : <ReportForm subject={subject} />)}
      />
    </div>
  )
}
