import { pageMetadata } from '@/app/record-metadata'
import { ReviewQueue } from '@/components/review/review-queue'
import { listWaiting } from '@/lib/review/queries'
import { listCleared, listInProgress } from '@/lib/review/signed'

export const generateMetadata = () =>
  pageMetadata({
    path: '/review',
    title: 'Review',
    description:
      'The decisions and proofs that wait for a verifier’s signature, those sent back, and the newest verdicts.',
  })

export default async function ReviewPage() {
  const [waiting, inProgress, cleared] = await Promise.all([listWaiting(), listInProgress(), listCleared()])
  return <ReviewQueue waiting={waiting} inProgress={inProgress} cleared={cleared} />
}
