import { loadChallenge, lockChallenge } from '@/lib/challenges/load'
import { findThread, requireHere, requireRunning } from '@/lib/community/discussion'
import { importReplies, type ReadThread } from '@/lib/community/import-replies'
import { showDiscussion } from '@/lib/community/views'
import { type Caller, type CommandResult, requireOwner, type WriteContext } from '@/lib/context'
import { db } from '@/lib/db/db'
import { conflict } from '@/lib/errors'
import { readThread } from '@/lib/platform/gateway'
import { requirePlatform } from '@/lib/platform/settings'

interface Input {
  readonly params: { readonly id: string }
}

const GONE =
  'The community platform has no such post any more, or does not show it: link another post of the discussion.'

/** Imports the replies of the linked thread as pending proposals. The platform is called before any lock is taken. */
export const syncDiscussion = {
  async prefetch({ caller }: { caller: Caller }, { params }: Input): Promise<ReadThread> {
    const [challenge, link] = await Promise.all([loadChallenge(db, params.id, false), findThread(db, params.id)])
    requireOwner(challenge, caller.wallet)
    requireRunning(challenge)
    if (!link) throw conflict('This challenge is not linked to a discussion yet.')
    if (link.postId === null)
      throw conflict('No post of the discussion is known yet. Link one, or have the announcement sent.')
    requirePlatform()
    requireHere(link)
    return { postId: link.postId, thread: await readThread(link.postId, GONE) }
  },
  async run(ctx: WriteContext, { params, prefetched }: Input & { prefetched: ReadThread }): Promise<CommandResult> {
    const challenge = await lockChallenge(ctx, params.id)
    requireOwner(challenge, ctx.caller.wallet)
    requireRunning(challenge)
    await importReplies(ctx, challenge, prefetched, ctx.caller.wallet)
    return { show: showDiscussion(challenge.id) }
  },
}
