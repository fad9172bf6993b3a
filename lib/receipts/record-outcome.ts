import { hasEnded } from '@/lib/clock'
import { type CommandResult, type OnRecord, requireOwner, type WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf, headAfter } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { requireAllowed } from '@/lib/machine/machine'
import { type LoadedMission, lockMission, MISSION } from '@/lib/missions/load'
import { missionNotFound } from '@/lib/missions/queries'
import type { MilestoneView } from '@/lib/missions/schemas'
import {
  EXPIRED_STATEMENT,
  hasOpenTerms,
  missionMachine,
  OUTCOME_TRIGGERS,
  type OutcomeWord,
} from '@/lib/missions/states'
import { receiptIssued } from '@/lib/notifications/notices'
import { receiptFacts } from '@/lib/receipts/facts'
import { issueReceipt } from '@/lib/receipts/issue'
import type { CompleteMission } from '@/lib/receipts/schemas'
import { keepRules, keyReplaced, noteKey, type RulesVersion } from '@/lib/receipts/signed-under'
import { showMissionAndReceipt } from '@/lib/receipts/views'
import { moveOf, writeChange } from '@/lib/records/record-change'
import { creditSeeds, SEEDS } from '@/lib/seeds/ledger'
import type { SeedEntryView } from '@/lib/seeds/schemas'

/**
 * Ends a mission with its outcome, through either interface, and issues a receipt that names who recorded it. Anyone may
 * record `expired` after the deadline's day; only the owner may record any other outcome.
 * @param rules the present rules, which the receipt names.
 * @throws Refusal 404, 410, 403, or 409 if the state or the deadline does not allow it.
 */
export async function recordOutcome(
  ctx: WriteContext,
  missionId: string,
  { outcome, statement: words }: { outcome: OutcomeWord; statement: string },
  rules: RulesVersion,
): Promise<void> {
  const [mission, facts] = await Promise.all([lockMission(ctx, missionId), receiptFacts(ctx.tx, missionId)])
  if (outcome !== 'expired') requireOwner(mission, ctx.caller.wallet)
  const trigger = OUTCOME_TRIGGERS[outcome]
  requireAllowed(missionMachine, mission.state, trigger)
  if (outcome === 'expired' && !hasEnded(mission.deadline, ctx.at))
    throw conflict('A mission is expired only once the day of its deadline has ended (UTC).')
  if (!facts) throw missionNotFound()
  requireProven(outcome, facts.terms.milestones)

  const recordedBy = ctx.caller.wallet
  const statement = recordedBy === mission.owner ? words : EXPIRED_STATEMENT
  const receiptId = uuidv7(ctx.at.getTime())
  const { to, event: recorded } = moveOf(ctx, MISSION, mission, trigger, {
    kind: 'outcome-recorded',
    data: { outcome, statement, receiptId },
  })
  // A designated wallet that never claimed the mission was no contributor, so the receipt does not name it.
  const contributorWallet = hasOpenTerms(mission.state) ? null : mission.contributorWallet
  const earned = seedsOf({ ...mission, contributorWallet }, outcome, facts.nextSeedId, recorded.hash, ctx.at)
  const receipt = await issueReceipt(
    { ...facts, terms: { ...facts.terms, contributorWallet } },
    {
      id: receiptId,
      missionId: mission.id,
      outcome,
      statement,
      recordedBy,
      seeds: [...facts.seeds, ...earned],
      historyHead: recorded.hash,
      issuedAt: ctx.at.toISOString(),
      rulesHash: rules.hash,
    },
  )
  const issued = eventOf(
    { id: mission.id, ...headAfter(recorded) },
    { caller: null, at: ctx.at },
    { kind: 'receipt-issued', data: { receiptId, contentHash: receipt.contentHash } },
  )
  writeChange(ctx, MISSION, mission, to, [recorded, issued], {
    set: sql`, outcome = ${outcome}::"Outcome", "recordedBy" = ${recordedBy}, "contributorWallet" = ${contributorWallet}`,
    rows: {
      receipt: sql`INSERT INTO "Receipt" (id, "missionId", outcome, body, "contentHash", "issuedAt")
        VALUES (${receiptId}::uuid, ${mission.id}::uuid, ${outcome}::"Outcome", ${JSON.stringify(receipt)}, ${receipt.contentHash}, ${ctx.at})`,
      credited: creditSeeds(earned, ctx.at),
      rules: keepRules(rules, ctx.at),
      signed: noteKey(receipt.serviceKey, ctx.at),
    },
    requires: { signed: keyReplaced },
    notify: receiptIssued(mission, mission.contributorWallet, receiptId),
  })
}

export async function completeMission(
  ctx: WriteContext,
  { params, body }: OnRecord<typeof CompleteMission>,
  rules: RulesVersion,
): Promise<CommandResult> {
  await recordOutcome(ctx, params.id, body, rules)
  return { show: showMissionAndReceipt(params.id) }
}

/** A mission is completed only if the receipt holds a signed approval of each required milestone. @throws Refusal `conflict`. */
function requireProven(outcome: OutcomeWord, milestones: readonly MilestoneView[]): void {
  const isOpen = milestones.some(({ required, verified, status }) => required && !verified && status !== 'Cancelled')
  if (outcome === 'completed' && isOpen) throw conflict(missionMachine.refusals['complete-completed'])
}

/** Only a completed mission earns its contributor Seeds. */
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
