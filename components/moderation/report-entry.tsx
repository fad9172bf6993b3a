'use client'

import { JudgedRecord } from '@/components/moderation/judged-record'
import { DismissForm, HideForm } from '@/components/moderation/reason-form'
import { type Unfold, Unfolding } from '@/components/moderation/unfolding'
import { Age } from '@/components/ui/age'
import { Prose } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { REPORT_LABELS } from '@/lib/moderation/labels'
import type { ReportView } from '@/lib/moderation/schemas'

const CHOICES: readonly Unfold<'hide' | 'dismiss'>[] = [
  { name: 'hide', word: 'Hide the record' },
  { name: 'dismiss', word: 'Dismiss the report' },
]

/** A report, and where a moderator settles it. */
export function ReportEntry({
  report,
  onSettled,
}: {
  report: ReportView
  onSettled: (state: 'hidden' | 'dismissed') => void
}) {
  const { id, recordType, recordId, title, excerpt, state, reason, reportedBy, reportedAt } = report
  return (
    <JudgedRecord
      record={report}
      id={id}
      title={title}
      excerpt={excerpt}
      label={REPORT_LABELS[state]}
      {...(state === 'hidden' ? { place: null } : {})}
    >
      <p className="mt-4 text-sm text-ink-soft first-letter:uppercase">
        {state === 'open' ? <Age at={reportedAt} /> : null}
        reported by <WalletAddress address={reportedBy} />, <Moment at={reportedAt} />:
      </p>
      <Prose text={reason} className="mt-1" />
      <div className="mt-4">
        <Unfolding
          look="plain"
          about={`about “${title}”`}
          choices={state === 'open' ? CHOICES : []}
          form={(name) =>
            name === 'hide' ? (
              <HideForm subject={{ type: recordType, id: recordId }} onDone={() => onSettled('hidden')} />
            ) : (
              <DismissForm id={id} onDone={() => onSettled('dismissed')} />
            )
          }
        />
      </div>
    </JudgedRecord>
  )
}
