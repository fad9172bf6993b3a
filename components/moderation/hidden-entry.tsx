'use client'

import { JudgedRecord } from '@/components/moderation/judged-record'
import { RestoreForm } from '@/components/moderation/reason-form'
import { placeAround, recordHref } from '@/components/moderation/record-href'
import { type Unfold, Unfolding } from '@/components/moderation/unfolding'
import { Prose } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { HIDDEN_LABELS } from '@/lib/moderation/labels'
import type { HidingView } from '@/lib/moderation/schemas'

const RESTORE: readonly Unfold<'restore'>[] = [{ name: 'restore', word: 'Restore the record' }]

/** A hidden record with the reason, and where a moderator brings it back. */
export function HiddenEntry({ hiding, onRestored }: { hiding: HidingView; onRestored: () => void }) {
  const { id, recordType, recordId, title, excerpt, hidden, reason, hiddenBy, hiddenAt } = hiding
  return (
    <JudgedRecord
      record={hiding}
      id={id}
      title={title}
      excerpt={excerpt}
      label={HIDDEN_LABELS[hidden ? 'hidden' : 'restored']}
      place={hidden ? placeAround(hiding) : recordHref(hiding)}
      {...(hidden ? { placeWords: 'Read what it was a part of' } : {})}
    >
      <p className="mt-4 text-sm text-ink-soft">
        Hidden by <WalletAddress address={hiddenBy} />, <Moment at={hiddenAt} />:
      </p>
      <Prose text={reason} className="mt-1" />
      <div className="mt-4">
        <Unfolding
          look="plain"
          about={`about “${title}”`}
          choices={hidden ? RESTORE : []}
          form={() => <RestoreForm subject={{ type: recordType, id: recordId }} onDone={onRestored} />}
        />
      </div>
    </JudgedRecord>
  )
}
