import { z } from 'zod'
import type { Db } from '@/lib/db/db'
import { IdRow } from '@/lib/db/rows'
import { sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import type { Telling } from '@/lib/erasure/part-copies'
import type { Place } from '@/lib/erasure/redact'
import { ERASABLE_ROWS, type ErasableRows } from '@/lib/erasure/rows'
import { quotations } from '@/lib/erasure/spellings'
import { HistoryHead } from '@/lib/history/chain'
import { isUuid } from '@/lib/id'

export const HeadRow = HistoryHead.extend({ id: z.string(), title: z.string() })
export type HeadRow = z.infer<typeof HeadRow>

export interface Story {
  readonly challenges: readonly HeadRow[]
  readonly missions: readonly HeadRow[]
  /** Ids of Muse links, which have no history. */
  readonly links: readonly string[]
}

export const idsOf = (records: readonly { id: string }[]) => records.map((record) => record.id)

const FoundRow = z.object({
  /** The row's ctid, which does not change while this transaction holds the lock. */
  row: z.string(),
  id: z.string().nullable(),
  /** Without a part, all rows are. */
  isPart: z.boolean(),
  isCopy: z.boolean(),
  within: z.string().nullable(),
  content: z.record(z.string(), z.unknown()),
})
type FoundRow = z.infer<typeof FoundRow>

export type PlacedRow = FoundRow & { readonly place: Place }

const AnswerRow = z.object({ row: z.string(), body: z.string() })
export type KeptAnswer = z.infer<typeof AnswerRow>

export interface FoundTables {
  readonly tables: readonly { readonly rows: ErasableRows; readonly found: readonly PlacedRow[] }[]
  /** The ids beside which the part is told, and its texts by which it is told where JSON names none of these. */
  readonly ids: readonly string[]
  readonly tellings: readonly Telling[]
}

/** The rows that hold content of a story, locked. */
export async function findTables(tx: Transaction, story: Story, part: string | null): Promise<FoundTables> {
  const tables = await Promise.all(
    ERASABLE_ROWS.map(async (rows) => ({ rows, found: await findRows(tx, rows, story, part) })),
  )
  const around = tables.flatMap(({ rows, found }) => (rows.as ? [] : found.filter(({ isPart }) => isPart)))
  const ids = [part, ...around.map(({ within }) => within)].filter((id) => id !== null)
  return {
    tables: tables.map(({ rows, found }) => ({
      rows,
      found: found.map((row) => ({ ...row, place: placeOf(rows, row, ids) })),
    })),
    ids,
    tellings: tables.flatMap(({ rows, found }) => tellingsOf(rows, found)),
  }
}

function tellingsOf({ toldBy }: ErasableRows, found: readonly FoundRow[]): Telling[] {
  if (!toldBy) return []
  return found.flatMap(({ isPart, content }) => (isPart ? { ...toldBy, text: String(content[toldBy.column]) } : []))
}

function placeOf({ as }: ErasableRows, { isPart, isCopy, within }: FoundRow, ids: readonly string[]): Place {
  if (isPart) return as === 'quoting' ? 'own-quoting' : 'own'
  if (isCopy || (as === 'telling' && within !== null && ids.includes(within))) return 'copied'
  return as ?? 'others'
}

function findRows(tx: Db, rows: ErasableRows, story: Story, part: string | null): Promise<FoundRow[]> {
  const { table, where, key = 't.id', parts = 't.id::text', copies = 'NULL::text', within = 'NULL::text' } = rows
  const text = `SELECT t.ctid::text AS row, to_jsonb(t) ->> 'id' AS id, $3::text IS NULL OR coalesce($3::text IN (${parts}), false) AS "isPart",
      coalesce($3::text IN (${copies}), false) AS "isCopy", ${within} AS within,
      (SELECT jsonb_object_agg(c, to_jsonb(t) -> c) FROM unnest(erasable('${table}')) c) AS content
    FROM "${table}" t WHERE (${where}) AND ($1::uuid[], $2::uuid[], $4::uuid[], $5::text[]) IS NOT NULL
    ORDER BY ${key} FOR UPDATE`
  const titles = [...story.challenges, ...story.missions].flatMap(({ title }) => quotations(title))
  return tx.query(
    { text, values: [idsOf(story.challenges), idsOf(story.missions), part, story.links, titles] },
    FoundRow,
  )
}

/** The responses stored for replays (48 hours) that mention a record of the story, for all wallets. */
export async function findAnswers(tx: Db, story: Story, found: readonly PlacedRow[]): Promise<KeptAnswer[]> {
  const files = await tx.query(
    sql`SELECT id FROM "EvidenceFile" WHERE "missionId" = ANY(${idsOf(story.missions)}::uuid[])`,
    IdRow,
  )
  const parts = found.flatMap(({ id }) => (id !== null && isUuid(id) ? id : []))
  const records = [...idsOf(story.challenges), ...idsOf(story.missions), ...story.links]
  const ids = [...new Set([...records, ...parts, ...idsOf(files)])]
  return tx.query(
    sql`SELECT k.ctid::text AS row, whole_answer(k.body) AS body FROM "IdempotencyKey" k
      WHERE k.body <> '' AND EXISTS (SELECT 1 FROM unnest(${ids}::text[]) i WHERE strpos(k.body, i) > 0)
      ORDER BY k.wallet, k.key FOR UPDATE`,
    AnswerRow,
  )
}
