import { partPages } from '@/app/part-pages'
import { HistoryPage } from '@/components/record/history'
import { findHistoryBlock } from '@/lib/history/queries'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'

export const dynamic = 'force-dynamic'

const { generateMetadata, Page } = partPages(
  'History',
  (id, block) => findHistoryBlock('mission', id, block),
  (found, id, block) => (
    <HistoryPage found={found} path={`/missions/${id}`} block={block} stateWords={MISSION_STATE_LABELS} />
  ),
)

export { generateMetadata }
export default Page
