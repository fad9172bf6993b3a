import type { ReactNode } from 'react'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { WalletHead } from '@/components/wallets/wallet-head'
import { callerOf } from '@/lib/auth/roles'
import type { WalletSeedsView } from '@/lib/seeds/schemas'

/** A page of one list of a wallet. @param id the list's path below the wallet's. */
export function WalletList({
  seeds,
  id,
  title,
  cursor,
  nextCursor,
  children,
}: {
  seeds: Pick<WalletSeedsView, 'wallet' | 'balance'>
  id: 'ledger' | 'reviews'
  title: string
  cursor: string | undefined
  nextCursor: string | null
  children: ReactNode
}) {
  const wallet = `/wallets/${seeds.wallet}`
  const path = `${wallet}/${id}`
  return (
    <article>
      <WalletHead seeds={seeds} roles={callerOf(seeds.wallet)} />
      <Section id={id} title={title} aside={<TextLink href={wallet}>Back to the wallet</TextLink>}>
        {children}
        <Pager first={cursor ? path : null} next={nextCursor ? `${path}?cursor=${nextCursor}` : null} />
      </Section>
    </article>
  )
}
