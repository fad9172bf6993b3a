import type { Metadata } from 'next'
import { MessagePage } from '@/components/layout/message-page'
import { BottomBar } from '@/components/layout/navigation'
import { PageFrame } from '@/components/layout/page-frame'
import { SiteHeader } from '@/components/layout/site-header'

/** An empty address links to the requested page itself, including its query. */
const HERE = ''

export const metadata: Metadata = { title: 'This page could not be read', robots: { index: false } }

/**
 * Our own server sends this page, with 503 or 500, for any page that could not be rendered (server/pages/failed-page.ts). It is
 * rendered during the build, so it needs no database and does not know the service's name.
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
          {/* server/pages/failed-page.ts knows the number, inserts it and shows this line. */}
          <p id="request-number" hidden>
            If it goes on, tell whoever runs this site the number of this request: <code className="break-all" />
          </p>
        </MessagePage>
      </PageFrame>
      <BottomBar />
    </>
  )
}
