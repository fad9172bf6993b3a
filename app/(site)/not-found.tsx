import { NotFoundMessage } from '@/components/layout/not-found-message'
import { HiddenHere } from '@/components/moderation/hidden-here'

/** For records that do not exist or are hidden. */
export default function RecordNotFound() {
  return (
    <HiddenHere>
      <NotFoundMessage />
    </HiddenHere>
  )
}
