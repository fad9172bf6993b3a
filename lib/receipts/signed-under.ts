import { z } from 'zod'
import { db } from '@/lib/db/db'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { transaction } from '@/lib/db/transaction'
import { unavailable } from '@/lib/errors'
import { serviceKey } from '@/lib/signing/ed25519'

// The rules and the key of a receipt: rules stay readable by their hash, keys have a period of validity.

/** Rules as stored: their RFC 8785 form and its SHA-256 (hex). */
export interface RulesVersion {
  readonly hash: string
  readonly text: string
}

/** The INSERT of the rules that a receipt names. */
export const keepRules = ({ hash, text }: RulesVersion, at: Date): Sql =>
  sql`INSERT INTO "Rules" (hash, body, "firstUsedAt") VALUES (${hash}, ${text}, ${at}) ON CONFLICT DO NOTHING`

/** Records that a key has signed. It returns no row for a replaced key. */
export const noteKey = (publicKey: string, at: Date): Sql =>
  sql`INSERT INTO "ServiceKey" AS k ("publicKey", since) VALUES (${publicKey}, ${at})
    ON CONFLICT ("publicKey") DO UPDATE SET since = k.since WHERE k.until IS NULL RETURNING 1`

export const keyReplaced = () =>
  unavailable('The service’s key was replaced and this process does not have the new one yet. Try again later.')

const RulesRow = z.object({ body: z.string() })

/** Rules that some receipt names, as JSON text, or null. */
export async function findRules(hash: string): Promise<string | null> {
  const [row] = await db.query(sql`SELECT body FROM "Rules" WHERE hash = ${hash}`, RulesRow)
  return row?.body ?? null
}

/** A key of the service with its period; null where the period has not begun or not ended. */
const KeyRow = z.object({ publicKey: z.string(), since: z.string().nullable(), until: z.string().nullable() })

/** The service's keys, newest first, including the present key if it has not signed yet. */
export async function trustedKeys() {
  const [used, current] = await Promise.all([
    db.query(
      sql`SELECT "publicKey", ${raw(iso('since'))} AS since, ${raw(iso('until'))} AS until FROM "ServiceKey" k
        ORDER BY k.since DESC, k.until DESC NULLS FIRST, "publicKey"`,
      KeyRow,
    ),
    serviceKey(),
  ])
  const isUsed = used.some(({ publicKey }) => publicKey === current)
  return isUsed ? used : [{ publicKey: current, since: null, until: null }, ...used]
}

/** SQL for the version of the service's keys, for pages that check receipts. */
export const keysVersion = `(SELECT string_agg(concat(k."publicKey", ' ', k.until), ' ' ORDER BY k."publicKey") FROM "ServiceKey" k)`

/** The dates of receipts are in the order of their ids, but for a few milliseconds: the newest are among the last ids. */
const NEWEST_RECEIPTS = 1000

/** The command's clock, or the last date that a key in use has signed: a clock of the service may be ahead of the command's. */
const endAfter = (at: Date): Sql =>
  sql`greatest(${at}::timestamptz, (SELECT max(at) FROM "Erasure"), (SELECT max("issuedAt") FROM
    (SELECT "issuedAt" FROM "Receipt" ORDER BY id DESC LIMIT ${NEWEST_RECEIPTS}) r))`

/**
 * Ends all keys in use, including `before`, and starts the key `next`. What a key in use signs holds its row until the commit,
 * so the last statement sees everything that they have signed.
 */
export async function replaceKey(before: string, next: string, at: Date): Promise<void> {
  await transaction(async (tx) => {
    tx.pipeline(noteKey(before, at))
    tx.pipeline(sql`SELECT 1 FROM "ServiceKey" WHERE until IS NULL FOR UPDATE`)
    await tx.run(
      sql`WITH last AS (SELECT ${endAfter(at)} AS at), ended AS (UPDATE "ServiceKey" SET until = last.at FROM last WHERE until IS NULL)
        INSERT INTO "ServiceKey" ("publicKey", since) SELECT ${next}, last.at FROM last`,
    )
  })
}
