import { z } from 'zod'
import { NextCursor } from '@/lib/contract/fields'
import { db, findOne } from '@/lib/db/db'
import { beforeId, type KeysetList, keysetPage, keysetVersion } from '@/lib/db/list'
import { parseView } from '@/lib/db/parse-view'
import { BodyRow } from '@/lib/db/rows'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'
import { type ReceiptQuery, ReceiptSummary, ReceiptView } from '@/lib/receipts/schemas'
import { receiptText } from '@/lib/receipts/views'

/** The body of `GET /api/v1/receipts/{id}` as JSON text. @throws Refusal `not_found`, also if its mission is hidden. */
export async function receiptBody(id: string): Promise<string> {
  const row = await findOne(
    db,
    sql`SELECT '{"receipt":' || ${raw(receiptText)} || '}' AS body FROM "Receipt" r
      JOIN "Mission" m ON m.id = r."missionId" WHERE r.id = ${id}::uuid AND m."hiddenAt" IS NULL`,
    BodyRow,
  )
  if (!row) throw notFound('There is no such receipt.')
  return row.body
}

/** The parsed receipt. @throws Refusal `not_found`. */
export async function getReceipt(id: string): Promise<ReceiptView> {
  return parseView(z.object({ receipt: ReceiptView }), await receiptBody(id)).receipt
}

type ReceiptFilters = z.output<typeof ReceiptQuery>

const summaryJson = `json_build_object('id', r.id, 'missionId', r."missionId", 'outcome', r.outcome, 'issuedAt', ${iso('r."issuedAt"')},
    'contentHash', r."contentHash", 'title', m.title, 'owner', m.owner, 'contributorWallet', m."contributorWallet")`

/** A condition on a wallet in the receipt's stored text, which never changes and is indexed by its wallets. */
const named = (party: 'owner' | 'contributorWallet', wallet: string): Sql =>
  sql`${raw(`receipt_party(r.body, '${party}')`)} = ${wallet}`

function listOf({ contributor, owner, outcome, cursor, limit }: ReceiptFilters): KeysetList {
  const where = [sql`m."hiddenAt" IS NULL`]
  if (contributor) where.push(named('contributorWallet', contributor))
  if (owner) where.push(named('owner', owner))
  if (outcome) where.push(sql`r.outcome = ${outcome}::"Outcome"`)
  if (cursor) where.push(beforeId('r.id', cursor))
  return { from: '"Receipt" r JOIN "Mission" m ON m.id = r."missionId"', view: summaryJson, key: 'r.id', where, limit }
}

/** The body of `GET /api/v1/receipts` as JSON text. */
export async function receiptsBody(query: ReceiptFilters): Promise<string> {
  const page = await keysetPage(listOf(query))
  return `{"receipts":${page.items},"nextCursor":${page.nextCursor}}`
}

/** SQL for a JSON array of the newest receipts that name a wallet as owner or contributor. */
export function receiptsNaming(wallet: string, limit: number): Sql {
  const newest = (party: 'owner' | 'contributorWallet') =>
    sql`(SELECT r.id, ${raw(summaryJson)} AS item FROM "Receipt" r JOIN "Mission" m ON m.id = r."missionId"
      WHERE m."hiddenAt" IS NULL AND ${named(party, wallet)} ORDER BY r.id DESC LIMIT ${limit}::int)`
  return sql`(SELECT coalesce(json_agg(n.item ORDER BY n.id DESC), '[]') FROM
    (${newest('owner')} UNION ALL ${newest('contributorWallet')} ORDER BY id DESC LIMIT ${limit}::int) n)`
}

/** SQL for the version of a page of receipts (see lib/pages/page-version.ts). */
export const receiptsVersion = (query: ReceiptFilters): Sql => keysetVersion(listOf(query))

const ReceiptList = z.object({ receipts: z.array(ReceiptSummary), nextCursor: NextCursor })

export const listReceipts = async (query: ReceiptFilters) => parseView(ReceiptList, await receiptsBody(query))
