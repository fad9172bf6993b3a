import type { Metadata } from 'next'
import { NotFoundMessage } from '@/components/layout/not-found-message'
import { TOMBSTONE_PLACE } from '@/components/moderation/tombstone-place'

export const metadata: Metadata = { title: 'Nothing here' }

/** For records that do not exist or are hidden. People whom a hidden record concerns see a notice instead of this message. */
export default function RecordNotFound() {
  return (
    <>
      <div id={TOMBSTONE_PLACE} className="peer" />
      <div className="peer-[:not(:empty)]:hidden">
        <NotFoundMessage>
          The record does not exist, or a moderator has hidden it. Check the address for a missing letter, or look for
          it in the lists. If the record is yours, sign in: you are told here what became of it.
        </NotFoundMessage>
      </div>
    </>
  )
}
