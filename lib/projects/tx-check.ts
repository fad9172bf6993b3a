import { z } from 'zod'
import { checkJson, namedBy } from '@/lib/chain/check-json'
import { checkSoon } from '@/lib/chain/check-soon'
import { requestCheck } from '@/lib/chain/queue'
import type { CommandResult, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { conflict, expired, notFound } from '@/lib/errors'
import { isUuid } from '@/lib/id'
import { loadMission } from '@/lib/missions/load'
import type { recheckTransaction } from '@/lib/projects/tx-check-contract'

type Body = z.output<typeof recheckTransaction.body>

/** Where each type of record stands, and what people call it. */
const RECORDS = {
  funding: { table: '"FundingRecord"', word: 'funding record' },
  evidence: { table: '"ProjectEvidence"', word: 'evidence' },
} as const satisfies Record<Body['recordType'], object>

const NamedRow = z.object({ chainId: z.string().nullable(), txHash: z.string().nullable(), hidden: z.boolean() })

/** Looks a transaction that a project names up once more. Nothing of the project changes by it. */
export async function recheckProjectTransaction(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: Body },
): Promise<CommandResult> {
  const { table, word } = RECORDS[body.recordType]
  const { recordId } = body
  // Sent in one flight.
  const [project, record] = await Promise.all([
    loadMission(ctx.tx, sql`${params.id}::uuid`, false, () => notFound('There is no such project.')),
    isUuid(recordId) ? findRecord(ctx, table, params.id, recordId) : null,
  ])
  if (!record) throw notFound(`This project has no such ${word}.`)
  if (record.hidden) throw expired(`This ${word} was hidden by a moderator.`)
  const { chainId, txHash } = record
  if (chainId === null || txHash === null)
    throw conflict(`This ${word} names no chain and transaction, so there is nothing to look up.`)

  const transaction = { recordId, chainId, txHash }
  ctx.tx.pipeline(requestCheck(transaction, project.contributorWallet, ctx.at))
  const show = showCheck(table, recordId)
  const background = async () => {
    await checkSoon(transaction)
    return show
  }
  return { show, background }
}

function findRecord({ tx }: WriteContext, table: string, projectId: string, id: string) {
  return findOne(
    tx,
    sql`SELECT "chainId", "txHash", "hiddenAt" IS NOT NULL AS hidden FROM ${raw(table)}
      WHERE id = ${id}::uuid AND "missionId" = ${projectId}::uuid`,
    NamedRow,
  )
}

const showCheck = (table: string, id: string): Sql =>
  sql`(SELECT json_build_object('check', ${raw(checkJson(namedBy('t')))})::text FROM ${raw(table)} t WHERE t.id = ${id}::uuid)`
