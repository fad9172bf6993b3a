import { NotFoundMessage } from '@/components/layout/not-found-message'
import { TOMBSTONE_PLACE } from '@/components/moderation/tombstone-place'

/** For records that do not exist or are hidden. People whom a hidden record concerns see a notice instead of this message. */
export default function RecordNotFound() {
  return (
    <>
      <div id={TOMBSTONE_PLACE} className="peer" />
      <div className="peer-[:not(:empty)]:hidden">
        <NotFoundMessage />
      </div>
    </>
  )
}
