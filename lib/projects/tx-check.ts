import { z } from 'zod'
import { checkJson, namedBy } from '@/lib/chain/check-json'
import { checkSoon } from '@/lib/chain/check-soon'
import { requestCheck } from '@/lib/chain/queue'
import type { RecordCommand } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { raw, sql } from '@/lib/db/sql'
import { conflict, expired, notFound } from '@/lib/errors'
import { isUuid } from '@/lib/id'
import { loadMission } from '@/lib/missions/load'
import { projectNotFound } from '@/lib/projects/queries'
import type { recheckTransaction } from '@/lib/projects/tx-check-contract'

/** The table and the displayed word of each record type. */
const RECORDS = {
  funding: { table: '"FundingRecord"', word: 'funding record' },
  evidence: { table: '"ProjectEvidence"', word: 'evidence' },
} as const satisfies Record<z.output<typeof recheckTransaction.body>['recordType'], object>

const NamedRow = z.object({ chainId: z.string().nullable(), txHash: z.string().nullable(), hidden: z.boolean() })

/** Checks a project's transaction again. The project itself does not change. */
export const recheckProjectTransaction: RecordCommand<typeof recheckTransaction.body> = async (
  ctx,
  { params, body },
) => {
  const { table, word } = RECORDS[body.recordType]
  const { recordId } = body
  const [project, record] = await Promise.all([
    loadMission(ctx.tx, sql`${params.id}::uuid`, false, projectNotFound),
    isUuid(recordId)
      ? findOne(
          ctx.tx,
          sql`SELECT "chainId", "txHash", "hiddenAt" IS NOT NULL AS hidden FROM ${raw(table)}
            WHERE id = ${recordId}::uuid AND "missionId" = ${params.id}::uuid`,
          NamedRow,
        )
      : null,
  ])
  if (!record) throw notFound(`This mission has no such ${word}.`)
  if (record.hidden) throw expired(`This ${word} was hidden by a moderator.`)
  const { chainId, txHash } = record
  if (chainId === null || txHash === null)
    throw conflict(`This ${word} names no chain and transaction, so there is nothing to look up.`)

  const transaction = { recordId, chainId, txHash }
  ctx.tx.pipeline(requestCheck(transaction, project.contributorWallet, ctx.at))
  const show = sql`(SELECT json_build_object('check', ${raw(checkJson(namedBy('t')))})::text
    FROM ${raw(table)} t WHERE t.id = ${recordId}::uuid)`
  const background = async () => {
    await checkSoon(transaction)
    return show
  }
  return { show, background }
}
