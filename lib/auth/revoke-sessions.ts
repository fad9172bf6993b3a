import { openSessionsOf } from '@/lib/auth/queries'
import type { CommandResult, WriteContext } from '@/lib/context'
import { IdRow } from '@/lib/db/rows'
import { type Sql, sql } from '@/lib/db/sql'
import { notFound } from '@/lib/errors'

/** Ends some of the caller's open sessions: a copied cookie or token dies with its session. @returns how many. */
async function revoke(ctx: WriteContext, which: Sql): Promise<number> {
  const { wallet } = ctx.caller
  const revoked = await ctx.tx.query(
    sql`UPDATE "Session" s SET "revokedAt" = ${ctx.at} WHERE ${openSessionsOf(wallet, ctx.at)} AND ${which} RETURNING id`,
    IdRow,
  )
  return revoked.length
}

const shown = (revoked: number): CommandResult => ({ show: sql`(${JSON.stringify({ revoked })}::text)` })

/** Ends one session. @throws Refusal `not_found` for one that is not open, or another wallet's. */
export async function revokeOneSession(
  ctx: WriteContext,
  { params }: { params: { id: string } },
): Promise<CommandResult> {
  const revoked = await revoke(ctx, sql`s.id = ${params.id}::uuid`)
  if (revoked === 0) throw notFound('There is no such open session of this wallet.')
  return shown(revoked)
}

/** Ends every session, the one that asks included. */
export const revokeAllSessions = async (ctx: WriteContext): Promise<CommandResult> =>
  shown(await revoke(ctx, sql`true`))
