import { historyPages } from '@/app/part-pages'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'

const { generateMetadata, Page } = historyPages('mission', MISSION_STATE_LABELS)

export { generateMetadata }
export default Page
