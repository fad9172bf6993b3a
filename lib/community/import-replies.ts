import { CHALLENGE, type LoadedChallenge } from '@/lib/challenges/load'
import { chooseReplies, ImportedRow } from '@/lib/community/choose-replies'
import { findThread } from '@/lib/community/discussion'
import type { WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { proposalsImported } from '@/lib/notifications/notices'
import type { Thread } from '@/lib/platform/gateway'
import { requirePlatform } from '@/lib/platform/settings'
import { postUrl } from '@/lib/platform/urls'
import { recordChange } from '@/lib/records/record-change'

export interface ReadThread {
  /** The post by which the thread was requested. */
  readonly postId: string
  readonly thread: Thread
}

/**
 * Turns the replies of a thread into proposals, each once. The transaction must hold the lock on the challenge, so that
 * the caps hold for concurrent imports.
 * @param actor the wallet that requested the import; null for the schedule.
 */
export async function importReplies(
  ctx: Pick<WriteContext, 'tx' | 'at'>,
  challenge: LoadedChallenge,
  read: ReadThread,
  actor: string | null,
): Promise<void> {
  const [link, imported] = await Promise.all([
    findThread(ctx.tx, challenge.id),
    ctx.tx.query(
      sql`SELECT "postId", "museId" FROM "Proposal" WHERE "challengeId" = ${challenge.id}::uuid`,
      ImportedRow,
    ),
  ])
  if (link?.postId !== read.postId) throw conflict('The discussion was linked anew a moment ago. Sync it again.')
  const { origin, museId } = requirePlatform()
  const { replies, left } = chooseReplies(read.thread, imported, museId)
  const { at } = ctx
  const proposals = replies.map((reply) => ({
    ...reply,
    id: uuidv7(at.getTime()),
    postId: reply.id,
    url: postUrl(origin, read.thread.channel, reply.id),
  }))
  const lastSync = {
    at: at.toISOString(),
    status: left === null ? 'complete' : 'partial',
    imported: proposals.length,
    message: left,
  }
  const synced = sql`UPDATE "PlatformThread" SET "syncedAt" = ${at}, "triedAt" = ${at}, "lastSync" = ${JSON.stringify(lastSync)}::jsonb
    WHERE "challengeId" = ${challenge.id}::uuid`
  if (proposals.length === 0) {
    ctx.tx.pipeline(synced)
    return
  }
  const named = proposals.map(({ id, postId, museId: by, url }) => ({ proposalId: id, postId, museId: by, url }))
  const by = { tx: ctx.tx, at, caller: actor === null ? null : { wallet: actor } }
  recordChange(by, CHALLENGE, challenge, null, {
    event: { kind: 'proposals-imported', data: { proposals: named, left } },
    rows: {
      imported: sql`INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
        SELECT p.id, ${challenge.id}::uuid, p."postId", p."museId", p."authorName", p.text, p.url, p."postedAt", ${at}::timestamptz,
          'pending'
        FROM jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) AS p(id uuid, "postId" bigint, "museId" text,
          "authorName" text, text text, url text, "postedAt" timestamptz)`,
      synced,
    },
    notify: [proposalsImported(challenge, proposals.length)],
  })
}
