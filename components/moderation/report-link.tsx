'use client'

import { Suspense, useState } from 'react'
import type { ReportedRecord } from '@/components/moderation/record-links'
import { lazyPart } from '@/components/record/lazy-part'
import { useWallet } from '@/components/wallet/wallet-store'

const RecordLinks = lazyPart(() => import('@/components/moderation/record-links'), 'RecordLinks')

/**
 * A small button beside a record to report it, or for a moderator to hide it.
 * @param inLine whether it is at the end of a wrapping line; its form then takes a full line.
 */
export function ReportLink({ inLine = false, ...record }: ReportedRecord & { readonly inLine?: boolean }) {
  const { session } = useWallet()
  const [isReporting, setReporting] = useState(false)
  // Most readers never press it, so the page loads only this button at first.
  const door = (
    <button
      type="button"
      aria-expanded={isReporting}
      onClick={() => setReporting(true)}
      className="min-h-6 cursor-pointer text-sm text-ink-soft underline decoration-rule-strong underline-offset-4 hover:text-ink"
    >
      Report<span className="sr-only"> {record.about}</span>
    </button>
  )
  return (
    <div
      className={`needs-script print:hidden ${inLine ? 'text-base text-ink has-[[aria-expanded=true]]:basis-full' : 'mt-3'}`}
    >
      {isReporting || session?.isAdmin ? (
        <Suspense fallback={door}>
          <RecordLinks {...record} isReporting={isReporting} isModerator={session?.isAdmin ?? false} />
        </Suspense>
      ) : (
        door
      )}
    </div>
  )
}
