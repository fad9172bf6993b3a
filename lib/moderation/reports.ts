import { z } from 'zod'
import type { WriteContext } from '@/lib/context'
import type { Db } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'

const ReporterRow = z.object({ reportedBy: z.string() })

/** The wallets whose reports of a record are open. */
export async function listReporters(executor: Db, recordId: string): Promise<string[]> {
  const rows = await executor.query(
    sql`SELECT "reportedBy" FROM "Report" WHERE "recordId" = ${recordId}::uuid AND state = 'open' ORDER BY id`,
    ReporterRow,
  )
  return rows.map(({ reportedBy }) => reportedBy)
}

/** The UPDATE that settles the open reports of a record which is hidden now. */
export const settleReports = (ctx: WriteContext, recordId: string, reason: string): Sql =>
  sql`UPDATE "Report" SET state = 'hidden', "settledBy" = ${ctx.caller.wallet}, "settledAt" = ${ctx.at}, "settleReason" = ${reason}
    WHERE "recordId" = ${recordId}::uuid AND state = 'open'`
