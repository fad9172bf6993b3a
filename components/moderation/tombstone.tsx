'use client'

import { useEffect, useState } from 'react'
import { MessagePage } from '@/components/layout/message-page'
import { RestoreForm } from '@/components/moderation/reason-form'
import { Prose } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { request } from '@/lib/api/request'
import { getTombstone } from '@/lib/moderation/contract'
import { RECORD_NAMES } from '@/lib/moderation/labels'
import type { TombstoneView } from '@/lib/moderation/schemas'

/** Why a record is hidden, for affected readers; nothing for others. */
export function Tombstone({
  recordType,
  recordId,
}: {
  recordType: 'challenge' | 'mission' | 'receipt'
  recordId: string
}) {
  const [tombstone, setTombstone] = useState<TombstoneView | null>(null)
  useEffect(() => {
    request(getTombstone, { query: { recordType, recordId } })
      .then((answer) => setTombstone(answer.tombstone))
      .catch(() => setTombstone(null))
  }, [recordType, recordId])
  return tombstone ? <Told tombstone={tombstone} /> : null
}

function Told({ tombstone }: { tombstone: TombstoneView }) {
  const { recordType, recordId, title, reason, hiddenBy, hiddenAt, seeds, restorable } = tombstone
  const word = RECORD_NAMES[recordType].toLowerCase()
  return (
    <MessagePage kicker="Hidden by a moderator" title={title}>
      <p role="status">
        <WalletAddress address={hiddenBy} /> hid this {word}, <Moment at={hiddenAt} />, and wrote:
      </p>
      <blockquote className="border-l-2 border-rule-strong pl-4 text-ink">
        <Prose text={reason} />
      </blockquote>
      <p>
        Nothing is deleted. Everybody else finds nothing at this address; the {word} is in no list and takes no changes
        until a moderator restores it. Then all of it stands where it stood, and you are told.
      </p>
      {seeds < 0 ? <p>{-seeds} Seeds are reversed meanwhile. They are credited anew when it is restored.</p> : null}
      {restorable ? (
        <div className="text-base text-ink">
          <RestoreForm subject={{ type: recordType, id: recordId }} onDone={() => location.reload()} />
        </div>
      ) : null}
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-ink">
        <TextLink href="/notifications">Your notifications</TextLink>
        <TextLink href="/">Home</TextLink>
      </p>
    </MessagePage>
  )
}
