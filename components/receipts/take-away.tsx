import { CopyButton } from '@/components/docs/copy-button'
import { buttonLook } from '@/components/forms/button'
import { CopyWholeLink, PrintButton } from '@/components/receipts/take-away-buttons'
import { QrCode } from '@/components/ui/qr-code'
import { Section } from '@/components/ui/section'
import { serviceName } from '@/lib/env'
import { BADGE_HEIGHT_PX, badgeWidth, badgeWords } from '@/lib/receipts/badge'
import type { ReceiptView } from '@/lib/receipts/schemas'

const BUTTON = buttonLook('plain')

/** Ways to export a receipt: a link, a file that checks itself, a badge, a printed page. */
export function TakeAway({ receipt, origin }: { receipt: ReceiptView; origin: string }) {
  const address = `${origin}/receipts/${receipt.id}`
  const badge = `[![${badgeWords(receipt)}](${address}/badge.svg)](${address})`
  return (
    <Section id="take-away" title="Take it with you">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0 space-y-6 print:hidden">
          <p className="max-w-prose text-ink-soft">
            The file shows the receipt and checks every hash and signature by itself, offline, without this site. The
            whole receipt also fits into a link: it opens on the page that checks it and is sent to no server.
          </p>
          <div className="flex flex-wrap gap-3">
            <a href={`/receipts/${receipt.id}/receipt.html`} download className={BUTTON}>
              Download as one file
            </a>
            <a href={`/receipts/${receipt.id}/receipt.json`} download className={BUTTON}>
              Download as JSON
            </a>
            <CopyButton text={address} word="Copy the link" look="plain" />
            <CopyWholeLink id={receipt.id} look={BUTTON} />
            <PrintButton look={BUTTON} />
          </div>
          <div>
            <h3 className="caption font-normal">Badge for a README</h3>
            <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
              {/* biome-ignore lint/performance/noImgElement: a small SVG of our own; nothing about it is optimised. */}
              <img
                src={`/receipts/${receipt.id}/badge.svg`}
                alt={badgeWords(receipt)}
                width={badgeWidth(serviceName(), receipt)}
                height={BADGE_HEIGHT_PX}
                loading="lazy"
                className="h-5"
              />
              <CopyButton text={badge} word="Copy as Markdown" />
            </p>
          </div>
        </div>
        <figure className="justify-self-start">
          <QrCode text={address} label="QR code with the link to this receipt" className="size-36" />
          <figcaption className="mt-1 text-sm text-ink-soft">This receipt’s link</figcaption>
        </figure>
      </div>
    </Section>
  )
}
