import { z } from 'zod'
import type { Db } from '@/lib/db/db'
import type { PlacedRow } from '@/lib/erasure/find-rows'
import type { Redaction } from '@/lib/erasure/redact'
import type { ErasableRows } from '@/lib/erasure/rows'
import { jcsHash } from '@/lib/history/jcs'
import { signErased } from '@/lib/receipts/sign-erased'

const JsonObject = z.record(z.string(), z.unknown())

/** The JSON column of each table. Receipts and posts hold JSON in a text column. */
const JSON_COLUMNS: Readonly<Record<string, string>> = {
  HistoryEvent: 'data',
  SigningNonce: 'content',
  Receipt: 'body',
  OutboxItem: 'payload',
}

const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)

/** Notes the content of a row. All rows are noted before any is replaced. */
export function noteRow(
  redaction: Redaction,
  { table, quoted = [] }: ErasableRows,
  { place, content }: PlacedRow,
): void {
  for (const [column, value] of Object.entries(content)) {
    if (column === JSON_COLUMNS[table]) redaction.noteJson(jsonOf(value), place, quoted)
    else if (typeof value === 'string') redaction.note(column, value, place, quoted.includes(column))
  }
}

type ColumnChange = readonly [column: string, value: string]

/** The columns of a row that change, with their new values. */
export async function changesOf(
  redaction: Redaction,
  table: string,
  { place, content }: PlacedRow,
  reason: string,
  at: Date,
): Promise<ColumnChange[]> {
  const changes: ColumnChange[] = []
  for (const [column, value] of Object.entries(content)) {
    if (column === JSON_COLUMNS[table]) {
      const whole = jsonOf(value)
      const left = redaction.replaceJson(whole, place)
      if (left !== whole) changes.push([column, await erasedJson(table, whole, left, reason, at)])
    } else if (typeof value === 'string') {
      const left = redaction.replace(column, value, place)
      if (left !== value) changes.push([column, left])
    }
  }
  return changes
}

/** The new value of a JSON column, with a note for readers about the erasure and its reason. */
async function erasedJson(table: string, whole: unknown, left: unknown, reason: string, at: Date): Promise<string> {
  if (table === 'Receipt') return JSON.stringify(await signErased(JsonObject.parse(left), reason, at))
  if (table !== 'HistoryEvent') return JSON.stringify(left)
  return JSON.stringify({ ...Object(left), erased: { reason, at: at.toISOString(), hash: hashOf(whole) } })
}

/** The hash of an event's original data. A second erasure keeps the hash that the first one noted. */
function hashOf(data: unknown): string {
  const noted: unknown = Object(Object(data).erased).hash
  return typeof noted === 'string' ? noted : jcsHash(data)
}

export async function updateRow(tx: Db, table: string, row: string, changes: readonly ColumnChange[]): Promise<void> {
  const columns = changes.map(([column], at) => `"${column}" = $${at + 2}`)
  const isJson = (column: string) =>
    (table === 'HistoryEvent' || table === 'SigningNonce') && column === JSON_COLUMNS[table]
  const casts = changes.map(([column], at) => (isJson(column) ? `${columns[at]}::jsonb` : columns[at]))
  await tx.run({
    text: `UPDATE "${table}" SET ${casts.join(', ')} WHERE ctid = $1::tid`,
    values: [row, ...changes.map(([, value]) => value)],
  })
}
