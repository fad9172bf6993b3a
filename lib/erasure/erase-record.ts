import { z } from 'zod'
import { now } from '@/lib/clock'
import { type Db, hasRow, one } from '@/lib/db/db'
import { IdRow } from '@/lib/db/rows'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { type Transaction, transaction } from '@/lib/db/transaction'
import { changesOf, noteRow, updateRow } from '@/lib/erasure/erase-row'
import {
  type FoundTables,
  findAnswers,
  findTables,
  HeadRow,
  idsOf,
  type KeptAnswer,
  type PlacedRow,
  type Story,
} from '@/lib/erasure/find-rows'
import { findReceipts, replaceAnswer, withStoredReceipt } from '@/lib/erasure/kept-answers'
import type { ErasureOrder } from '@/lib/erasure/order'
import { findPartCopies } from '@/lib/erasure/part-copies'
import { createRedaction, type Place, type Redaction } from '@/lib/erasure/redact'
import { withSame } from '@/lib/erasure/rows'
import { conflict, notFound } from '@/lib/errors'
import { eventOf, HEAD_COLUMNS, insertHistory } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { serviceKey } from '@/lib/signing/ed25519'

/** How many texts of each table, and which files, were or would be erased. */
interface ErasureResult {
  readonly texts: ReadonlyMap<string, number>
  readonly files: readonly string[]
}

class DryRun extends Error {}

/**
 * Erases the content of a challenge or mission, as the law may require, and the texts about it. A challenge and the
 * mission that grew from it are erased together, because each holds copies of the other. It runs in one transaction and
 * is idempotent. Hashes, chains, signatures, the ledger and the fact of the erasure stay.
 * @throws Refusal `not_found`; `conflict` while a post about it may still be sent, or with a key that does not sign now.
 */
export async function eraseRecord(order: ErasureOrder): Promise<ErasureResult> {
  const id = uuidv7(now().getTime())
  let result: ErasureResult = { texts: new Map(), files: [] }
  const erase = async (tx: Transaction) => {
    await tx.run(sql`SELECT set_config('trellis.erasing', ${id}, true), set_config('statement_timeout', '0', true)`)
    const story = await holdStory(tx, order)
    result = await eraseStory(tx, order, story, id, await begin(tx, order, story, id))
    // Also rolls back when nothing was found, so that no erasure is recorded.
    if (order.dryRun || isNothing(result)) throw new DryRun()
  }
  try {
    await transaction(erase, { isPatient: true })
  } catch (fault) {
    if (!(fault instanceof DryRun)) throw fault
  }
  return result
}

export const isNothing = ({ texts, files }: ErasureResult) => texts.size === 0 && files.length === 0

const BegunRow = z.object({ at: z.date() })

/**
 * Records the erasure. What is left of a receipt is signed for that time, so it is none before the receipt's own: a clock of
 * the service may be ahead of the command's.
 */
async function begin(
  tx: Db,
  { id, part, fields, reason }: ErasureOrder,
  { missions }: Story,
  erasureId: string,
): Promise<Date> {
  const issued = sql`(SELECT max("issuedAt") FROM "Receipt" WHERE "missionId" = ANY(${idsOf(missions)}::uuid[]))`
  const { at } = await one(
    tx,
    sql`INSERT INTO "Erasure" (id, "recordId", "partId", fields, reason, at)
      VALUES (${erasureId}::uuid, ${id}::uuid, ${part}::uuid, ${fields}::text[], ${reason}, greatest(${now()}::timestamptz, ${issued}))
      RETURNING at`,
    BegunRow,
  )
  return at
}

async function eraseStory(
  tx: Transaction,
  order: ErasureOrder,
  story: Story,
  id: string,
  at: Date,
): Promise<ErasureResult> {
  await requireSettledPosts(tx, story)
  await requireKeyInUse(tx, story)
  const fields = order.fields.length > 0 ? withSame(order.fields) : null
  const { tables, ids, tellings } = await findTables(tx, story, order.part)
  await requirePart(tx, story, order.part, tables)
  const redaction = createRedaction(
    order.reason,
    await findReasons(tx, story),
    fields,
    findPartCopies(order.part, ids, tellings),
  )
  const answers = await findAnswers(
    tx,
    story,
    tables.flatMap(({ found }) => found),
  )
  for (const { rows, found } of tables) for (const row of found) noteRow(redaction, rows, row)

  const texts = new Map<string, number>()
  for (const { rows, found } of tables) {
    const changed = await replaceRows(tx, redaction, rows.table, found, order.reason, at)
    if (changed > 0) texts.set(rows.table, changed)
  }
  const replays = await replaceAnswers(tx, redaction, answers, order.part === null ? 'own' : 'telling', story)
  if (replays > 0) texts.set('IdempotencyKey', replays)
  const files = fields === null ? await eraseFiles(tx, story, order.part, at) : []
  const result = { texts, files }
  if (!isNothing(result)) await recordErasure(tx, story, order, id, at)
  return result
}

/** @returns the number of texts of the table that were replaced. */
async function replaceRows(
  tx: Db,
  redaction: Redaction,
  table: string,
  found: readonly PlacedRow[],
  reason: string,
  at: Date,
): Promise<number> {
  let count = 0
  for (const row of found) {
    const changes = await changesOf(redaction, table, row, reason, at)
    count += changes.length
    if (changes.length > 0) await updateRow(tx, table, row.row, changes)
  }
  return count
}

