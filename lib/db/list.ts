import { encodeCursor } from '@/lib/contract/cursor'
import { type Db, one } from '@/lib/db/db'
import { join, raw, type Sql, sql } from '@/lib/db/sql'

/** What a keyset list is made of. Texts are constants; only conditions carry values. */
export interface KeysetList {
  /** `"Challenge" c` */
  readonly from: string
  /** The JSON of one row. */
  readonly view: string
  /** The key that orders the list, newest first: `c.id`. */
  readonly key: string
  readonly where: readonly Sql[]
  readonly limit: number
  /** A value answered beside the page in the same round trip: whether a deadline is due, a balance. */
  readonly beside?: Sql
}

export interface KeysetPage {
  /** A JSON array of the page's items. */
  readonly items: string
  /** The next page's cursor as JSON: a string, or null at the end. */
  readonly nextCursor: string
  readonly beside: unknown
}

interface PageRow {
  items: string
  last: string | null
  beside: unknown
}

/**
 * A page of a list in one round trip: the newest rows that meet every condition, as JSON built by Postgres. An index
 * gives them in order, so the cost does not grow with the table; one row more than asked for tells of a next page.
 */
export async function keysetPage(executor: Db, list: KeysetList): Promise<KeysetPage> {
  const where = list.where.length > 0 ? sql`WHERE ${join(list.where, ' AND ')}` : sql``
  const row = await one<PageRow>(
    executor,
    sql`SELECT ${list.beside ?? sql`false`} AS beside,
      '[' || coalesce(string_agg(r.item, ',' ORDER BY r.place) FILTER (WHERE r.place <= ${list.limit}::int), '') || ']' AS items,
      CASE WHEN count(*) > ${list.limit}::int THEN max(r.key) FILTER (WHERE r.place = ${list.limit}::int) END AS last
      FROM (SELECT k.key, k.item, row_number() OVER () AS place FROM (
        SELECT ${raw(list.key)}::text AS key, ${raw(list.view)}::text AS item FROM ${raw(list.from)} ${where}
        ORDER BY ${raw(list.key)} DESC LIMIT ${list.limit + 1}::int) k) r`,
  )
  return {
    items: row.items,
    nextCursor: row.last ? JSON.stringify(encodeCursor(row.last)) : 'null',
    beside: row.beside,
  }
}

/**
 * A text as titles are stored and searched: in lower case, and with one spelling of the sigma, whose lower case depends
 * on what follows it (Unicode, Final_Sigma).
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ')
}

/** A literal as a LIKE pattern for a substring. @example likePattern('50%') // '%50\\%%' */
export function likePattern(literal: string): string {
  return `%${literal.replace(/[\\%_]/g, '\\$&')}%`
}
