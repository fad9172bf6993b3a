import { SEARCH_WALK_MAX } from '@/lib/contract/limits'
import { beforeId, foldCase, type KeysetList, likePattern } from '@/lib/db/list'
import { commonElements, commonValues } from '@/lib/db/samples'
import { raw, type Sql, sql } from '@/lib/db/sql'

/**
 * A table of titles to search. Folded titles are in tables of their own, newest ids first, so that changes of a record do
 * not touch their indexes. There are two ways to find a title, both exact:
 * - When all pieces of a literal are common, titles are walked in the order of the list until a page is full, which mostly is soon. A literal
 *   may yet be much rarer than its pieces, so of each page the walk has an end, where the next page goes on.
 * - When a literal has a rare piece, that piece is looked up in an index of all pieces of one to four characters.
 * A sample tells which pieces are common (lib/db/samples.ts).
 */
export interface TitleTable {
  /** The table of titles, with columns `id` and `folded`, and its index by `title_grams`. */
  readonly titles: string
  readonly gramIndex: string
  /** The records' table, and its alias in the list's conditions. */
  readonly table: string
  readonly alias: string
  /** SQL for some rows of that table, where others are not looked at. */
  readonly rows?: string
}

/** How many rare pieces narrow a lookup enough. More would only add cost. */
const GRAMS_LOOKED_UP = 3
const GRAM_CHARS_MAX = 4

/** What a list query reads. */
export type Titled = Pick<KeysetList, 'from' | 'key' | 'where' | 'lookup' | 'walk'>

/** The parts of a list query that finds every record, whatever its title. */
export const everyRecord = ({ table, alias, rows }: TitleTable): Titled => ({
  from: `${rows ?? `"${table}"`} ${alias}`,
  key: `${alias}.id`,
  where: [],
})

/**
 * The parts of a list query that finds titles containing a literal, in any case.
 * @param narrowed whether other conditions narrow the list through an index of their own.
 */
export async function searchTitles(table: TitleTable, literal: string, narrowed: boolean): Promise<Titled> {
  const records = everyRecord(table)
  const folded = foldCase(literal)
  const like = sql`LIKE ${likePattern(folded)}`
  const rare = rareGrams(folded, await commonElements(table.gramIndex))
  const walkBy = (condition: Sql) => ({ condition, rowsMax: SEARCH_WALK_MAX })
  if (rare.length === 0 && narrowed) {
    const title = raw(`(SELECT t.folded FROM ${table.titles} t WHERE t.id = ${records.key})`)
    return { ...records, walk: walkBy(sql`${title} ${like}`) }
  }
  const from = `${table.titles} t JOIN ${records.from} ON ${records.key} = t.id`
  const condition = sql`t.folded ${like}`
  if (rare.length === 0) return { from, key: 't.id', where: [], walk: walkBy(condition) }
  return { ...records, from, where: [condition], lookup: sql`title_grams(t.folded) @> ${rare}::text[]` }
}

/**
 * The condition for rows after a cursor, also on the records that are joined to their titles: of two tables that are read in one
 * order, Postgres begins at the cursor only in the one that is told so.
 */
export function beforeFound({ key }: Titled, table: TitleTable, cursor: string): Sql {
  const record = everyRecord(table).key
  const before = beforeId(key, cursor)
  return key === record ? before : sql`${before} AND ${beforeId(record, cursor)}`
}

/**
 * The condition that a column of the records holds a wallet. The planner, which is not told which wallet it is, takes it to have as few
 * records as most have, and would look at the titles of all of them. So beside a lookup of titles the index of the column is hidden from
 * it (`IS TRUE`) where the wallet has very many.
 */
export async function ofWallet(
  { table, alias }: TitleTable,
  column: string,
  wallet: string,
  { lookup }: Titled,
): Promise<Sql> {
  const same = sql`${raw(`${alias}."${column}"`)} = ${wallet}`
  const isBusy = lookup !== undefined && (await commonValues(table, column))?.has(wallet)
  return isBusy ? sql`(${same}) IS TRUE` : same
}

/** The longest rare pieces of a literal. Without a sample (a new table) no piece counts as rare. */
function rareGrams(folded: string, common: ReadonlySet<string> | null): string[] {
  if (!common) return []
  const characters = [...folded]
  const grams: string[] = []
  for (let length = Math.min(GRAM_CHARS_MAX, characters.length); length > 0 && grams.length === 0; length -= 1) {
    const pieces = new Set(
      characters
        .map((_, at) => characters.slice(at, at + length))
        .filter((piece) => piece.length === length)
        .map((piece) => piece.join('')),
    )
    grams.push(...[...pieces].filter((piece) => !common.has(piece)))
  }
  return grams.slice(0, GRAMS_LOOKED_UP)
}
