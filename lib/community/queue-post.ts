import { z } from 'zod'
import { loadChallenge } from '@/lib/challenges/load'
import { challengeNotFound } from '@/lib/challenges/queries'
import {
  announceText,
  type Destination,
  missionUpdateText,
  payloadOf,
  ReceiptWords,
  receiptText,
} from '@/lib/community/compose-post'
import { destinationOf, threadOfMission } from '@/lib/community/destination'
import { findThread, requireHere, requireRunning } from '@/lib/community/discussion'
import type { QueuePost } from '@/lib/community/schemas'
import { outboxMachine } from '@/lib/community/states'
import { showItem } from '@/lib/community/views'
import { type CommandResult, requireOwner, type WriteContext } from '@/lib/context'
import { OUTBOX_SEEDS_MIN, OUTBOX_UNSETTLED_MAX } from '@/lib/contract/limits'
import { findOne, one } from '@/lib/db/db'
import { literals, raw, type Sql, sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { firstEvent, insertHistory } from '@/lib/history/record'
import { isUuid, uuidv7 } from '@/lib/id'
import { finals, next } from '@/lib/machine/machine'
import { MISSION_STATE_LABELS } from '@/lib/missions/labels'
import { type LoadedMission, loadMission } from '@/lib/missions/load'
import { missionNotFound } from '@/lib/missions/queries'
import { balanceOf } from '@/lib/seeds/ledger'

type Body = z.output<typeof QueuePost>

interface Draft {
  readonly challengeId: string | null
  readonly missionId: string | null
  readonly to: Destination
  readonly text: string
  /** The number of posts of its kind about the record that may still be sent, or may stand already. */
  readonly unsettled: number
}

/**
 * Queues the preview of a post that the service composes. Nothing is sent before a moderator approves it. The record is
 * locked, so that its unsettled posts stay counted until the commit.
 */
export async function queuePost(ctx: WriteContext, { body }: { body: Body }): Promise<CommandResult> {
  const draft = body.kind === 'announce' ? await draftOfChallenge(ctx, body) : await draftOfMission(ctx, body)
  const state = next(outboxMachine, null, 'queue')
  const payload = payloadOf(draft.to, draft.text)
  requireRoom(draft)
  const id = uuidv7(ctx.at.getTime())
  const event = firstEvent(id, ctx, { kind: 'post-queued', to: state, data: { payloadHash: payload.hash } })
  ctx.tx.pipeline(
    sql`WITH event AS (${insertHistory(event)})
      INSERT INTO "OutboxItem" (id, kind, state, "challengeId", "missionId", channel, "parentPostId", payload, "payloadHash",
        "createdBy", "createdAt", "historySeq", "historyHead")
      VALUES (${id}::uuid, ${body.kind}::"OutboxKind", ${state}::"OutboxState", ${draft.challengeId}::uuid, ${draft.missionId}::uuid,
        ${draft.to.channel}, ${draft.to.parentPostId}::bigint, ${payload.text}, ${payload.hash}, ${ctx.caller.wallet}, ${ctx.at},
        ${event.seq}, ${event.hash})`,
  )
  return { show: showItem(id, ctx.caller.isAdmin) }
}

const SETTLED = raw(literals(finals(outboxMachine)))

const CountRow = z.object({ unsettled: z.int() })

const countUnsettled = async (ctx: WriteContext, kind: Body['kind'], record: Sql): Promise<number> => {
  const { unsettled } = await one(
    ctx.tx,
    sql`SELECT count(*)::int AS unsettled FROM "OutboxItem" WHERE ${record} AND kind = ${kind}::"OutboxKind"
      AND state NOT IN (${SETTLED})`,
    CountRow,
  )
  return unsettled
}

/** @throws Refusal `conflict` when too many posts wait: only moderators end them. */
function requireRoom({ unsettled }: Draft): void {
  if (unsettled >= OUTBOX_UNSETTLED_MAX)
    throw conflict(
      `No more than ${OUTBOX_UNSETTLED_MAX} posts of this kind wait for a moderator. Once one is sent or cancelled, another may be queued.`,
    )
}

async function draftOfChallenge(ctx: WriteContext, body: Body): Promise<Draft> {
  const { challengeId = '', channel } = body
  if (!isUuid(challengeId)) throw challengeNotFound()
  // Pipelined: the others run after the lock is taken, so they see what the lock waited for.
  const [challenge, thread, unsettled] = await Promise.all([
    loadChallenge(ctx.tx, challengeId, true),
    findThread(ctx.tx, challengeId),
    countUnsettled(ctx, body.kind, sql`"challengeId" = ${challengeId}::uuid`),
  ])
  await requireMuseOrSeeds(ctx, challenge)
  requireRunning(challenge)
  if (thread) requireHere(thread)
  const to = destinationOf(channel, thread)
  return { challengeId: challenge.id, missionId: null, to, text: announceText(challenge), unsettled }
}

async function draftOfMission(ctx: WriteContext, body: Body): Promise<Draft> {
  const { missionId = '', channel } = body
  if (!isUuid(missionId)) throw missionNotFound()
  const [mission, thread, receipt, unsettled] = await Promise.all([
    loadMission(ctx.tx, sql`${missionId}::uuid`, true),
    threadOfMission(ctx.tx, missionId),
    findReceipt(ctx, missionId),
    countUnsettled(ctx, body.kind, sql`"missionId" = ${missionId}::uuid`),
  ])
  await requireMuseOrSeeds(ctx, mission)
  const text = body.kind === 'receipt' ? textOfReceipt(mission, receipt) : textOfUpdate(ctx, mission, body)
  return { challengeId: null, missionId: mission.id, to: destinationOf(channel, thread), text, unsettled }
}

/** The service posts only true statements: a state that the mission is not in is refused. */
function textOfUpdate({ caller }: WriteContext, mission: LoadedMission, { state, summary = '' }: Body): string {
  if (state !== undefined && state !== mission.state)
    throw conflict(`The state of this mission is “${MISSION_STATE_LABELS[mission.state].word}” now.`)
  return missionUpdateText(mission, summary, caller.wallet)
}

const findReceipt = (ctx: WriteContext, missionId: string): Promise<ReceiptWords | null> =>
  findOne(
    ctx.tx,
    sql`SELECT r.id, r.outcome, r.body::json ->> 'statement' AS statement, m."recordedBy", r."contentHash" FROM "Receipt" r
      JOIN "Mission" m ON m.id = r."missionId" WHERE m.id = ${missionId}::uuid`,
    ReceiptWords,
  )

function textOfReceipt(mission: LoadedMission, receipt: ReceiptWords | null): string {
  if (!receipt) throw conflict('This mission has no receipt yet.')
  return receiptText(mission, receipt)
}

const StandingRow = z.object({ isLinked: z.boolean(), seeds: z.int() })

/**
 * Allows moderators, and the record's owner with a linked Muse or enough Seeds. The wallet's row is locked, as it is
 * when a link ends, so that the result stays true until the commit.
 */
async function requireMuseOrSeeds(ctx: WriteContext, record: { owner: string }): Promise<void> {
  const { wallet, isAdmin } = ctx.caller
  if (isAdmin) return
  requireOwner(record, wallet)
  const [, standing] = await Promise.all([
    ctx.tx.run(sql`SELECT 1 FROM "Wallet" WHERE address = ${wallet} FOR UPDATE`),
    one(
      ctx.tx,
      sql`SELECT EXISTS (SELECT 1 FROM "MuseLink" WHERE wallet = ${wallet} AND "unlinkedAt" IS NULL) AS "isLinked",
        ${balanceOf(wallet)} AS seeds`,
      StandingRow,
    ),
  ])
  if (standing.isLinked || standing.seeds >= OUTBOX_SEEDS_MIN) return
  throw forbidden(`Link a Muse or earn ${OUTBOX_SEEDS_MIN} Seeds first: then this wallet may queue posts.`)
}
