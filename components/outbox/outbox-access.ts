import { request } from '@/lib/api/request'
import type { SessionView } from '@/lib/auth/schemas'
import { OUTBOX_SEEDS_MIN } from '@/lib/contract/limits'
import { listMuseLinks } from '@/lib/muses/contract'
import { getWalletSeeds } from '@/lib/seeds/contract'
import type { Action } from '@/lib/turns/actions'

/** What a wallet needs to queue a post if it is not a moderator: a linked Muse, or enough Seeds (docs/interface.md#limits). */
export interface OutboxAccess {
  readonly isLinked: boolean
  readonly seeds: number
}

export async function readOutboxAccess(wallet: string): Promise<OutboxAccess> {
  const [{ links }, { balance }] = await Promise.all([
    request(listMuseLinks, { query: { wallet } }),
    request(getWalletSeeds, { params: { address: wallet }, query: { limit: '1' } }),
  ])
  return { isLinked: links.some(({ active }) => active), seeds: balance }
}

const NEEDS_MUSE = `This needs a linked Muse or at least ${OUTBOX_SEEDS_MIN} Seeds.`

/** Why a wallet may not queue a post about a record, as a sentence; null if it may. */
export function outboxRefusal(
  isOwner: boolean,
  { isAdmin }: SessionView,
  { isLinked, seeds }: OutboxAccess,
  record: 'challenge' | 'mission',
): string | null {
  if (isAdmin) return null
  if (!isOwner) return `Only the owner of this ${record}, or a moderator, may do this.`
  if (isLinked || seeds >= OUTBOX_SEEDS_MIN) return null
  return `${NEEDS_MUSE} Your wallet has ${seeds} and no Muse.`
}

/** Where a wallet gets what it lacks by such a refusal; nothing for any other. */
export const remedyOf = (refusal: string | null): Pick<Action<string>, 'remedy'> =>
  refusal?.startsWith(NEEDS_MUSE) ? { remedy: { href: '/muse', words: 'Link a Muse' } } : {}
