import { Fact, Facts } from '@/components/ui/facts'
import { Hash } from '@/components/ui/hash'
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
