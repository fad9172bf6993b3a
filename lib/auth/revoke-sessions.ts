import { openSessionsOf } from '@/lib/auth/queries'
import type { CommandResult, WriteContext } from '@/lib/context'
import { IdRow } from '@/lib/db/rows'
import { type Sql, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'

/**
 * Ends some of the caller's open sessions. Copies of their cookies and tokens end too.
 * @param beside a `WITH` clause of the same statement.
 * @returns how many.
 */
async function revoke(ctx: WriteContext, which: Sql, beside = sql``): Promise<number> {
  const { wallet } = ctx.caller
  const revoked = await ctx.tx.query(
    sql`${beside} UPDATE "Session" s SET "revokedAt" = ${ctx.at} WHERE ${openSessionsOf(wallet, ctx.at)} AND ${which} RETURNING id`,
    IdRow,
  )
  return revoked.length
}

const shown = (revoked: number): CommandResult => ({ show: sql`(${JSON.stringify({ revoked })}::text)` })

/** Ends one session. @throws Refusal `not_found` if it is not open or belongs to another wallet. */
export async function revokeOneSession(
  ctx: WriteContext,
  { params }: { params: { id: string } },
): Promise<CommandResult> {
  const revoked = await revoke(ctx, sql`s.id = ${params.id}::uuid`)
  if (revoked === 0) throw notFound('There is no such open session of this wallet.')
  return shown(revoked)
}

/**
 * Ends every session of the caller, including that of the request, and the address of their private feeds: whoever had a
 * session may have read it, and it asks for none.
 */
export async function revokeAllSessions(ctx: WriteContext): Promise<CommandResult> {
  const feeds = sql`WITH feeds AS (DELETE FROM "PrivateFeed" WHERE wallet = ${ctx.caller.wallet})`
  return shown(await revoke(ctx, sql`true`, feeds))
}
