import type { z } from 'zod'
import { checkSoon } from '@/lib/chain/check-soon'
import { requestCheck, type TransactionRef } from '@/lib/chain/queue'
import { hasEnded } from '@/lib/clock'
import type { CommandResult, WriteContext } from '@/lib/context'
import { asTitle } from '@/lib/contract/as-title'
import { Title } from '@/lib/contract/fields'
import { foldCase } from '@/lib/db/list'
import { type Sql, sql } from '@/lib/db/sql'
import { invalid, type Refusal } from '@/lib/errors'
import { firstEvent, insertHistory } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { next } from '@/lib/machine/machine'
import type { CreateMission, MilestoneInput } from '@/lib/missions/schemas'
import { missionMachine } from '@/lib/missions/states'
import { showMission } from '@/lib/missions/views'
import { designated } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'
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
export function publishMission(
  ctx: WriteContext,
  terms: MissionTerms,
  show: (id: string) => Sql,
  beside: Rows = {},
): CommandResult {
  const { id, rows } = insertMission(terms, ctx, sql`SELECT 1`)
  ctx.tx.pipeline(sql`WITH ${ctes({ ...rows, ...beside })} SELECT`)
  const bounty = bountyTransaction(terms)
  return { show: show(id), afterCommit: bounty ? () => checkSoon({ recordId: id, ...bounty }) : undefined }
}

/** The terms of a new mission, published directly or converted from a challenge. */
interface MissionTerms extends Omit<z.output<typeof CreateMission>, 'sourceUrl' | 'approvalRule'> {
  readonly sourceUrl?: string
  readonly challengeId?: string
  /** The hash of the challenge's event that made it a mission. */
  readonly challengeHead?: string
  readonly decisionUrl?: string
}

/** The refusal of a deadline that has ended, otherwise null. */
export function faultOfDeadline(deadline: string, at: Date): Refusal | null {
  return hasEnded(deadline, at) ? invalid('deadline', 'The deadline must be today (UTC) or later.') : null
}

/** Checks terms that their schema accepted. @throws Refusal `invalid_request`. */
export function requireTerms(terms: { deadline: string; contributorWallet?: string }, owner: string, at: Date): void {
  const fault = faultOfDeadline(terms.deadline, at)
  if (fault) throw fault
  requireOtherContributor(terms, owner)
}

/** @throws Refusal `invalid_request` if the designated contributor is the owner. */
export function requireOtherContributor(terms: { contributorWallet?: string }, owner: string): void {
  if (terms.contributorWallet === owner) throw invalid('contributorWallet', 'The owner cannot be the contributor.')
}

/**
 * The default is one required milestone, titled with the deliverable (docs/decisions.md#wire). One that is too short for a title
 * makes none: then it is the title.
 */
function milestonesOf(terms: MissionTerms): readonly MilestoneInput[] {
  if (terms.milestones) return terms.milestones
  const { data: title = terms.title } = Title.safeParse(asTitle(terms.deliverable ?? ''))
  return [{ title, required: true }]
}

/** The bounty's transaction as the terms name it, or null. */
function bountyTransaction({ bountyChainId, bountyTxHash }: MissionTerms): TransactionRef | null {
  return bountyChainId && bountyTxHash ? { chainId: bountyChainId, txHash: bountyTxHash } : null
}

/** The request to check the bounty's transaction, if the terms name one. */
function bountyCheck(id: string, terms: MissionTerms, ctx: WriteContext): Rows {
  const bounty = bountyTransaction(terms)
  if (!bounty) return {}
  return { mission_check_requested: requestCheck({ recordId: id, ...bounty }, terms.contributorWallet ?? null, ctx.at) }
}

/**
 * The INSERTs of a new mission with its milestones, first event and notification, by CTE name.
 * @param after a query: the mission is inserted only if it returns a row.
 */
export function insertMission(
  terms: MissionTerms,
  ctx: WriteContext,
  after: Sql,
  id = uuidv7(ctx.at.getTime()),
): { id: string; rows: Rows } {
  const to = next(missionMachine, null, 'create')
  const milestones = milestonesOf(terms).map(({ title, amount = null, required }, index) => {
    return { id: uuidv7(ctx.at.getTime()), position: index + 1, title, amount, required }
  })
  const { title, deadline } = terms
  const event = firstEvent(id, ctx, {
    kind: 'mission-created',
    to,
    data: {
      missionId: id,
      title,
      deadline,
      milestones,
      challengeId: terms.challengeId ?? null,
      // Absent unless the mission grew from a challenge.
      challengeHead: terms.challengeHead,
      sourceUrl: terms.sourceUrl ?? null,
      contributorWallet: terms.contributorWallet ?? null,
    },
  })
  const notices = terms.contributorWallet
    ? [designated({ id, title, owner: ctx.caller.wallet }, terms.contributorWallet)]
    : []
  return {
    id,
    rows: {
      mission: sql`INSERT INTO "Mission" (id, state, title, summary, deliverable, "definitionOfDone", "requiredProof",
          "rewardTerms", deadline, owner, "contributorWallet", "designatedWallet", "challengeId", "sourceUrl", "decisionUrl", "bountyChainId",
          "bountyTxHash", "bountyAmount", "bountyCurrency", "historySeq", "historyHead", "createdAt", "updatedAt")
        SELECT ${id}::uuid, ${to}::"MissionState", ${title}, ${terms.summary}, ${terms.deliverable ?? null},
          ${terms.definitionOfDone}, ${terms.requiredProof}, ${terms.rewardTerms ?? null}, ${deadline}::date, ${ctx.caller.wallet},
          ${terms.contributorWallet ?? null}, ${terms.contributorWallet ?? null}, ${terms.challengeId ?? null}::uuid, ${terms.sourceUrl ?? null}, ${terms.decisionUrl ?? null},
          ${terms.bountyChainId ?? null}, ${terms.bountyTxHash ?? null}, ${terms.bountyAmount ?? null}, ${terms.bountyCurrency ?? null},
          ${event.seq}, ${event.hash}, ${ctx.at}::timestamptz, ${ctx.at}::timestamptz
        FROM (${after}) AS after RETURNING id`,
      mission_title: sql`INSERT INTO "MissionTitle" SELECT id, ${foldCase(title)} FROM mission`,
      milestones: sql`INSERT INTO "Milestone" (id, "missionId", position, title, amount, required, status)
        SELECT s.id, mission.id, s.position, s.title, s.amount, s.required, 'Pending'
        FROM mission, jsonb_to_recordset(${JSON.stringify(milestones)}::jsonb)
          AS s(id uuid, position int, title text, amount text, required bool)`,
      mission_event: insertHistory(event),
      mission_notified: insertNotices(notices, ctx.caller.wallet, ctx.at),
      ...bountyCheck(id, terms, ctx),
    },
  }
}
