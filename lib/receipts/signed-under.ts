import { z } from 'zod'
import { db } from '@/lib/db/db'
import { iso, raw, type Sql, sql } from '@/lib/db/sql'
import { unavailable } from '@/lib/errors'
import { serviceKey } from '@/lib/signing/ed25519'

// What a receipt was issued under: rules that stay readable by their hash, and a key with its period.

/** Rules as they are stored: their RFC 8785 form, and its SHA-256 (hex). */
export interface RulesVersion {
  readonly hash: string
  readonly text: string
}

/** Keeps the rules that a receipt names. */
export const keepRules = ({ hash, text }: RulesVersion, at: Date): Sql =>
  sql`INSERT INTO "Rules" (hash, body, "firstUsedAt") VALUES (${hash}, ${text}, ${at}) ON CONFLICT DO NOTHING`

/** Notes that a key has signed; gives no row for one that was replaced. */
export const noteKey = (publicKey: string, at: Date): Sql =>
  sql`INSERT INTO "ServiceKey" AS k ("publicKey", since) VALUES (${publicKey}, ${at})
    ON CONFLICT ("publicKey") DO UPDATE SET "publicKey" = k."publicKey" WHERE k.until IS NULL RETURNING 1`

export const keyReplaced = () =>
  unavailable('The service’s key was replaced and this process does not have the new one yet. Try again later.')

const RulesRow = z.object({ body: z.string() })

/** Rules that a receipt named, as JSON text; null where none did. */
export async function findRules(hash: string): Promise<string | null> {
  const [row] = await db.query(sql`SELECT body FROM "Rules" WHERE hash = ${hash}`, RulesRow)
  return row?.body ?? null
}

/** A key that signed for the service, and when; null where that has not begun, or not ended. */
const KeyRow = z.object({ publicKey: z.string(), since: z.string().nullable(), until: z.string().nullable() })

/** The keys of the service, newest first: those that signed, and the one that will. */
export async function trustedKeys() {
  const [used, current] = await Promise.all([
    db.query(
      sql`SELECT "publicKey", ${raw(iso('since'))} AS since, ${raw(iso('until'))} AS until FROM "ServiceKey" k ORDER BY k.since DESC, "publicKey"`,
      KeyRow,
    ),
    serviceKey(),
  ])
  const isUsed = used.some(({ publicKey }) => publicKey === current)
  return isUsed ? used : [{ publicKey: current, since: null, until: null }, ...used]
}

/** The next key takes the place of the one before, and of any that is still in use. */
export const replaceKey = (before: string, next: string, at: Date): Sql =>
  sql`WITH ended AS (UPDATE "ServiceKey" SET until = ${at} WHERE until IS NULL),
      noted AS (INSERT INTO "ServiceKey" ("publicKey", since, until) VALUES (${before}, ${at}, ${at}) ON CONFLICT DO NOTHING)
    INSERT INTO "ServiceKey" ("publicKey", since) VALUES (${next}, ${at})`
