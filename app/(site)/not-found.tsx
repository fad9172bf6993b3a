import { NotFoundMessage } from '@/components/layout/not-found-message'

/** For records that do not exist or are hidden. */
export default function RecordNotFound() {
  return <NotFoundMessage />
}
