'use client'

import { HiddenEntry } from '@/components/moderation/hidden-entry'
import { ReportEntry } from '@/components/moderation/report-entry'
import { WholeList } from '@/components/moderation/whole-list'
import { usePages } from '@/components/record/use-pages'
import { Section } from '@/components/ui/section'
import { request } from '@/lib/api/client'
import { listHidings, listReports } from '@/lib/moderation/contract'
import type { HidingView, ReportView } from '@/lib/moderation/schemas'

const REPORTS = {
  read: async (cursor: string | null) => {
    const page = await request(listReports, { query: { state: 'open', ...(cursor ? { cursor } : {}) } })
    return { items: page.reports, nextCursor: page.nextCursor }
  },
  words: ({ count }: { count: number }) => (count === 1 ? 'One report waits.' : `${count} reports wait.`),
}

const HIDINGS = {
  read: async (cursor: string | null) => {
    const page = await request(listHidings, { query: { state: 'hidden', ...(cursor ? { cursor } : {}) } })
    return { items: page.hidings, nextCursor: page.nextCursor }
  },
  words: ({ count }: { count: number }) =>
    count === 1 ? 'One hidden record is shown.' : `${count} hidden records are shown.`,
}

/** What waits for a moderator, and what moderators have hidden. */
export function ModerationPanel() {
  const reports = usePages<ReportView>(REPORTS)
  const hidings = usePages<HidingView>(HIDINGS)

  const settled = (report: ReportView, state: 'hidden' | 'dismissed') => {
    // Hiding a record settles whatever else was reported of it.
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
