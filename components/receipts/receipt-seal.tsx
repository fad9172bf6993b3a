import { LogoDrawing } from '@/components/layout/logo'
import { Fact, Facts } from '@/components/ui/facts'
import { Hash } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { vineWords, wreath } from '@/components/vine/vine'
import type { Growth } from '@/lib/history/growth'
import type { ReceiptView } from '@/lib/receipts/schemas'

/** The values by which anyone can check the receipt without this service. */
export function ReceiptSeal({ receipt }: { receipt: ReceiptView }) {
  return (
    <Section
      id="seal"
      title="Seal"
      note="The content hash is the SHA-256 of the receipt in its RFC 8785 form, without the hash, the signature, the payments and what it says of an erasure. The service signed it with Ed25519 (RFC 8032)."
    >
      <Facts columns="two">
        {Object.entries({
          'Content hash': receipt.contentHash,
          'Service key': receipt.serviceKey,
          'Service signature': receipt.serviceSignature,
          'History event that recorded the outcome': receipt.historyHead,
          Receipt: receipt.id,
        }).map(([name, value]) => (
          <Fact key={name} name={name}>
            <Hash value={value} whole />
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}

/** The seal of a receipt: the logo, surrounded by the vine of its mission. */
export function Seal({ growth, className = '' }: { growth: Growth; className?: string }) {
  return (
    <svg
      viewBox="0 0 160 160"
      className={`shrink-0 ${className}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={`Seal. ${vineWords(growth)}`}
    >
      <circle cx="80" cy="80" r="42" stroke="currentColor" strokeWidth="1.2" strokeDasharray="0.1 4.4" />
      {wreath({ growth, centre: 80, radius: 58 })}
      <g transform="translate(48 48) scale(2)">
        <LogoDrawing />
      </g>
    </svg>
  )
}
