import type { z } from 'zod'
import { checkSoon } from '@/lib/chain/check-soon'
import type { CommandResult, WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { bountyTransaction, insertMission, requireTerms } from '@/lib/missions/insert-mission'
import type { CreateMission } from '@/lib/missions/schemas'
import { showMission } from '@/lib/missions/views'
import { requirePlatformPost } from '@/lib/platform/urls'
import { ctes } from '@/lib/records/record-change'

/** Publishes a mission from a public post of the community platform; the caller becomes the owner. */
export async function createMission(
  ctx: WriteContext,
  { body }: { body: z.output<typeof CreateMission> },
): Promise<CommandResult> {
  requirePlatformPost('sourceUrl', body.sourceUrl)
  requireTerms(body, ctx.caller.wallet, ctx.at)
  const { id, rows } = insertMission(body, ctx, sql`SELECT 1`)
  ctx.tx.pipeline(sql`WITH ${ctes(rows)} SELECT`)
  const bounty = bountyTransaction(body)
  return { show: showMission(id), afterCommit: bounty ? () => checkSoon({ recordId: id, ...bounty }) : undefined }
}
