import { normaliseAddress } from '@/lib/address'
import { decodeNumberCursor } from '@/lib/contract/cursor'
import { keysetPage } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { type Sql, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'
import { balanceOf, ledgerEntryJson } from '@/lib/seeds/ledger'
import { WalletSeedsView } from '@/lib/seeds/schemas'

/** A wallet's address in EIP-55. @throws Refusal `not_found` if the text is not an address. */
export function addressOf(text: string): `0x${string}` {
  const address = normaliseAddress(text)
  if (!address) throw notFound('There is no such wallet: an address is 0x and 40 hex digits.')
  return address
}

/**
 * The body of `GET /api/v1/rewards/wallet/{address}` as JSON text. An unknown wallet has an empty ledger.
 * @throws Refusal `not_found` if the text is not an address.
 */
export async function walletSeedsBody(address: string, page: { limit: number; cursor?: string }): Promise<string> {
  const wallet = addressOf(address)
  const where: Sql[] = [sql`e.wallet = ${wallet}`]
  if (page.cursor) where.push(sql`e.id < ${decodeNumberCursor(page.cursor)}::int`)
  const list = await keysetPage({
    from: '"SeedEntry" e',
    view: ledgerEntryJson('e'),
    key: 'e.id',
    where,
    limit: page.limit,
    beside: balanceOf(wallet),
  })
  return `{"wallet":"${wallet}","balance":${list.beside},"entries":${list.items},"nextCursor":${list.nextCursor}}`
}

/** The parsed ledger. @throws Refusal `not_found`. */
export async function getWalletSeeds(
  address: string,
  page: { limit: number; cursor?: string },
): Promise<WalletSeedsView> {
  return parseView(WalletSeedsView, await walletSeedsBody(address, page))
}

/**
 * SQL for the version of a wallet's ledger (see lib/pages/page-version.ts). Entries never change, and are counted: the newest may
 * be committed before one with a lower id. So are the few erasures by law, which change the
 * moderators' reasons that are shown with them: whoever erases may have a slower clock.
 */
export const walletSeedsVersion = (wallet: string): Sql =>
  sql`(SELECT concat_ws(' ', coalesce((SELECT b.entries FROM "SeedBalance" b WHERE b.wallet = ${wallet}), 0),
    (SELECT count(*) FROM "Erasure")))`
