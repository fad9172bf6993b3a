import { ReceiptEntry } from '@/components/receipts/receipt-lines'
import { ListPage, type ListState } from '@/components/record/list-page'
import { Empty } from '@/components/ui/empty'
import { TextLink } from '@/components/ui/text-link'
import { OUTCOME_LABELS } from '@/lib/missions/labels'
import { OUTCOMES } from '@/lib/missions/states'
import type { ReceiptSummary } from '@/lib/receipts/schemas'

const CHOICES = OUTCOMES.map((outcome) => [outcome, OUTCOME_LABELS[outcome]] as const)

/** What the list is, for people and for search engines. */
export const RECEIPTS = {
  path: '/receipts',
  title: 'Receipts',
  lead: 'What became of each mission, for good: its terms, its proof, every signed review. Anyone can check one, without this site too.',
} as const

/** The whole list page. */
export function ReceiptList({ receipts, ...list }: ListState & { receipts: readonly ReceiptSummary[] }) {
  return (
    <ListPage
      {...list}
      {...RECEIPTS}
      kind="receipt"
      states={CHOICES}
      stateName="outcome"
      empty={
        <Empty title="No receipt yet.">
          One is issued when the owner of a <TextLink href="/missions">mission</TextLink> records its outcome.
        </Empty>
      }
    >
      {receipts.map((receipt) => (
        <ReceiptEntry key={receipt.id} receipt={receipt} level="h2" />
      ))}
    </ListPage>
  )
}