/** An erased part is still there, so that a repeated order finds it. @throws Refusal `not_found`. */
async function requirePart(
  tx: Db,
  { missions }: Story,
  part: string | null,
  tables: FoundTables['tables'],
): Promise<void> {
  if (tables.some(({ found }) => found.some(({ isPart }) => isPart))) return
  const file = sql`SELECT id FROM "EvidenceFile" WHERE id = ${part}::uuid AND "missionId" = ANY(${idsOf(missions)}::uuid[])`
  if (!(await hasRow(tx, file))) throw notFound('The record has no such part.')
}

/** Redacts the responses that are stored for replays, once all rows are. @returns the number of changed responses. */
async function replaceAnswers(
  tx: Db,
  redaction: Redaction,
  answers: readonly KeptAnswer[],
  place: Place,
  { missions }: Story,
): Promise<number> {
  const receipts = await findReceipts(tx, idsOf(missions))
  let count = 0
  for (const { row, body } of answers) {
    const whole: unknown = JSON.parse(body)
    const left = JSON.stringify(withStoredReceipt(redaction.replaceJson(whole, place), receipts))
    if (left === JSON.stringify(whole)) continue
    count += 1
    await replaceAnswer(tx, row, left)
  }
  return count
}

/** Locks the challenge and the mission that grew from it: the challenge first, as everywhere. */
async function holdStory(tx: Transaction, { type, id }: ErasureOrder): Promise<Story> {
  const heads = sql`SELECT id, title, ${HEAD_COLUMNS} FROM`
  if (type === 'muse-link') {
    const isLink = await hasRow(tx, sql`SELECT id FROM "MuseLink" WHERE id = ${id}::uuid FOR UPDATE`)
    if (!isLink) throw notFound('There is no such Muse link.')
    return { challenges: [], missions: [], links: [id] }
  }
  const ofMission = sql`(SELECT "challengeId" FROM "Mission" WHERE id = ${id}::uuid)`
  const challenges = await tx.query(
    sql`${heads} "Challenge" WHERE id = ${type === 'challenge' ? sql`${id}::uuid` : ofMission} FOR UPDATE`,
    HeadRow,
  )
  const missions = await tx.query(
    sql`${heads} "Mission" WHERE ${type === 'mission' ? sql`id` : sql`"challengeId"`} = ${id}::uuid FOR UPDATE`,
    HeadRow,
  )
  if (![...challenges, ...missions].some((record) => record.id === id)) throw notFound(`There is no such ${type}.`)
  return { challenges, missions, links: [] }
}

async function requireSettledPosts(tx: Db, { challenges, missions }: Story): Promise<void> {
  const waiting = await tx.query(
    sql`SELECT id FROM "OutboxItem" WHERE state NOT IN ('sent', 'cancelled')
      AND ("challengeId" = ANY(${idsOf(challenges)}::uuid[]) OR "missionId" = ANY(${idsOf(missions)}::uuid[]))`,
    IdRow,
  )
  if (waiting.length === 0) return
  throw conflict(`Posts about it may still be sent. Cancel or settle them first: ${idsOf(waiting).join(', ')}.`)
}

const ReasonRow = z.object({ reason: z.string() })

/** The reasons of all erasures of the story: what reads as one of them was erased already. */
async function findReasons(tx: Db, { challenges, missions, links }: Story): Promise<string[]> {
  const records = [...idsOf(challenges), ...idsOf(missions), ...links]
  const rows = await tx.query(sql`SELECT reason FROM "Erasure" WHERE "recordId" = ANY(${records}::uuid[])`, ReasonRow)
  return rows.map(({ reason }) => reason)
}

/**
 * What is left of a receipt is signed anew. That must be done by the key that signs for the service now, which the command's
 * environment may lack. Until the commit that key is not replaced.
 */
async function requireKeyInUse(tx: Db, { missions }: Story): Promise<void> {
  const key = await serviceKey()
  const hasReceipt = await hasRow(tx, sql`SELECT id FROM "Receipt" WHERE "missionId" = ANY(${idsOf(missions)}::uuid[])`)
  const inUse = sql`SELECT 1 FROM "ServiceKey" WHERE "publicKey" = ${key} AND until IS NULL FOR KEY SHARE`
  if (hasReceipt && !(await hasRow(tx, inUse)))
    throw conflict(
      'SERVICE_PRIVATE_KEY is not the key that signs for this service now, so the receipt cannot be signed anew. Nothing was erased: run this with the variables that the service has.',
    )
}

async function eraseFiles(tx: Db, { missions }: Story, part: string | null, at: Date): Promise<string[]> {
  const erased = await tx.query(
    sql`UPDATE "EvidenceFile" SET "erasedAt" = ${at} WHERE "missionId" = ANY(${idsOf(missions)}::uuid[]) AND "erasedAt" IS NULL
      AND (${part}::uuid IS NULL OR id = ${part}::uuid OR "proofId" = ${part}::uuid) RETURNING id`,
    IdRow,
  )
  return idsOf(erased)
}

/** Adds the erasure and its reason to both histories. The new heads invalidate all cached views. */
async function recordErasure(tx: Transaction, story: Story, order: ErasureOrder, id: string, at: Date): Promise<void> {
  const data = { erasureId: id, reason: order.reason, part: order.part, fields: order.fields }
  const record = async (table: Sql, target: HeadRow) => {
    const event = eventOf(target, { caller: null, at }, { kind: 'content-erased', data })
    await tx.run(
      sql`WITH event AS (${insertHistory(event)}) UPDATE ${table} SET "historySeq" = ${event.seq}, "historyHead" = ${event.hash},
        "updatedAt" = ${event.at} WHERE id = ${target.id}::uuid`,
    )
  }
  for (const challenge of story.challenges) await record(raw('"Challenge"'), challenge)
  for (const mission of story.missions) await record(raw('"Mission"'), mission)
}
