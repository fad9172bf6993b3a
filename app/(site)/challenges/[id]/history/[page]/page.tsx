import { partPages } from '@/app/part-pages'
import { HistoryPage } from '@/components/record/history'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import { findHistoryBlock } from '@/lib/history/queries'

export const dynamic = 'force-dynamic'

const { generateMetadata, Page } = partPages(
  'History',
  (id, block) => findHistoryBlock('challenge', id, block),
  (found, id, block) => (
    <HistoryPage found={found} path={`/challenges/${id}`} block={block} stateWords={CHALLENGE_STATE_LABELS} />
  ),
)

export { generateMetadata }
export default Page
