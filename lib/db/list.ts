import { z } from 'zod'
import { decodeDayCursor, decodeIdCursor, encodeCursor } from '@/lib/contract/cursor'
import { db, one } from '@/lib/db/db'
import { sameReads } from '@/lib/db/shared-reads'
import { day, join, raw, type Sql, sql } from '@/lib/db/sql'
import { getCachedView, setCachedView } from '@/lib/db/view-cache'

const Key = z.union([z.string(), z.number()])
type Key = z.infer<typeof Key>

/** The parts of a keyset list. Texts are constants; only conditions contain values. */
export interface KeysetList {
  /** `"Challenge" c` */
  readonly from: string
  /** SQL for the JSON of one row. */
  readonly view: string
  /** The column that identifies a row and orders the list, newest first: `c.id`. */
  readonly key: string
  /** Another order, ascending: by a day (`m.deadline`) and then by the key. */
  readonly sort?: { readonly day: string }
  readonly where: readonly Sql[]
  /**
   * A further condition that no index helps with. For a page only so many rows that meet the others are looked at: it may then have
   * fewer items than its limit, and `nextCursor` goes on behind the last row that was looked at.
   */
  readonly walk?: { readonly condition: Sql; readonly rowsMax: number }
  /** A condition that the others imply, by which an index finds the rows. */
  readonly lookup?: Sql
  /** More rows of the same list, none of which is one of these. They are found in another way and come in the same order. */
  readonly others?: KeysetList
  readonly limit: number
  /** A value that the same round trip returns beside the page, e.g. a balance, or whether a deadline is due. */
  readonly beside?: Sql
  /** Set where a row has a version of its view: each view is then built once per version (lib/db/view-cache.ts). */
  readonly cached?: { readonly kind: string; readonly version: string }
  /** Whether rows are searched for words, which can take long. */
  readonly isSearch?: boolean
}

export interface KeysetPage {
  /** A JSON array of the page's items. */
  readonly items: string
  /** The next page's cursor as JSON: a string, or null at the end. */
  readonly nextCursor: string
  readonly beside: unknown
}

/** A row of a list. */
interface FoundRow {
  readonly key: Key
  /** Its position for a cursor: its key, or its position in the other order. */
  readonly place: string
  /** Its view, or the version of a view that is cached; null if the row is told only because the walk ended with it. */
  readonly item: string | null
  /** Whether a walk ended with it although there may be more rows. */
  readonly isCut: boolean
}
interface Found {
  readonly beside: unknown
  readonly rows: readonly FoundRow[]
}

const PageRow = z.object({
  beside: z.unknown(),
  /** Null, like the others, in the only row of an empty page. */
  key: Key.nullable(),
  place: z.string().nullable(),
  item: z.string().nullable(),
  cut: z.boolean().nullable(),
})
/** All rows of a page in one: key, position and version of each, and whether a walk ended there. Null for an empty page. */
const VersionsRow = z.object({
  beside: z.unknown(),
  found: z.array(z.tuple([Key, z.string(), z.string().nullable(), z.boolean()])).nullable(),
})
/** The view of a row that was not cached at its version. */
const ViewRow = z.object({ key: Key, version: z.string(), text: z.string() })

/**
 * A page of a list: the newest rows that meet every condition, as JSON built by Postgres. An index returns them in order,
 * so the cost does not grow with the table. One row more than the limit is read, to see whether there is a next page. It
 * takes one round trip, and a second one for cached views that are new or have changed.
 */
export async function keysetPage(list: KeysetList): Promise<KeysetPage> {
  const { cached } = list
  const { beside, rows } = cached ? await findVersions(list) : await findViews(list)
  const { shown, last } = shownOf(rows, list)
  const items = cached ? await views(list, cached, shown) : shown.map(({ item }) => item ?? 'null')
  return { items: `[${items.join(',')}]`, nextCursor: last ? JSON.stringify(encodeCursor(last.place)) : 'null', beside }
}

/** The rows of a page, and the one behind which the next page begins. Behind the end of a walk nothing is known, so the page ends there. */
function shownOf(
  rows: readonly FoundRow[],
  list: KeysetList,
): { shown: readonly FoundRow[]; last: FoundRow | undefined } {
  const end = rows.findIndex(({ isCut }) => isCut)
  const known = end === -1 ? rows : rows.slice(0, end + 1).filter(({ item }) => item !== null)
  const shown = known.slice(0, list.limit)
  return { shown, last: known.length > list.limit ? shown.at(-1) : rows[end] }
}

const besideOf = (list: KeysetList): Sql => list.beside ?? sql`false`
const orderOf = (list: KeysetList): Sql => raw(list.sort ? 'r.place COLLATE "C"' : 'r.key DESC')

async function findViews(list: KeysetList): Promise<Found> {
  const rows = await db.query(
    sql`SELECT b.beside, r.key, r.place, r.item, r.cut FROM (SELECT ${besideOf(list)} AS beside) b
        LEFT JOIN (${rowsOf(list)}) r ON true ORDER BY ${orderOf(list)}`,
    PageRow,
  )
  return {
    beside: rows[0]?.beside,
    rows: rows.flatMap(({ key, place, item, cut }) =>
      key === null || place === null ? [] : [{ key, place, item, isCut: cut === true }],
    ),
  }
}

/** Short rows cost more to take from the protocol one by one than as one JSON text. */
async function findVersions(list: KeysetList): Promise<Found> {
  const { beside, found } = await one(
    list.isSearch ? db : sameReads,
    sql`SELECT ${besideOf(list)} AS beside, (SELECT json_agg(json_build_array(r.key, r.place, r.item, r.cut) ORDER BY ${orderOf(list)})
        FROM (${rowsOf(list)}) r) AS found`,
    VersionsRow,
  )
  return { beside, rows: (found ?? []).map(([key, place, item, isCut]) => ({ key, place, item, isCut })) }
}

