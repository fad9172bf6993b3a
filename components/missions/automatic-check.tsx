import { LabelBadge } from '@/components/ui/label-badge'
import { Hash } from '@/components/ui/raw'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { CHECK_LABELS, chainName, movedWords } from '@/lib/chain/labels'
import type { CheckView } from '@/lib/chain/schemas'

/** The result of an automatic check on a chain, labelled as such, never as a verification. @param also a further finding. */
export function AutomaticCheck({ check, also }: { check: CheckView; also?: string }) {
  return (
    <div className="mt-4 border-t border-rule pt-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="caption">Automatic check</span>
        <LabelBadge label={CHECK_LABELS[check.status]} />
        {also ? <span className="font-semibold">{also}</span> : null}
      </p>
      <p className="mt-1.5 text-ink-soft">
        {check.chainId ? chainName(check.chainId) : null}
        {check.txHash ? (
          <>
            {' '}
            ·&nbsp;transaction <Hash value={check.txHash} />
          </>
        ) : null}
        {check.blockNumber ? ` ·\u00a0block ${check.blockNumber}` : null}
        {check.from ? (
          <>
            {' '}
            ·&nbsp;from <WalletAddress address={check.from} />
          </>
        ) : null}
        {check.to ? (
          <>
            {' '}
            to <WalletAddress address={check.to} />
          </>
        ) : null}
        {check.value ? <> ·&nbsp;{movedWords(check.value)}</> : null}
        {check.checkedAt ? (
          <>
            {' '}
            ·&nbsp;read <Moment at={check.checkedAt} />
          </>
        ) : null}
      </p>
    </div>
  )
}
