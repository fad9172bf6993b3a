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
import { destinationOf, placeOfChallenge, placeOfMission } from '@/lib/community/destination'
import { requireRunning } from '@/lib/community/discussion'
import type { QueuePost } from '@/lib/community/schemas'
import { outboxMachine } from '@/lib/community/states'
import { showItem } from '@/lib/community/views'
import { type CommandResult, requireOwner, type WriteContext } from '@/lib/context'
import { OUTBOX_SEEDS_MIN } from '@/lib/contract/limits'
import { findOne, one } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { firstEvent, insertHistory } from '@/lib/history/record'
import { isUuid, uuidv7 } from '@/lib/id'
import { next } from '@/lib/machine/machine'
import { type LoadedMission, loadMission } from '@/lib/missions/load'
import { missionNotFound } from '@/lib/missions/queries'

type Body = z.output<typeof QueuePost>

interface Draft {
  readonly challengeId: string | null
  readonly missionId: string | null
  readonly to: Destination
  readonly text: string
}

/** Queues the preview of a post. The service writes it; nothing is sent before a moderator approves it. */
export async function queuePost(ctx: WriteContext, { body }: { body: Body }): Promise<CommandResult> {
  const draft = body.kind === 'announce' ? await draftOfChallenge(ctx, body) : await draftOfMission(ctx, body)
  const state = next(outboxMachine, null, 'queue')
  const payload = payloadOf(draft.to, draft.text)
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

async function draftOfChallenge(ctx: WriteContext, body: Body): Promise<Draft> {
  const { challengeId = '', channel } = body
  if (!isUuid(challengeId)) throw challengeNotFound()
  const [challenge, place] = await Promise.all([
    loadChallenge(ctx.tx, challengeId, false),
    placeOfChallenge(ctx.tx, challengeId),
  ])
  await requireMuseOrSeeds(ctx, challenge)
  requireRunning(challenge)
  const to = destinationOf(channel, place)
  return { challengeId: challenge.id, missionId: null, to, text: announceText(challenge) }
}

async function draftOfMission(ctx: WriteContext, body: Body): Promise<Draft> {
  const { missionId = '', channel } = body
  if (!isUuid(missionId)) throw missionNotFound()
  const [mission, place, receipt] = await Promise.all([
    loadMission(ctx.tx, sql`${missionId}::uuid`, false),
    placeOfMission(ctx.tx, missionId),
    findReceipt(ctx, missionId),
  ])
  await requireMuseOrSeeds(ctx, mission)
  const text = body.kind === 'receipt' ? textOfReceipt(mission, receipt) : textOfUpdate(mission, body)
  return { challengeId: null, missionId: mission.id, to: destinationOf(channel, place), text }
}

/** What the service says of a mission is true: a state that it is not in is refused. */
function textOfUpdate(mission: LoadedMission, { state, summary = '' }: Body): string {
  if (state !== undefined && state !== mission.state) throw conflict(`This mission is ${mission.state} now.`)
  return missionUpdateText(mission, summary)
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
 * Moderators may; else the record's owner with a linked Muse or enough Seeds. The wallet's row is held meanwhile, as by
 * whatever ends a link, so that what is found stays true.
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
        (SELECT coalesce(sum(amount), 0)::int FROM "SeedEntry" WHERE wallet = ${wallet}) AS seeds`,
      StandingRow,
    ),
  ])
  if (standing.isLinked || standing.seeds >= OUTBOX_SEEDS_MIN) return
  throw forbidden(`Link a Muse or earn ${OUTBOX_SEEDS_MIN} Seeds first: then this wallet may queue posts.`)
}
