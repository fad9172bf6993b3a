import { readList } from '@/app/read-list'
import { pageMetadata } from '@/app/record-metadata'
import { ReviewQueue } from '@/components/review/review-queue'
import { PageQuery } from '@/lib/contract/list'
import { listWaiting } from '@/lib/review/queries'
import { listCleared, listInProgress } from '@/lib/review/signed'

export const generateMetadata = () =>
  pageMetadata({
    path: '/review',
    title: 'Review',
    description:
      'The decisions and proofs that wait for a verifier’s signature, those sent back, and the newest verdicts.',
  })

export default async function ReviewPage({ searchParams }: PageProps<'/review'>) {
  const [{ page, parameters }, inProgress, cleared] = await Promise.all([
    readList(PageQuery, await searchParams, listWaiting),
    listInProgress(),
    listCleared(),
  ])
  return (
    <ReviewQueue
      waiting={page}
      isFirstPage={parameters['cursor'] === undefined}
      inProgress={inProgress}
      cleared={cleared}
    />
  )
}
