import type { Metadata } from 'next'
import { BottomBar } from '@/components/layout/navigation'
import { NotFoundMessage } from '@/components/layout/not-found-message'
import { PageFrame } from '@/components/layout/page-frame'
import { SiteHeader } from '@/components/layout/site-header'

export const metadata: Metadata = { title: 'Page not found' }

/** For paths without a page. It is rendered during the build, so it does not know the service's name. */
export default function NotFound() {
  return (
    <>
      <SiteHeader />
      <PageFrame>
        <NotFoundMessage />
      </PageFrame>
      <BottomBar />
    </>
  )
}
