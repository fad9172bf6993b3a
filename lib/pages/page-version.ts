import { normaliseAddress } from '@/lib/address'
import { rolesBody } from '@/lib/auth/roles'
import { checksVersion } from '@/lib/chain/check-json'
import { challengesVersion, SHOWN_CHALLENGE } from '@/lib/challenges/queries'
import { now, utcDay } from '@/lib/clock'
import { discussionVersion, missionPostsVersion } from '@/lib/community/views'
import { LIST_LIMIT_DEFAULT } from '@/lib/contract/limits'
import { one } from '@/lib/db/db'
import { StorageAway, storageFailedAt } from '@/lib/db/faults'
import { rowById } from '@/lib/db/row-by-id'
import { sameReads } from '@/lib/db/shared-reads'
import { join, raw, type Sql, sql } from '@/lib/db/sql'
import { VersionRow } from '@/lib/db/view-cache'
import { sha256Hex } from '@/lib/history/jcs'
import { isUuid } from '@/lib/id'
import { missionsVersion, SHOWN_MISSION } from '@/lib/missions/queries'
import { missionRecordVersion } from '@/lib/missions/views'
import { museLinksVersion } from '@/lib/muses/queries'
import { projectRecordVersion } from '@/lib/projects/views'
import { receiptsVersion } from '@/lib/receipts/queries'
import { keysVersion } from '@/lib/receipts/signed-under'
import { reviewsVersion } from '@/lib/review/signed'
import { walletSeedsVersion } from '@/lib/seeds/queries'

// The content of a page is identified by its version: an instance may send a cached rendering of the same version again,
// whichever instance has written since. Each request reads the version in one statement.

export const ON_HOME = {
  challenges: { limit: 4, state: 'OPEN' },
  missions: { limit: 4, needs: 'contributor' },
  receipts: { limit: 5 },
} as const

/** The length of each list on a wallet's page. */
export const ON_WALLET_PAGE = { limit: 5 }

const PAYMENTS = `SELECT y.id FROM "Payment" y WHERE y."receiptId" = r.id`

/** @param version, @param from constant SQL in which `$1` is the record's id. */
const versionById = (version: string, from: string) => rowById(`${version} AS version`, from, VersionRow)
type FindVersion = ReturnType<typeof versionById>

/** Pages of one record, by the first segment of their path. */
const RECORD_PAGES: Readonly<Record<string, FindVersion>> = {
  challenges: versionById(`concat(c."historyHead", ' ', ${discussionVersion})`, SHOWN_CHALLENGE),
  missions: versionById(`concat(${projectRecordVersion}, ' ', ${missionPostsVersion})`, SHOWN_MISSION),
  receipts: versionById(
    `concat(m."historyHead", ' ', ${checksVersion(PAYMENTS)}, ' ', ${keysVersion})`,
    `FROM "Receipt" r JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = $1::uuid AND m."hiddenAt" IS NULL`,
  ),
}

/** Pages with a part of one record: a block of its history, its proofs. */
const PART_PAGES: Readonly<Record<string, FindVersion>> = {
  'challenges/history': versionById('c."historyHead"', SHOWN_CHALLENGE),
  'missions/history': versionById('m."historyHead"', SHOWN_MISSION),
  'missions/proof': versionById(missionRecordVersion, SHOWN_MISSION),
}

/** Several: a row can be committed after one with a higher id. */
const NEWEST_ROWS = 5

/** The newest rows that SQL gives, by their ids. */
const newest = (from: string, order = 'id DESC'): Sql =>
  raw(`(SELECT string_agg(n.id::text, ' ' ORDER BY n.id) FROM
    (SELECT id FROM ${from} ORDER BY ${order} LIMIT ${NEWEST_ROWS}) n)`)

// With these the version of a list does not come back when a record that was not in it comes in and leaves again: is restored and
// hidden again, claimed and released, or leaves the lists of the home page in another way (migration 0047). The list of missions to which
// a wallet contributed is also left without any of these: a designated wallet's proof is restored, then the mission ends unclaimed.
const NEWEST_HIDINGS = newest('"Hiding"')
const NEWEST_RESTORES = newest('"Hiding" WHERE "restoredAt" IS NOT NULL', '"restoredAt" DESC, id DESC')
const NEWEST_RELEASES = newest('"Release"')
const LIST_EXITS = raw('(SELECT concat(last_value, is_called) FROM list_exits)')