/** Each row's key and position, and the version of its view; where views are not cached, the view itself. */
function rowsOf(list: KeysetList): Sql {
  const { others, limit } = list
  const found = (part: KeysetList) => (part.walk ? rowsWalked(part, part.walk) : rowsFoundBy(part))
  if (!others) return found(list)
  return sql`SELECT r.* FROM ((${found(list)}) UNION ALL (${found(others)})) r ORDER BY ${orderOf(list)} LIMIT ${limit + 1}::int`
}

const placeOf = ({ sort, key }: KeysetList): string => (sort ? `${day(sort.day)} || ' ' || ${key}` : `${key}::text`)
const itemOf = ({ cached, view }: KeysetList): string => cached?.version ?? `${view}::text`

function rowsFoundBy(list: KeysetList): Sql {
  const { from, key, sort, where, lookup, limit } = list
  return sql`SELECT ${raw(key)} AS key, ${raw(placeOf(list))} AS place, ${raw(itemOf(list))} AS item, false AS cut FROM ${raw(from)}
      ${conditions(lookup ? [...where, lookup] : where)} ORDER BY ${raw(sort ? `${sort.day}, ${key}` : `${key} DESC`)} LIMIT ${limit + 1}::int`
}

/**
 * The rows of a walk, in its order. It ends as soon as there are enough: no step of its plan needs all rows. The number of rows is a constant
 * of the text, because the planner is told no values and would take a limit for a share of the table.
 */
function rowsWalked(list: KeysetList, { condition, rowsMax }: NonNullable<KeysetList['walk']>): Sql {
  const { from, key, sort, where, limit } = list
  const order = raw(sort ? `${sort.day}, ${key}` : `${key} DESC`)
  const isEnd = raw(`w.nth = ${rowsMax}`)
  return sql`SELECT w.key, w.place, CASE WHEN w.hit THEN i.item END AS item, ${isEnd} AS cut
    FROM (SELECT ${raw(key)} AS key, ${raw(sort?.day ?? 'NULL')} AS day, ${raw(placeOf(list))} AS place, ${condition} AS hit,
        row_number() OVER (ORDER BY ${order}) AS nth
      FROM ${raw(from)} ${conditions(where)} ORDER BY ${order} LIMIT ${raw(String(rowsMax))}) w
    CROSS JOIN LATERAL (SELECT ${raw(itemOf(list))} AS item FROM ${raw(from)} WHERE ${raw(key)} = w.key OFFSET 0) i
    WHERE w.hit OR ${isEnd} ORDER BY ${raw(sort ? 'w.day, w.key' : 'w.key DESC')} LIMIT ${limit + 1}::int`
}

/** SQL for the version of a page of a list. It changes whenever an item of the page is added, removed or changed. */
export const keysetVersion = (list: KeysetList): Sql =>
  sql`(SELECT concat(${list.beside ?? sql`''`}, ' ', encode(sha256(convert_to(string_agg(concat(r.key, ' ', r.item), ' ' ORDER BY r.key DESC), 'UTF8')), 'hex'))
    FROM (${rowsOf(list)}) r)`

const conditions = (where: readonly Sql[]): Sql => (where.length > 0 ? sql`WHERE ${join(where, ' AND ')}` : sql``)

/** The views of a page's rows, whose `item` is the view's version; without rows that have left the list meanwhile. */
async function views(
  list: KeysetList,
  { kind, version: versionOf }: NonNullable<KeysetList['cached']>,
  rows: readonly { readonly key: Key; readonly item: string | null }[],
): Promise<string[]> {
  const name = (key: Key) => `${kind}/${key}`
  const known = rows.map(({ key, item }) => getCachedView(name(key), item))
  const missing = rows.filter((_, at) => known[at] === null).map(({ key }) => key)
  if (missing.length === 0) return known.flatMap((text) => text ?? [])
  const viewsOf = ({ key, from, where, view }: KeysetList) =>
    sql`SELECT ${raw(key)} AS key, ${raw(versionOf)} AS version, ${raw(view)}::text AS text
      FROM ${raw(from)} ${conditions([...where, sql`${raw(key)} = ANY(${missing})`])}`
  const ways = list.others ? [list, list.others] : [list]
  const built = await db.query(join(ways.map(viewsOf), ' UNION ALL '), ViewRow)
  for (const { key, version, text } of built) setCachedView(name(key), version, text)
  const texts = new Map(built.map(({ key, text }) => [key, text]))
  return rows.flatMap(({ key }, at) => known[at] ?? texts.get(key) ?? [])
}

/**
 * The condition for rows after a cursor in a list that is newest first.
 * @param key the list's.
 * @throws Refusal naming `cursor`.
 */
export const beforeId = (key: string, cursor: string): Sql => sql`${raw(key)} < ${decodeIdCursor(cursor)}::uuid`

/**
 * The condition for rows after a cursor in a list ordered by a day.
 * @param day,
 * @param id its columns.
 * @throws Refusal naming `cursor`.
 */
export function afterDay(day: string, id: string, cursor: string): Sql {
  const place = decodeDayCursor(cursor)
  return sql`(${raw(day)}, ${raw(id)}) > (${place.day}::date, ${place.id}::uuid)`
}

/**
 * Folds a text as titles are stored and searched: in lower case, and with one form of the sigma, whose lower case depends
 * on what follows it (Unicode, Final_Sigma).
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/** A literal as a LIKE pattern for a substring. @example likePattern('50%') // '%50\\%%' */
export function likePattern(literal: string): string {
  return `%${literal.replace(/[\\%_]/g, '\\$&')}%`
}
