import type { ReactNode } from 'react'
import { RuledList } from '@/components/record/ruled-list'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { OUTCOME_LABELS } from '@/lib/missions/labels'
import type { ReceiptSummary } from '@/lib/receipts/schemas'

/** @param empty shown when there are none. */
export function ReceiptLines({ receipts, empty }: { receipts: readonly ReceiptSummary[]; empty?: ReactNode }) {
  return (
    <RuledList empty={empty}>
      {receipts.map((receipt) => (
        <ReceiptEntry key={receipt.id} receipt={receipt} level="h3" />
      ))}
    </RuledList>
  )
}

/** A receipt in a list, on one line. */
export function ReceiptEntry({ receipt, level: Heading }: { receipt: ReceiptSummary; level: 'h2' | 'h3' }) {
  return (
    <li className="grid items-baseline gap-x-6 gap-y-1.5 border-b border-rule py-4 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
      <span>
        <LabelBadge label={OUTCOME_LABELS[receipt.outcome]} />
      </span>
      <Heading className="text-lg [overflow-wrap:anywhere]">
        <TextLink href={`/receipts/${receipt.id}`} className="decoration-green hover:underline">
          <Name text={receipt.title} />
        </TextLink>
      </Heading>
      <span className="text-sm text-ink-soft">
        {receipt.contributorWallet ? (
          <>
            <WalletAddress address={receipt.contributorWallet} copies={false} />,{' '}
          </>
        ) : null}
        <Moment at={receipt.issuedAt} dayOnly />
      </span>
    </li>
  )
}
