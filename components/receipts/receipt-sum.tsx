import { Fact } from '@/components/ui/facts'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { ReceiptView } from '@/lib/receipts/schemas'

/** Whom a receipt is of, in a line: by, for, verified by, paid. */
export function ReceiptSum({ receipt: { terms, verifierDecisions, payments, seeds } }: { receipt: ReceiptView }) {
  const verifiers = [
    ...new Set(verifierDecisions.flatMap(({ verdict, verifier }) => (verdict === 'approve' ? [verifier] : []))),
  ]
  const verified = terms.milestones.filter((milestone) => milestone.verified).length
  const confirmed = payments.filter(({ check }) => check.status === 'confirmed').length
  return (
    <dl className="mt-8 grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-4">
      <Fact name="Work by">
        {terms.contributorWallet ? <WalletAddress address={terms.contributorWallet} /> : 'Nobody, at the end'}
      </Fact>
      <Fact name="For">
        <WalletAddress address={terms.owner} />
      </Fact>
      <Fact name="Verified by">
        {verifiers.length > 0 ? (
          <ul>
            {verifiers.map((wallet) => (
              <li key={wallet}>
                <WalletAddress address={wallet} />
              </li>
            ))}
          </ul>
        ) : (
          'Nobody'
        )}
        <span className="block text-sm text-ink-soft">
          {verified} of {terms.milestones.length} {terms.milestones.length === 1 ? 'milestone' : 'milestones'}
        </span>
      </Fact>
      <Fact name="Paid">
        {payments.length === 0 ? 'Nothing recorded' : `${payments.length} on record, ${confirmed} confirmed`}
        <span className="block text-sm text-ink-soft">{seeds.reduce((sum, { amount }) => sum + amount, 0)} Seeds</span>
      </Fact>
    </dl>
  )
}
