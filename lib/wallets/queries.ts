import { z } from 'zod'
import { callerOf } from '@/lib/auth/roles'
import { listChallenges } from '@/lib/challenges/queries'
import { NextCursor } from '@/lib/contract/fields'
import { beforeId, keysetPage } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { iso, sql } from '@/lib/db/sql'
import { listMissions } from '@/lib/missions/queries'
import { listMuseLinks } from '@/lib/muses/queries'
import { listReceipts } from '@/lib/receipts/queries'
import { listReviewsBy } from '@/lib/review/signed'
import { addressOf, getWalletSeeds } from '@/lib/seeds/queries'
import { RecordedLink, type WalletView } from '@/lib/wallets/schemas'

/** The number of entries of each list in a wallet's view. */
const SHOWN = 5

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}

const LINK = `json_build_object('id', s.id, 'challengeId', c.id, 'title', c.title, 'side', s.side, 'url', s.url,
    'submittedAt', ${iso('s."submittedAt"')}, 'proposalId', s."proposalId")`

async function listLinksBy(wallet: string, { limit, cursor }: Page) {
  const where = [sql`s."submittedBy" = ${wallet}`, sql`s."hiddenAt" IS NULL`, sql`c."hiddenAt" IS NULL`]
  if (cursor) where.push(beforeId('s.id', cursor))
  const from = '"Submission" s JOIN "Challenge" c ON c.id = s."challengeId"'
  const found = await keysetPage({ from, view: LINK, key: 's.id', where, limit })
  return { links: parseView(z.array(RecordedLink), found.items), nextCursor: parseView(NextCursor, found.nextCursor) }
}

/** The body of `GET /api/v1/wallets/{address}/links` as JSON text. @throws Refusal `not_found` for no address. */
export async function recordedLinksBody(address: string, page: Page): Promise<string> {
  const wallet = addressOf(address)
  return JSON.stringify({ wallet, ...(await listLinksBy(wallet, page)) })
}

/** The body of `GET /api/v1/wallets/{address}/reviews` as JSON text. @throws Refusal `not_found` for no address. */
export async function reviewsBody(address: string, page: Page): Promise<string> {
  const wallet = addressOf(address)
  return JSON.stringify({ wallet, ...(await listReviewsBy(wallet, page)) })
}

/** The newest entries of a list. @param list the path of the whole list, with its filter. */
function newest<Item>(items: Item[], cursor: string | null, list: string): { items: Item[]; next: string | null } {
  return { items, next: cursor && `/api/v1/${list}${list.includes('?') ? '&' : '?'}cursor=${cursor}` }
}

/** The body of `GET /api/v1/wallets/{address}` as JSON text. @throws Refusal `not_found` for no address. */
export async function walletBody(text: string): Promise<string> {
  const address = addressOf(text)
  const page = { limit: SHOWN }
  const [seeds, muses, challenges, missions, contributed, recorded, reviewed, issued, earned] = await Promise.all([
    getWalletSeeds(address, page),
    listMuseLinks({ wallet: address }),
    listChallenges({ ...page, owner: address }),
    listMissions({ ...page, owner: address }),
    listMissions({ ...page, contributed: address }),
    listLinksBy(address, page),
    listReviewsBy(address, page),
    listReceipts({ ...page, owner: address }),
    listReceipts({ ...page, contributor: address }),
  ])
  const { isVerifier, isAdmin } = callerOf(address)
  const wallet: WalletView = {
    address,
    roles: { isVerifier, isAdmin },
    seeds: { balance: seeds.balance, ...newest(seeds.entries, seeds.nextCursor, `rewards/wallet/${address}`) },
    muse: muses.find(({ active }) => active) ?? null,
    ownChallenges: newest(challenges.challenges, challenges.nextCursor, `challenges?owner=${address}`),
    ownMissions: newest(missions.missions, missions.nextCursor, `missions?owner=${address}`),
    contributedMissions: newest(contributed.missions, contributed.nextCursor, `missions?contributed=${address}`),
    recordedLinks: newest(recorded.links, recorded.nextCursor, `wallets/${address}/links`),
    reviews: newest(reviewed.reviews, reviewed.nextCursor, `wallets/${address}/reviews`),
    ownReceipts: newest(issued.receipts, issued.nextCursor, `receipts?owner=${address}`),
    contributedReceipts: newest(earned.receipts, earned.nextCursor, `receipts?contributor=${address}`),
  }
  return JSON.stringify({ wallet })
}
