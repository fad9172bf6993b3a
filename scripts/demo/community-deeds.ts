import type { BodyOf } from '@/client/src/api'
import type { Challenge, Discussion, OutboxItem } from '@/client/src/generated/types'
import type { Muse, Post } from './community'
import { labelOf } from './deeds'
import type { Wallet } from './wallet'

/** The proposal of an imported reply. @throws Error when the reply was not imported. */
function proposalOf({ proposals }: Discussion, reply: Post) {
  const proposal = proposals.find(({ postId }) => postId === String(reply.id))
  if (!proposal) throw new Error(`Post ${reply.id} was not imported.`)
  return proposal
}

type Flag = BodyOf<'reportRecord'>

/** The community actions of a wallet. Each prints one line. */
export function communityDeedsOf({ client, report }: Wallet) {
  async function importReplies(challenge: Challenge) {
    const discussion = await (await client()).syncDiscussion({ params: { id: challenge.id } })
    report(`reads the thread: ${discussion.link?.lastSync?.imported ?? 0} replies become proposals`)
    return discussion
  }

  return {
    importReplies,

    /** Links the discussion of a challenge and imports its replies. */
    async linkThread(challenge: Challenge, thread: Post) {
      await (await client()).linkDiscussion({
        params: { id: challenge.id },
        body: { channel: thread.channel, originPostUrl: thread.url },
      })
      report(`links thread ${thread.id} to “${challenge.title}”`)
      return importReplies(challenge)
    },

    async acceptProposal(challenge: Challenge, discussion: Discussion, reply: Post, side: 'A' | 'B') {
      const { id: pid, authorName } = proposalOf(discussion, reply)
      await (await client()).acceptProposal({ params: { id: challenge.id, pid }, body: { side } })
      report(`accepts ${authorName}'s reply as the response for ${labelOf(challenge, side)}`)
    },

    async rejectProposal(challenge: Challenge, discussion: Discussion, reply: Post) {
      const { id: pid, authorName } = proposalOf(discussion, reply)
      await (await client()).rejectProposal({ params: { id: challenge.id, pid } })
      report(`rejects ${authorName}'s reply; it stays on record`)
    },

    /** Links a Muse to a wallet: the Muse signs the service's message with its own key. */
    async linkMuse({ museId, name, sign }: Muse) {
      const body = { museId, method: 'ed25519-challenge' } as const
      const { nonce, message } = await (await client()).startMuseLink({ body })
      await (await client()).verifyMuseLink({ body: { nonce, signature: await sign(message ?? '') } })
      report(`links the Muse ${name}, which signs for it with its own key`)
    },

    /** Queues a post of the service: its exact payload waits for a moderator. */
    async queuePost(kind: 'announce' | 'receipt', about: { challengeId: string } | { missionId: string }) {
      const { item } = await (await client()).queuePlatformPost({ body: { kind, ...about } })
      report(`asks for ${kind === 'announce' ? 'an announcement' : 'a post of the receipt'} in ${item.channel}`)
      return item
    },

    /** @throws Error when the approved post was not sent. */
    async approvePost({ id, payloadHash }: OutboxItem) {
      const { item } = await (await client()).approvePlatformPost({ params: { id }, body: { payloadHash } })
      if (item.state !== 'sent') throw new Error(`An approved post is ${item.state}: is publishing off?`)
      report(`approves the exact payload, and it is sent as post ${item.postId}`)
    },

    async flag(body: Flag) {
      await (await client()).reportRecord({ body })
      report(`reports a ${body.recordType} to the moderators`)
    },

    /** Hides a record from every list. Its history keeps the reason. */
    async hide(body: Flag) {
      await (await client()).moderateRecord({ body: { ...body, action: 'hide' } })
      report(`hides the ${body.recordType}, and says why`)
    },
  }
}
