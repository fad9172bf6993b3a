import { historyPages } from '@/app/part-pages'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'

const { generateMetadata, Page } = historyPages('challenge', CHALLENGE_STATE_LABELS)

export { generateMetadata }
export default Page
