'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/forms/button'
import { HiddenEntry, ReportEntry } from '@/components/moderation/judged-record'
import { OlderOnes } from '@/components/record/older-ones'
import { PagesNews } from '@/components/record/pages-news'
import { type Pages, usePages } from '@/components/record/use-pages'
import { Empty } from '@/components/ui/empty'
import { Section } from '@/components/ui/section'
import { request } from '@/lib/api/request'
import { listHidings, listReports } from '@/lib/moderation/contract'
import type { HidingView, ReportView } from '@/lib/moderation/schemas'

const REPORTS = {
  read: async (cursor: string | null) => {
    const page = await request(listReports, { query: { state: 'open', ...(cursor ? { cursor } : {}) } })
    return { items: page.reports, nextCursor: page.nextCursor }
  },
  words: ({ count }: { count: number }) => (count === 1 ? 'One report is shown.' : `${count} reports are shown.`),
}

const HIDINGS = {
  read: async (cursor: string | null) => {
    const page = await request(listHidings, { query: { state: 'hidden', ...(cursor ? { cursor } : {}) } })
    return { items: page.hidings, nextCursor: page.nextCursor }
  },
  words: ({ count }: { count: number }) =>
    count === 1 ? 'One hidden record is shown.' : `${count} hidden records are shown.`,
}

/** The open reports and the hidden records. */
export function ModerationPanel() {
  const reports = usePages<ReportView>(REPORTS)
  const hidings = usePages<HidingView>(HIDINGS)

  const settled = (report: ReportView, state: 'hidden' | 'dismissed') => {
    // Hiding a record settles all of its reports.
    const isMeant = (one: ReportView) => (state === 'hidden' ? one.recordId === report.recordId : one.id === report.id)
    reports.update((one) => (isMeant(one) ? { ...one, state } : one))
    if (state === 'hidden') hidings.again()
  }
  return (
    <>
      <Section
        id="reports"
        title="Reports"
        note="What people asked you to look at, newest first. Hide the record, or dismiss the report; either needs a reason."
      >
        <WholeList
          pages={reports}
          empty="Nothing waits."
          next="Whoever is signed in may report a record on its own page. The report stands here then, and in your notifications."
          entry={(report) => (
            <ReportEntry key={report.id} report={report} onSettled={(state) => settled(report, state)} />
          )}
        />
      </Section>
      <Section
        id="hidden"
        title="Hidden records"
        note="They answer as if they were not there. Nothing is deleted: a restored record stands where it stood."
      >
        <WholeList
          pages={hidings}
          empty="Nothing is hidden."
          next="Hide a record from a report, or by the word “Hide” beside it on its own page."
          entry={(hiding) => (
            <HiddenEntry
              key={hiding.id}
              hiding={hiding}
              onRestored={() => hidings.update((one) => (one.id === hiding.id ? { ...one, hidden: false } : one))}
            />
          )}
        />
      </Section>
    </>
  )
}

/** A list that is read page by page. @param next the next step, shown while the list is empty. */
function WholeList<T>({
  pages,
  empty,
  next,
  entry,
}: {
  pages: Pages<T>
  empty: string
  next: string
  entry: (item: T) => ReactNode
}) {
  const { items, busy, fault, said, again } = pages
  return (
    <div aria-busy={busy}>
      <PagesNews said={said} fault={fault} />
      {items === null && fault === null ? <Shape /> : null}
      {items?.length === 0 ? <Empty title={empty}>{next}</Empty> : null}
      {items && items.length > 0 ? <ol className="border-t border-rule">{items.map(entry)}</ol> : null}
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <OlderOnes pages={pages} />
        <Button busy={busy} onClick={again}>
          Refresh
        </Button>
      </div>
    </div>
  )
}

function Shape() {
  return (
    <div className="space-y-3 border-y border-rule py-6">
      <p className="sr-only">The list is on its way …</p>
      <div className="h-6 w-72 max-w-full rounded-sm bg-vellum" />
      <div className="h-4 w-lg max-w-full rounded-sm bg-vellum" />
    </div>
  )
}
