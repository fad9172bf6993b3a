import { Face } from '@/components/ui/face'
import { LabelBadge } from '@/components/ui/label-badge'
import { CopyAddress } from '@/components/ui/wallet-address'
import { Nickname } from '@/components/wallets/nickname'
import { ROLE_LABELS, type Roles } from '@/lib/auth/roles'
import type { WalletSeedsView } from '@/lib/seeds/schemas'

/** The whole address, the balance, and the roles that the service's lists give the wallet now. */
export function WalletHead({ seeds, roles }: { seeds: Pick<WalletSeedsView, 'wallet' | 'balance'>; roles: Roles }) {
  const held = [...(roles.isVerifier ? [ROLE_LABELS.verifier] : []), ...(roles.isAdmin ? [ROLE_LABELS.moderator] : [])]
  return (
    <header className="oxford-rule flex flex-wrap items-end justify-between gap-x-12 gap-y-6 pt-6">
      <div className="min-w-0">
        <p className="caption">Wallet</p>
        <div data-address={seeds.wallet} className="known-address mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Face address={seeds.wallet} className="size-10" />
          <h1 className="min-w-0 font-mono text-lg font-normal break-all select-all sm:text-2xl">{seeds.wallet}</h1>
          <CopyAddress what="the address" />
        </div>
        {held.length > 0 ? (
          <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5">
            {held.map((label) => (
              <LabelBadge key={label.word} label={label} />
            ))}
          </p>
        ) : null}
        <p className="mt-2 max-w-prose text-sm text-ink-soft">
          Whoever holds this wallet’s key did what is listed here. Who that is, the service does not know.
        </p>
        <Nickname key={seeds.wallet} address={seeds.wallet} />
      </div>
      <p className="shrink-0">
        <span className="font-display text-5xl text-green tabular-nums">{seeds.balance}</span>{' '}
        <span className="caption">Seeds</span>
      </p>
    </header>
  )
}
