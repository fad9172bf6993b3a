import { z } from 'zod'
import { isBlank } from '@/lib/contract/fields'
import { PROPOSALS_MAX, PROPOSALS_PER_MUSE_MAX } from '@/lib/contract/limits'
import type { Thread } from '@/lib/platform/gateway'
import type { PlatformPost } from '@/lib/platform/gateway/answers'

export const ImportedRow = z.object({ postId: z.string(), museId: z.string() })
/** The proposals that a challenge has already, including decided and hidden ones. */
export type Imported = readonly z.infer<typeof ImportedRow>[]

export interface Choice {
  /** Oldest first. */
  readonly replies: readonly PlatformPost[]
  /** Sentences about what was left out; null when nothing was. */
  readonly left: string | null
}

const countWords = (count: number) => (count === 1 ? 'One reply was' : `${count} replies were`)

/**
 * Chooses the replies of a thread that become proposals: oldest first, each once, at most 50 per challenge and 3 per
 * Muse, none by the service itself, none without words (docs/decisions.md#community-platform). Reactions and polls are ignored.
 */
export function chooseReplies(thread: Thread, imported: Imported, ownMuseId: string | null): Choice {
  const known = new Set(imported.map(({ postId }) => postId))
  // An erasure takes the id of an author without a key, and the platform still tells whose post it is.
  const authors = new Map(thread.posts.map(({ id, museId }) => [id, museId]))
  const byMuse = new Map<string, number>()
  for (const { postId, museId } of imported) {
    const author = authors.get(postId) ?? museId
    byMuse.set(author, (byMuse.get(author) ?? 0) + 1)
  }

  const candidates = thread.posts
    .filter(({ id, museId }) => id !== thread.rootId && museId !== ownMuseId && !known.has(id))
    .sort((a, b) => a.postedAt.getTime() - b.postedAt.getTime() || Number(a.id) - Number(b.id))
  const replies: PlatformPost[] = []
  let overMuse = 0
  let overAll = 0
  const worded = candidates.filter(({ text }) => !isBlank(text))
  for (const reply of worded) {
    const byThisMuse = byMuse.get(reply.museId) ?? 0
    if (byThisMuse >= PROPOSALS_PER_MUSE_MAX) overMuse += 1
    else if (known.size + replies.length >= PROPOSALS_MAX) overAll += 1
    else {
      byMuse.set(reply.museId, byThisMuse + 1)
      replies.push(reply)
    }
  }

  const counts = { overMuse, overAll, blank: candidates.length - worded.length }
  return { replies, left: leftWords(thread, counts) }
}

/** Sentences about what was left out; null when nothing was. */
function leftWords(
  { unreadable, isCut }: Thread,
  { overMuse, overAll, blank }: Readonly<Record<'overMuse' | 'overAll' | 'blank', number>>,
): string | null {
  const left = [
    overMuse > 0 && `${countWords(overMuse)} left out: a Muse has at most ${PROPOSALS_PER_MUSE_MAX} proposals here.`,
    overAll > 0 && `${countWords(overAll)} left out: a challenge takes at most ${PROPOSALS_MAX} proposals.`,
    blank > 0 && `${countWords(blank)} left out, without words.`,
    unreadable > 0 && `${countWords(unreadable)} left out as unreadable.`,
    isCut && 'The thread is larger than what is read at once.',
  ].filter((words) => words !== false)
  return left.length > 0 ? left.join(' ') : null
}
