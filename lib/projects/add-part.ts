import { z } from 'zod'
import { checkSoon } from '@/lib/chain/check-soon'
import { requestCheck, type TransactionRef } from '@/lib/chain/queue'
import type { CommandResult, WriteContext } from '@/lib/context'
import { PROJECT_PARTS_MAX, PROJECT_PARTS_PER_WALLET_MAX } from '@/lib/contract/limits'
import { one } from '@/lib/db/db'
import { raw, type Sql, sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { jcsHash } from '@/lib/history/jcs'
import { type LoadedMission, lockMission, PROJECT } from '@/lib/missions/load'
import { isOpen } from '@/lib/missions/states'
import { projectGrew } from '@/lib/notifications/notices'
import { recordChange } from '@/lib/records/record-change'

// Parts that others add to a project: commitments, reviewers' decisions, funding, evidence. All texts are constants.

interface PartKind {
  readonly table: string
  /** The column of the author's wallet. */
  readonly author: string
  readonly words: string
  /** The kind of the history event. */
  readonly event: string
  /** A condition on the row `t` for rows that count; by default all rows count. */
  readonly counts?: string
}

type Part = Parameters<typeof projectGrew>[1]

const PARTS: Readonly<Record<Part, PartKind>> = {
  commitment: { table: '"Commitment"', author: '"committedBy"', words: 'commitments', event: 'commitment-made' },
  'project-decision': {
    table: '"ProjectDecision"',
    author: '"decidedBy"',
    words: 'decisions',
    event: 'project-decided',
    // Signed decisions of verifiers do not count towards these limits.
    counts: 'NOT t.signed',
  },
  funding: { table: '"FundingRecord"', author: '"recordedBy"', words: 'funding records', event: 'funding-recorded' },
  evidence: {
    table: '"ProjectEvidence"',
    author: '"submittedBy"',
    words: 'pieces of evidence',
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
  { caller }: WriteContext,
  { owner, contributorWallet }: LoadedMission,
  { own, others }: z.infer<typeof RoomRow>,
  { words }: PartKind,
): void {
  if (own >= PROJECT_PARTS_PER_WALLET_MAX)
    throw conflict(`A wallet can add ${PROJECT_PARTS_PER_WALLET_MAX} ${words} to a project.`)
  const isParty = caller.wallet === owner || caller.wallet === contributorWallet
  if (!isParty && others >= PROJECT_PARTS_MAX)
    throw conflict(
      `A project holds ${PROJECT_PARTS_MAX} ${words} at most by others than its owner and its contributor.`,
    )
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
  if (!isOpen(project.state)) throw conflict(`This project has its outcome, so it takes no more ${kind.words}.`)
  if (room.same) throw conflict(again)
  requireRoom(ctx, project, room, kind)

  const named = transaction && { recordId: content.id, ...transaction }
  recordChange(ctx, PROJECT, project, null, {
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
