import { RawText } from '@/components/ui/raw'
import { ScrollArea } from '@/components/ui/scroll-area'
import type { Checked } from '@/components/verify/checker'
import { FindingList, VerdictLine } from '@/components/verify/findings'
import { ReceiptFacts } from '@/components/verify/receipt-facts'
import { bylineOfReceipt } from '@/lib/receipts/recorder'

export function CheckedReceipt({ checked: { file, findings }, name }: { checked: Checked; name: string }) {
  return (
    <article aria-label="Result">
      <p className="caption mb-2">{name}</p>
      <VerdictLine findings={findings} />
      <div className="mt-6">
        <FindingList findings={findings} explained />
      </div>
      <div className="mt-12 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="decoded" className="min-w-0">
          <h2 id="decoded" className="mb-4 text-2xl">
            What it says
          </h2>
          <ReceiptFacts receipt={file.receipt} byline={bylineOfReceipt(file.receipt, file.history?.mission)} />
        </section>
        <section aria-labelledby="raw" className="min-w-0 self-start lg:sticky lg:top-4">
          <h2 id="raw" className="mb-4 text-2xl">
            As it is written
          </h2>
          <ScrollArea label="The receipt as it is written" tall>
            <RawText name="receipt" text={JSON.stringify(file.receipt, null, 2)} />
          </ScrollArea>
        </section>
      </div>
    </article>
  )
}
