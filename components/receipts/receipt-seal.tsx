import { LogoDrawing } from '@/components/layout/logo'
import { Fact, Facts } from '@/components/ui/facts'
import { Hash } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { ReceiptChecks } from '@/components/verify/receipt-checks'
import type { ReceiptView } from '@/lib/receipts/schemas'

/** What makes the receipt checkable by anybody, without this service. */
export function ReceiptSeal({ receipt, serviceKey }: { receipt: ReceiptView; serviceKey: string }) {
  return (
    <Section
      id="seal"
      title="Seal"
      note="The content hash is the SHA-256 of the receipt in its RFC 8785 form, without the hash, the signature and the payments. The service signed it with Ed25519 (RFC 8032)."
    >
      <Facts>
        <Fact name="Content hash">
          <Hash value={receipt.contentHash} whole />
        </Fact>
        <Fact name="Service key">
          <Hash value={receipt.serviceKey} whole />
        </Fact>
        <Fact name="Service signature">
          <Hash value={receipt.serviceSignature} whole />
        </Fact>
        <Fact name="History event that recorded the outcome">
          <Hash value={receipt.historyHead} whole />
        </Fact>
        <Fact name="Receipt">
          <Hash value={receipt.id} whole />
        </Fact>
      </Facts>
      <ReceiptChecks id={receipt.id} contentHash={receipt.contentHash} trustedKey={serviceKey} />
    </Section>
  )
}

export function Seal({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 120 120"
      className={`shrink-0 ${className}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="60" cy="60" r="57" stroke="currentColor" strokeWidth="2.5" />
      <circle cx="60" cy="60" r="51" stroke="currentColor" strokeWidth="1.2" strokeDasharray="0.1 4.35" />
      <g transform="translate(22 22) scale(2.38)">
        <LogoDrawing />
      </g>
    </svg>
  )
}
