import { z } from 'zod'
import type { Db } from '@/lib/db/db'
import type { Redaction } from '@/lib/erasure/redact'
import { jcsHash } from '@/lib/history/jcs'
import { serviceKey, signHash } from '@/lib/signing/ed25519'

/**
 * A receipt whose content was erased in parts. Its hash and signature are those of the whole, which is gone; what is left
 * is signed anew, so that nobody else can take anything out of a receipt and call it erased.
 */
async function signErased(left: Readonly<Record<string, unknown>>, reason: string, at: Date): Promise<object> {
  const said = { reason, at: at.toISOString(), serviceKey: await serviceKey() }
  const contentHash = jcsHash({ ...left, erased: said })
  return { ...left, erased: { ...said, contentHash, serviceSignature: await signHash(contentHash) } }
}

export const FoundRow = z.object({
  /** Where the row lies; it does not move while this transaction holds it. */
  row: z.string(),
  id: z.string().nullable(),
  isPart: z.boolean(),
  content: z.record(z.string(), z.unknown()),
})
export type FoundRow = z.infer<typeof FoundRow>

const JsonObject = z.record(z.string(), z.unknown())

/** The column that is JSON; a receipt and a post are JSON in a text. */
const JSON_COLUMNS: Readonly<Record<string, string>> = {
  HistoryEvent: 'data',
  SigningNonce: 'content',
  Receipt: 'body',
  OutboxItem: 'payload',
}

const jsonOf = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)

/** Notes what a row says, before any of it is replaced. */
export function noteRow(redaction: Redaction, table: string, { isPart, content }: FoundRow): void {
  for (const [column, value] of Object.entries(content)) {
    if (column === JSON_COLUMNS[table]) redaction.noteJson(jsonOf(value), undefined)
    else if (typeof value === 'string') redaction.note(column, value, isPart)
  }
}

type ColumnChange = readonly [column: string, value: string]

/** What becomes of a row's content: only what changes. */
export async function changesOf(
  redaction: Redaction,
  table: string,
  { isPart, content }: FoundRow,
  reason: string,
  at: Date,
): Promise<ColumnChange[]> {
  const changes: ColumnChange[] = []
  for (const [column, value] of Object.entries(content)) {
    if (column === JSON_COLUMNS[table]) {
      const whole = jsonOf(value)
      const left = redaction.replaceJson(whole)
      if (left !== whole) changes.push([column, await erasedJson(table, whole, left, reason, at)])
    } else if (typeof value === 'string') {
      const left = redaction.replace(column, value, isPart)
      if (left !== value) changes.push([column, left])
    }
  }
  return changes
}

/** What is left of a JSON column, with what a reader needs to tell that and why something is gone. */
async function erasedJson(table: string, whole: unknown, left: unknown, reason: string, at: Date): Promise<string> {
  if (table === 'Receipt') return JSON.stringify(await signErased(JsonObject.parse(left), reason, at))
  if (table !== 'HistoryEvent') return JSON.stringify(left)
  return JSON.stringify({ ...Object(left), erased: { reason, at: at.toISOString(), hash: hashOf(whole) } })
}

/** The hash of an event's data as it was first: a second erasure keeps what the first one noted. */
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
