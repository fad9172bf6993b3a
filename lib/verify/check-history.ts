import type { HistoryEventView } from '@/lib/history/schemas'
import { type Finding, finding } from '@/lib/verify/finding'
import { contentHashOf } from '@/lib/verify/primitives'

/** Walks a record's history: every event's hash, its place, and its link to the one before (decisions §7). */
export function checkHistory(what: string, events: readonly HistoryEventView[]): Finding {
  const broken = events.find((event, index) => {
    const { hash, ...content } = event
    const before = events[index - 1]
    return event.seq !== index + 1 || event.prevHash !== (before?.hash ?? null) || contentHashOf(content) !== hash
  })
  return finding(
    `${what}: history`,
    events.length > 0 && broken === undefined,
    `${events.length} events, each chained to the one before.`,
    broken ? `The chain breaks at event ${broken.seq}.` : 'There is no event.',
  )
}
