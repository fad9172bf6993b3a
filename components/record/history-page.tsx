import { HistoryEvents } from '@/components/record/history'
import { PartPage } from '@/components/record/part-page'
import type { HistoryBlock } from '@/lib/history/queries'
import { blocksOf } from '@/lib/history/shown'

/** A block of a record's history on a page of its own. @param path of the record. @param block 1 holds the first events. */
export function HistoryPage({
  found: { title, historySeq, events },
  path,
  block,
  stateWords,
}: {
  found: HistoryBlock
  path: string
  block: number
  stateWords: Readonly<Record<string, { word: string }>>
}) {
  return (
    <PartPage
      record={{ path, title }}
      caption="History"
      lead={`Events ${events.at(0)?.seq} to ${events.at(-1)?.seq} of ${historySeq}, oldest first.`}
      folder="history"
      page={block}
      pages={blocksOf(historySeq)}
    >
      <HistoryEvents events={events} stateWords={stateWords} />
    </PartPage>
  )
}
