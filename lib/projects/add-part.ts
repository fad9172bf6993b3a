import { z } from 'zod'
import { checkSoon } from '@/lib/chain/check-soon'
import { requestCheck, type TransactionRef } from '@/lib/chain/queue'
import type { CommandResult, WriteContext } from '@/lib/context'
import { one } from '@/lib/db/db'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { jcsHash } from '@/lib/history/jcs'
import { type LoadedMission, lockMission, MISSION } from '@/lib/missions/load'
import { isOpen } from '@/lib/missions/states'
import { projectGrew } from '@/lib/notifications/notices'
import { PART_WORDS, roomRefusal } from '@/lib/projects/room'
import { recordChange } from '@/lib/records/record-change'

// Parts that others add to a project: commitments, reviewers' decisions, funding, evidence. All texts are constants.

interface PartKind {
  readonly table: string
  /** The column of the author's wallet. */
  readonly author: string
  /** The kind of the history event. */
  readonly event: string
  /** A condition on the row `t` for rows that count; by default all rows count. */
  readonly counts?: string
}

type Part = Parameters<typeof projectGrew>[1]

const PARTS: Readonly<Record<Part, PartKind>> = {
  commitment: { table: '"Commitment"', author: '"committedBy"', event: 'commitment-made' },
  'project-decision': {
    table: '"ProjectDecision"',
    author: '"decidedBy"',

    event: 'project-decided',
    // Signed decisions of verifiers do not count towards these limits.
    counts: 'NOT t.signed',
  },
  funding: { table: '"FundingRecord"', author: '"recordedBy"', event: 'funding-recorded' },
  evidence: {
    table: '"ProjectEvidence"',
    author: '"submittedBy"',

    event: 'evidence-added',
  },
}

const RoomRow = z.object({
  /** The shown parts by others than the owner and the contributor. */
  others: z.int(),
  own: z.int(),
  same: z.boolean(),
})

/**
 * Locks a project, then counts its parts, so that concurrent requests cannot exceed a cap.
 * @param same SQL that is true for a row `t` with the same content, if no unique key covers it.
 * @throws Refusal `not_found`, `expired`.
 */
export async function lockToGrow(ctx: WriteContext, id: string, part: Part, same = sql`false`) {
  const kind = PARTS[part]
  const [project, room] = await Promise.all([
    lockMission(ctx, id),
    one(
      ctx.tx,
      sql`SELECT count(*) FILTER (WHERE t."hiddenAt" IS NULL AND t.${raw(kind.author)} <> m.owner
          AND t.${raw(kind.author)} IS DISTINCT FROM m."contributorWallet")::int AS others,
        count(*) FILTER (WHERE t.${raw(kind.author)} = ${ctx.caller.wallet})::int AS own, coalesce(bool_or(${same}), false) AS same
        FROM ${raw(kind.table)} t JOIN "Mission" m ON m.id = t."missionId" WHERE m.id = ${id}::uuid AND ${raw(kind.counts ?? 'true')}`,
      RoomRow,
    ),
  ])
  return { project, room, part }
}

/** Others cannot use up the room of the owner and the contributor, who have their own. @throws Refusal `conflict`. */
function requireRoom(
  { caller: { wallet } }: WriteContext,
  { owner, contributorWallet }: LoadedMission,
  room: z.infer<typeof RoomRow>,
  part: Part,
): void {
  const refusal = roomRefusal(part, { ...room, isParty: wallet === owner || wallet === contributorWallet })
  if (refusal) throw conflict(refusal)
}

interface NewPart {
  /** The row as its view shows it, without check and verification. */
  readonly content: { readonly id: string } & Readonly<Record<string, unknown>>
  /** The event's data: no free text and no URLs, because a moderator may have to hide those. */
  readonly eventData: Readonly<Record<string, unknown>>
  /** `INSERT INTO … VALUES …` */
  readonly insert: Sql
  readonly transaction?: TransactionRef | null
  /** The message that refuses a duplicate. */
  readonly again: string
  readonly show: Sql
}

/**
 * Adds a part to a project: the row, the event, the owner's notification and the request for a check, in one statement. The
 * event holds the SHA-256 of the content, so that hidden content can still be proven.
 * @throws Refusal `conflict` if the project has its outcome, is full, or has the same part already.
 */
export function addPart(
  ctx: WriteContext,
  { project, room, part }: Awaited<ReturnType<typeof lockToGrow>>,
  { content, transaction, again, ...given }: NewPart,
): CommandResult {
  const kind = PARTS[part]
  if (!isOpen(project.state)) throw conflict(`This mission has its outcome, so it takes no more ${PART_WORDS[part]}.`)
  if (room.same) throw conflict(again)
  requireRoom(ctx, project, room, part)

  const named = transaction && { recordId: content.id, ...transaction }
  recordChange(ctx, MISSION, project, null, {
    event: { kind: kind.event, data: { ...given.eventData, sha256: jcsHash(content) } },
    rows: {
      added: sql`${given.insert} ON CONFLICT DO NOTHING RETURNING id`,
      ...(named && { check_requested: requestCheck(named, project.contributorWallet, ctx.at) }),
    },
    requires: { added: again },
    notify: [projectGrew(project, part)],
  })
  return { show: given.show, afterCommit: named ? () => checkSoon(named) : undefined }
}