/** Lists without a filter, and the home page: what their version is made of, on this day. */
const LIST_PAGES = new Map<string, () => Promise<readonly Sql[]>>([
  [
    '/',
    async () => [
      ...(await Promise.all([challengesVersion(ON_HOME.challenges), missionsVersion(ON_HOME.missions)])),
      receiptsVersion(ON_HOME.receipts),
      LIST_EXITS,
    ],
  ],
  ['/challenges', async () => [await challengesVersion({ limit: LIST_LIMIT_DEFAULT })]],
  ['/missions', async () => [await missionsVersion({ limit: LIST_LIMIT_DEFAULT })]],
  ['/receipts', async () => [receiptsVersion({ limit: LIST_LIMIT_DEFAULT })]],
])

/** Pages that show no data from the database, except possibly the current day. */
const CONSTANT_PAGES = /^\/(?:docs(?:\/[a-z-]+)*|me|muse|notifications|sessions|challenges\/new|missions\/new)$/

async function walletVersions(wallet: `0x${string}`): Promise<readonly Sql[]> {
  const page = ON_WALLET_PAGE
  return [
    walletSeedsVersion(wallet),
    await challengesVersion({ ...page, owner: wallet }),
    await missionsVersion({ ...page, owner: wallet }),
    await missionsVersion({ ...page, contributed: wallet }),
    museLinksVersion(wallet),
    reviewsVersion(wallet, page),
    receiptsVersion({ ...page, contributor: wallet }),
    raw(keysVersion),
    NEWEST_HIDINGS,
    NEWEST_RESTORES,
    NEWEST_RELEASES,
  ]
}

/**
 * The version of the page that checks receipts: its keys. It is also shown without the database, without them, and
 * then kept by nobody: not even where the database failed only while it was rendered, which makes it of another version.
 */
async function checkerVersion(): Promise<string | null> {
  try {
    return `${await together([raw(keysVersion)])} ${storageFailedAt()}`
  } catch (fault) {
    if (fault instanceof StorageAway) return null
    throw fault
  }
}

const statementOf = (versions: readonly Sql[]): Sql => sql`SELECT concat_ws(' ', ${join(versions)}) AS version`
const findVersion = async (statement: Sql) => (await one(sameReads, statement, VersionRow)).version
const together = (versions: readonly Sql[]) => findVersion(statementOf(versions))

/** The statements of `LIST_PAGES`: the same all day, and not put together anew for each request (docs/performance.md#measured). */
const statements = new Map<string, { readonly day: string; readonly statement: Sql }>()

async function listStatement(path: string, versions: () => Promise<readonly Sql[]>, day: string): Promise<Sql> {
  const known = statements.get(path)
  if (known?.day === day) return known.statement
  const statement = statementOf([...(await versions()), NEWEST_HIDINGS])
  statements.set(path, { day, statement })
  return statement
}

/**
 * The version of a page's content.
 * @param path the path as spelt in the request. @param query with its question mark, or empty; it may filter a list.
 * @returns null for a page that must always be rendered: no page has this path, or its content has no version.
 * @throws StorageAway
 * @example
 * await pageVersion('/challenges/018f…', '') // '2026-12-31 9c1e…'
 */
export async function pageVersion(path: string, query: string): Promise<string | null> {
  const day = utcDay(now())
  if (CONSTANT_PAGES.test(path)) return day
  const list = LIST_PAGES.get(path)
  if (list && query !== '' && path !== '/') return null
  const version = list ? await findVersion(await listStatement(path, list, day)) : await otherVersion(path)
  return version === null ? null : `${day} ${version}`
}

/** Record pages that show the number of eligible verifiers. */
const JUDGED: readonly string[] = ['challenges', 'missions']

/** The version of the allowlists, on which the roles of a wallet depend too. */
const rolesVersion = () => sha256Hex(rolesBody()).slice(0, 16)

const otherVersion = (path: string) => (path === '/verify' ? checkerVersion() : recordVersion(path))

async function recordVersion(path: string): Promise<string | null> {
  const [area = '', id = '', part, ...more] = path.slice(1).split('/')
  const wallet = area === 'wallets' && part === undefined ? normaliseAddress(id) : null
  if (wallet !== null && wallet === id) return `${await together(await walletVersions(wallet))} ${rolesVersion()}`
  const pages = part === undefined ? RECORD_PAGES : PART_PAGES
  const name = part === undefined ? area : `${area}/${part}`
  const find = Object.hasOwn(pages, name) ? pages[name] : undefined
  const isSpelt = isUuid(id) && id === id.toLowerCase() && (part === undefined || more.length === 1)
  if (!find || !isSpelt) return null
  const row = await find(id)
  if (!row) return null
  if (part !== undefined || !JUDGED.includes(area)) return row.version
  return `${row.version} ${rolesVersion()}`
}
