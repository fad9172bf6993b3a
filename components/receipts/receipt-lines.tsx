import { LabelBadge } from '@/components/ui/label-badge'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { OUTCOME_LABELS } from '@/lib/missions/labels'
import type { ReceiptSummary } from '@/lib/receipts/schemas'

export function ReceiptLines({ receipts }: { receipts: readonly ReceiptSummary[] }) {
  return (
    <ul className="border-t border-rule">
      {receipts.map((receipt) => (
        <li
          key={receipt.id}
          className="grid items-baseline gap-x-6 gap-y-1.5 border-b border-rule py-4 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
        >
          <span>
            <LabelBadge label={OUTCOME_LABELS[receipt.outcome]} />
          </span>
          <h3 className="text-lg [overflow-wrap:anywhere]">
            <TextLink href={`/receipts/${receipt.id}`} className="decoration-green hover:underline">
              {receipt.title}
            </TextLink>
          </h3>
          <span className="text-sm text-ink-soft">
            {receipt.contributorWallet ? (
              <>
                <WalletAddress address={receipt.contributorWallet} /> ·{' '}
              </>
            ) : null}
            <Moment at={receipt.issuedAt} dayOnly />
          </span>
        </li>
      ))}
    </ul>
  )
}
