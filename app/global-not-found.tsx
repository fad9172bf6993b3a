import type { Metadata } from 'next'
import RootLayout from '@/app/layout'
import { PAGE_VIEWPORT } from '@/app/page-viewport'
import { LateName } from '@/components/layout/late-name'
import { BottomBar } from '@/components/layout/navigation'
import { NotFoundMessage } from '@/components/layout/not-found-message'
import { PageFrame } from '@/components/layout/page-frame'
import { NAME_LOOK, SiteHeader } from '@/components/layout/site-header'

export const viewport = PAGE_VIEWPORT
export const metadata: Metadata = { title: 'Page not found' }

/**
 * For paths without a page. It is rendered during the build, so it learns the service's name in the browser. Next puts no
 * layout around it, so it takes the root's itself; but a `not-found` at the root would be sent along with every other page.
 */
export default function GlobalNotFound() {
  return (
    <RootLayout>
      <SiteHeader lateName={<LateName className={NAME_LOOK} />} />
      <PageFrame>
        <NotFoundMessage>
          There is no such page. Check the address for a missing letter, or begin at one of these.
        </NotFoundMessage>
      </PageFrame>
      <BottomBar />
    </RootLayout>
  )
}
