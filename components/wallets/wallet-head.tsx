import { LabelBadge } from '@/components/ui/label-badge'
import { ROLE_LABELS, type Roles } from '@/lib/auth/roles'
import type { WalletSeedsView } from '@/lib/seeds/schemas'

/** The whole address, to be read and copied, the balance, and the roles that the service's lists give it now. */
export function WalletHead({ seeds, roles }: { seeds: Pick<WalletSeedsView, 'wallet' | 'balance'>; roles: Roles }) {
  const held = [...(roles.isVerifier ? [ROLE_LABELS.verifier] : []), ...(roles.isAdmin ? [ROLE_LABELS.moderator] : [])]
  return (
    <header className="oxford-rule flex flex-wrap items-end justify-between gap-x-12 gap-y-6 pt-6">
      <div className="min-w-0">
        <p className="caption">Wallet</p>
        <h1 className="mt-2 font-mono text-lg font-normal break-all select-all sm:text-2xl">{seeds.wallet}</h1>
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
      </div>
      <p className="shrink-0">
        <span className="font-display text-5xl text-green tabular-nums">{seeds.balance}</span>{' '}
        <span className="caption">Seeds</span>
      </p>
    </header>
  )
}
