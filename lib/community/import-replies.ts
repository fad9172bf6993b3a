import { CHALLENGE, type LoadedChallenge } from '@/lib/challenges/load'
import { chooseReplies, ImportedRow } from '@/lib/community/choose-replies'
import { countLinks, findThread, type LinkedThread } from '@/lib/community/discussion'
import { listReplies } from '@/lib/community/outbox'
import { Channel } from '@/lib/community/schemas'
import type { WriteContext } from '@/lib/context'
import { DISCUSSION_RELINKS_MAX } from '@/lib/contract/limits'
import type { Db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import type { NewEvent } from '@/lib/history/chain'
import { type Acting, eventOf, headAfter, type RecordedEvent } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { proposalsImported } from '@/lib/notifications/notices'
import type { Thread } from '@/lib/platform/gateway'
import { requirePlatform } from '@/lib/platform/settings'
import { postUrl } from '@/lib/platform/urls'
import { writeChange } from '@/lib/records/record-change'
import { isErasedText } from '@/lib/text/erased'

export interface ReadThread {
  /** The post by which the thread was requested. */
  readonly postId: string
  readonly thread: Thread
}

/**
 * The link with the channel in which the platform has the thread; null where it is the linked one, is none, or may not change
 * any more. An erased channel stays erased.
 */
async function linkedAnew(tx: Db, challengeId: string, { channel, originPostUrl }: LinkedThread, read: ReadThread) {
  const { postId, thread } = read
  const { data: named } = Channel.safeParse(thread.channel)
  if (named === undefined || named === channel || isErasedText(channel)) return null
  if ((await countLinks(tx, challengeId, 'service')) >= DISCUSSION_RELINKS_MAX) return null
  return { channel: named, originPostUrl, threadUrl: postUrl(requirePlatform().origin, named, postId) }
}

type EventData = NonNullable<NewEvent['data']>

/** The events of an import, chained. What corrects the channel is the service's own. */
function eventsOf(
  challenge: LoadedChallenge,
  by: Acting,
  moved: EventData | null,
  imported: EventData | null,
): RecordedEvent[] {
  const linked = moved && eventOf(challenge, { ...by, caller: null }, { kind: 'discussion-linked', data: moved })
  const head = linked ? { id: challenge.id, ...headAfter(linked) } : challenge
  const told = imported && eventOf(head, by, { kind: 'proposals-imported', data: imported })
  return [linked, told].filter((event) => event !== null)
}

/**
 * Turns the replies of a thread into proposals, each once, and corrects its channel: the short address of a post names none,
 * so its owner may have named another. The transaction must hold the lock on the challenge, so that the caps hold for concurrent
 * imports. What the service has posted itself is no reply, also under a Muse that it had before.
 * @param actor the wallet that requested the import; null for the schedule.
 */
export async function importReplies(
  ctx: Pick<WriteContext, 'tx' | 'at'>,
  challenge: LoadedChallenge,
  read: ReadThread,
  actor: string | null,
): Promise<void> {
  const [link, imported, posts] = await Promise.all([
    findThread(ctx.tx, challenge.id),
    ctx.tx.query(
      sql`SELECT "postId", "museId" FROM "Proposal" WHERE "challengeId" = ${challenge.id}::uuid`,
      ImportedRow,
    ),
    listReplies(ctx.tx, challenge.id, read.thread.posts),
  ])
  if (link?.postId !== read.postId) throw conflict('The discussion was linked anew a moment ago. Sync it again.')
  const { origin, museId } = requirePlatform()
  const { replies, left } = chooseReplies({ ...read.thread, posts }, imported, museId)
  const { at } = ctx
  const proposals = replies.map((reply) => ({
    ...reply,
    id: uuidv7(at.getTime()),
    postId: reply.id,
    url: postUrl(origin, read.thread.channel || link.channel, reply.id),
  }))
  const lastSync = {
    at: at.toISOString(),
    status: left === null ? 'complete' : 'partial',
    imported: proposals.length,
    message: left,
  }
  const moved = await linkedAnew(ctx.tx, challenge.id, link, read)
  const place = moved ? sql`, channel = ${moved.channel}, "threadUrl" = ${moved.threadUrl}` : sql``
  const synced = sql`UPDATE "PlatformThread" SET "syncedAt" = ${at}, "triedAt" = ${at}, "lastSync" = ${JSON.stringify(lastSync)}::jsonb
    ${place} WHERE "challengeId" = ${challenge.id}::uuid`
  const named = proposals.map(({ id, postId, museId: by, url }) => ({ proposalId: id, postId, museId: by, url }))
  const by = { tx: ctx.tx, at, caller: actor === null ? null : { wallet: actor } }
  const events = eventsOf(challenge, by, moved, named.length > 0 ? { proposals: named, left } : null)
  if (events.length === 0) {
    ctx.tx.pipeline(synced)
    return
  }
  writeChange(by, CHALLENGE, challenge, challenge.state, events, {
    rows: {
      imported: sql`INSERT INTO "Proposal" (id, "challengeId", "postId", "museId", "authorName", text, url, "postedAt", "importedAt", status)
        SELECT p.id, ${challenge.id}::uuid, p."postId", p."museId", p."authorName", p.text, p.url, p."postedAt", ${at}::timestamptz,
          'pending'
        FROM jsonb_to_recordset(${JSON.stringify(proposals)}::jsonb) AS p(id uuid, "postId" bigint, "museId" text,
          "authorName" text, text text, url text, "postedAt" timestamptz)`,
      synced,
    },
    notify: proposals.length > 0 ? [proposalsImported(challenge, proposals.length)] : [],
  })
}
