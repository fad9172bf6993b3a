import type { WalletSeedsView } from '@/lib/seeds/schemas'

/** The whole address, to be read and copied, and the balance. */
export function WalletHead({ seeds }: { seeds: Pick<WalletSeedsView, 'wallet' | 'balance'> }) {
  return (
    <header className="oxford-rule flex flex-wrap items-end justify-between gap-x-12 gap-y-6 pt-6">
      <div className="min-w-0">
        <p className="caption">Wallet</p>
        <h1 className="mt-2 font-mono text-lg font-normal break-all select-all sm:text-2xl">{seeds.wallet}</h1>
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
