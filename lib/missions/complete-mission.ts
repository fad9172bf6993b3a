import type { z } from 'zod'
import { requireOwner } from '@/lib/access'
import type { Shown, WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { chainEvent } from '@/lib/history/chain'
import { eventOf, insertHistory } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { next } from '@/lib/machine/machine'
import { type LoadedMission, lockMission, moveMission } from '@/lib/missions/load'
import { missionNotFound } from '@/lib/missions/queries'
import type { CompleteMission, SeedEntryView } from '@/lib/missions/schemas'
import { missionMachine, OUTCOME_TRIGGERS, type OutcomeWord } from '@/lib/missions/states'
import { showMissionAndReceipt } from '@/lib/missions/views'
import { receiptIssued } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'
import { receiptFacts } from '@/lib/receipts/facts'
import { issueReceipt } from '@/lib/receipts/issue'
import { creditSeeds, SEEDS } from '@/lib/seeds/credit'

/** The owner records the outcome; a receipt is issued for every one (interface §3, decisions §7). */
export async function completeMission(
  ctx: WriteContext,
  { params, body }: { params: { id: string }; body: z.output<typeof CompleteMission> },
): Promise<Shown> {
  const [mission, facts] = await Promise.all([lockMission(ctx, params.id), receiptFacts(ctx.tx, params.id)])
  requireOwner(mission, ctx.caller.wallet)
  const to = next(missionMachine, mission.state, OUTCOME_TRIGGERS[body.outcome])
  if (!facts) throw missionNotFound()

  const receiptId = uuidv7(ctx.at.getTime())
  const outcome = eventOf(mission, ctx, {
    kind: 'outcome-recorded',
    from: mission.state,
    to,
    data: { outcome: body.outcome, statement: body.statement, receiptId },
  })
  const earned = seedsOf(mission, body.outcome, facts.nextSeedId, outcome.hash, ctx.at)
  const receipt = await issueReceipt(facts, {
    id: receiptId,
    missionId: mission.id,
    outcome: body.outcome,
    statement: body.statement,
    seeds: [...facts.seeds, ...earned],
    historyHead: outcome.hash,
    issuedAt: ctx.at.toISOString(),
  })
  const issued = {
    recordId: mission.id,
    ...chainEvent(
      { historySeq: outcome.seq, historyHead: outcome.hash },
      { kind: 'receipt-issued', actor: null, data: { receiptId, contentHash: receipt.contentHash } },
      ctx.at,
    ),
  }
  const moved = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveMission(mission, to, issued, ctx, sql`, outcome = ${body.outcome}::"Outcome"`)}), receipt AS (
        INSERT INTO "Receipt" (id, "missionId", outcome, body, "contentHash", "issuedAt")
        VALUES (${receiptId}::uuid, ${mission.id}::uuid, ${body.outcome}::"Outcome", ${JSON.stringify(receipt)}, ${receipt.contentHash}, ${ctx.at})
      ), credited AS (${creditSeeds(earned, ctx.at)}), event AS (${insertHistory(outcome, issued)}),
      told AS (${insertNotices(receiptIssued(mission, mission.contributorWallet, receiptId), ctx.caller.wallet, ctx.at)})
      SELECT id FROM moved`,
  )
  if (!moved) throw conflict('The mission has moved a moment ago. Read it again.')
  return { show: showMissionAndReceipt(mission.id) }
}

/** A completed mission earns its contributor Seeds; no other outcome does. */
function seedsOf(
  mission: LoadedMission,
  outcome: OutcomeWord,
  id: number,
  evidenceHash: string,
  at: Date,
): SeedEntryView[] {
  if (outcome !== 'completed' || mission.contributorWallet === null) return []
  return [
    {
      id,
      wallet: mission.contributorWallet,
      amount: SEEDS.missionCompleted,
      kind: 'mission-completed',
      missionId: mission.id,
      challengeId: null,
      proofId: null,
      reversesId: null,
      evidenceHash,
      createdAt: at.toISOString(),
    },
  ]
}
