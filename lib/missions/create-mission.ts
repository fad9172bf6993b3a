import type { z } from 'zod'
import { checkSoon } from '@/lib/chain/check-soon'
import type { CommandResult, WriteContext } from '@/lib/context'
import { one } from '@/lib/db/db'
import { IdRow } from '@/lib/db/rows'
import { type Sql, sql } from '@/lib/db/sql'
import { bountyTransaction, insertMission, type MissionTerms, requireTerms } from '@/lib/missions/insert-mission'
import type { CreateMission } from '@/lib/missions/schemas'
import { showMission } from '@/lib/missions/views'
import { requirePlatformPost } from '@/lib/platform/urls'
import { ctes, type Rows } from '@/lib/records/record-change'

/** Publishes a mission from a public post of the community platform. The caller becomes the owner. */
export async function createMission(
  ctx: WriteContext,
  { body }: { body: z.output<typeof CreateMission> },
): Promise<CommandResult> {
  requirePlatformPost('sourceUrl', body.sourceUrl)
  requireTerms(body, ctx.caller.wallet, ctx.at)
  return publishMission(ctx, body, showMission)
}

/** Writes a new mission and starts its bounty's check. @param beside more CTEs, which may use the CTE `mission`. */
export async function publishMission(
  ctx: WriteContext,
  terms: MissionTerms,
  show: (id: string) => Sql,
  beside: Rows = {},
): Promise<CommandResult> {
  const { id, rows } = insertMission(terms, ctx, sql`SELECT 1`)
  await one(ctx.tx, sql`WITH ${ctes({ ...rows, ...beside })} SELECT id FROM mission`, IdRow)
  const bounty = bountyTransaction(terms)
  return { show: show(id), afterCommit: bounty ? () => checkSoon({ recordId: id, ...bounty }) : undefined }
}
