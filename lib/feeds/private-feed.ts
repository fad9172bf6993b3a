import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { db, findOne, hasRow } from '@/lib/db/db'
import { iso, raw, sql } from '@/lib/db/sql'
import { appUrl, env } from '@/lib/env'
import { sha256Hex } from '@/lib/history/jcs'

// A wallet's feeds have an address with a secret. The database holds only the secret's hash. The secret is derived from
// the row's salt and the service's own secret whenever its owner requests it, so neither a copy of the database nor a
// response stored for replays reveals it.

/** 256 bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/

const secretOf = (wallet: string, salt: string): string =>
  createHmac('sha256', env().SESSION_SECRET).update(`private-feed ${wallet} ${salt}`).digest('base64url')

const FeedRow = z.object({ wallet: z.string(), salt: z.string(), secretHash: z.string(), createdAt: z.string() })
const COLUMNS = `f.wallet, f.salt, f."secretHash", ${iso('f."createdAt"')} AS "createdAt"`

/** The secret of a row; null when the service's own secret has changed since, which invalidates the address. */
function secretIn({ wallet, salt, secretHash }: z.infer<typeof FeedRow>): string | null {
  const secret = secretOf(wallet, salt)
  return sha256Hex(secret) === secretHash ? secret : null
}

/** The addresses of the feeds with a secret. */
export function privateFeedUrls(secret: string): { news: string; deadlines: string } {
  const base = `${appUrl()}/feeds/${secret}`
  return { news: `${base}/news.xml`, deadlines: `${base}/deadlines.ics` }
}

/** The body of `GET /api/v1/private-feed` as JSON text. */
export async function privateFeedBody(wallet: string): Promise<string> {
  const row = await findOne(db, sql`SELECT ${raw(COLUMNS)} FROM "PrivateFeed" f WHERE f.wallet = ${wallet}`, FeedRow)
  const secret = row && secretIn(row)
  const privateFeed = row && secret ? { ...privateFeedUrls(secret), createdAt: row.createdAt } : null
  return JSON.stringify({ privateFeed })
}

/** Creates the wallet's feeds, or replaces their address. A wallet has one at most. */
export async function renewPrivateFeed(ctx: WriteContext): Promise<CommandResult> {
  const { wallet } = ctx.caller
  const salt = randomUUID()
  ctx.tx.pipeline(
    sql`INSERT INTO "PrivateFeed" (wallet, salt, "secretHash", "createdAt")
      VALUES (${wallet}, ${salt}::uuid, ${sha256Hex(secretOf(wallet, salt))}, ${ctx.at})
      ON CONFLICT (wallet) DO UPDATE SET salt = excluded.salt, "secretHash" = excluded."secretHash", "createdAt" = excluded."createdAt"`,
  )
  return { show: sql`(${JSON.stringify({ createdAt: ctx.at.toISOString() })}::text)` }
}

export async function revokePrivateFeed(ctx: WriteContext): Promise<CommandResult> {
  const revoked = await hasRow(ctx.tx, sql`DELETE FROM "PrivateFeed" WHERE wallet = ${ctx.caller.wallet} RETURNING 1`)
  return { show: sql`(${JSON.stringify({ revoked })}::text)` }
}

/** The wallet whose feeds have this secret; null for an unknown or invalidated secret. */
export async function walletOfFeed(secret: string): Promise<string | null> {
  if (!SECRET.test(secret)) return null
  const row = await findOne(
    db,
    sql`SELECT ${raw(COLUMNS)} FROM "PrivateFeed" f WHERE f."secretHash" = ${sha256Hex(secret)}`,
    FeedRow,
  )
  return row && secretIn(row) === secret ? row.wallet : null
}
