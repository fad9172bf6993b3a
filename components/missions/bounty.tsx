import { AutomaticCheck } from '@/components/missions/automatic-check'
import { chainName } from '@/lib/chain/labels'
import type { CheckView } from '@/lib/chain/schemas'

export interface BountyFacts {
  readonly chainId: string | null
  readonly txHash: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly check?: CheckView
}

/** A bounty that somebody named. The service holds and releases nothing. */
export function Bounty({ bounty }: { bounty: BountyFacts }) {
  return (
    <>
      <p className="font-display text-2xl">
        {[bounty.amount, bounty.currency].filter(Boolean).join(' ') || 'No amount named'}
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        {bounty.chainId ? `${chainName(bounty.chainId)} · ` : ''}Recorded, not held. A payment goes straight from
        sponsor to contributor.
      </p>
      {bounty.check && bounty.txHash ? <AutomaticCheck check={bounty.check} /> : null}
    </>
  )
}
