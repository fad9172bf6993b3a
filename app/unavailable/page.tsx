import type { Metadata } from 'next'
import { MessagePage } from '@/components/layout/message-page'
import { BottomBar } from '@/components/layout/navigation'
import { PageFrame } from '@/components/layout/page-frame'
import { SiteHeader } from '@/components/layout/site-header'

/** An empty address is the one that was asked for, with its query. */
const HERE = ''

export const metadata: Metadata = { title: 'This page could not be read', robots: { index: false } }

/**
 * What the front answers, with 503 or 500, at any address whose page could not be made (server/pages/failed-page.ts). It is
 * made while building: then it needs no database, and does not know the service's name.
 */
export default function UnavailablePage() {
  return (
    <>
      <SiteHeader />
      <PageFrame>
        <MessagePage kicker="Not just now" title="This page could not be read.">
          <p>
            The records do not answer at the moment. Nothing is lost by it: what was recorded stays recorded, and what
            you typed is kept in your browser. It usually passes within a minute.
          </p>
          <p>
            <a
              href={HERE}
              className="inline-flex min-h-11 items-center rounded-md bg-green px-5 font-semibold text-on-green hover:bg-green-deep"
            >
              Try again
            </a>
          </p>
          {/* Shown with the number by server/pages/failed-page.ts, which knows it. */}
          <p id="request-number" hidden>
            If it goes on, tell whoever runs this site the number of this request: <code className="break-all" />
          </p>
        </MessagePage>
      </PageFrame>
      <BottomBar />
    </>
  )
}
