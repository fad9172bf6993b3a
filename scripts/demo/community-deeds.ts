import type { BodyOf } from '@/client/src/api'
import type { Challenge, Discussion, OutboxItem } from '@/client/src/generated/types'
import type { Post } from './community'
import { labelOf } from './deeds'
import type { MuseActor, WalletActor } from './stage'

// What people do between the service and the community, one printed line each.

/** Says where a challenge is discussed, and imports what was replied so far. */
export async function linkThread(who: WalletActor, challenge: Challenge, thread: Post) {
  await (await who.client()).linkDiscussion({
    params: { id: challenge.id },
    body: { channel: thread.channel, originPostUrl: thread.url },
  })
  who.report(`links thread ${thread.id} to “${challenge.title}”`)
  return importReplies(who, challenge)
}

export async function importReplies(who: WalletActor, challenge: Challenge) {
  const discussion = await (await who.client()).syncDiscussion({ params: { id: challenge.id } })
  who.report(`reads the thread: ${discussion.link?.lastSync?.imported ?? 0} replies become proposals`)
  return discussion
}

/** The proposal that a reply became. @throws Error when it was not imported. */
function proposalOf({ proposals }: Discussion, reply: Post) {
  const proposal = proposals.find(({ postId }) => postId === String(reply.id))
  if (!proposal) throw new Error(`Post ${reply.id} was not imported.`)
  return proposal
}

export async function acceptProposal(
  who: WalletActor,
  challenge: Challenge,
  discussion: Discussion,
  reply: Post,
  side: 'A' | 'B',
) {
  const { id: pid, authorName } = proposalOf(discussion, reply)
  await (await who.client()).acceptProposal({ params: { id: challenge.id, pid }, body: { side } })
  who.report(`accepts ${authorName}'s reply as the response for ${labelOf(challenge, side)}`)
}

export async function rejectProposal(who: WalletActor, challenge: Challenge, discussion: Discussion, reply: Post) {
  const { id: pid, authorName } = proposalOf(discussion, reply)
  await (await who.client()).rejectProposal({ params: { id: challenge.id, pid } })
  who.report(`rejects ${authorName}'s reply; it stays on record`)
}

/** Links a Muse to a wallet: the Muse signs the service's message with its own key. */
export async function linkMuse(who: WalletActor, { museId, name, sign }: MuseActor) {
  const body = { museId, method: 'ed25519-challenge' } as const
  const { nonce, message } = await (await who.client()).startMuseLink({ body })
  await (await who.client()).verifyMuseLink({ body: { nonce, signature: await sign(message ?? '') } })
  who.report(`links the Muse ${name}, which signs for it with its own key`)
}

/** Queues a post of the service: its exact payload waits for a moderator. */
export async function queuePost(
  who: WalletActor,
  kind: 'announce' | 'receipt',
  about: { challengeId: string } | { missionId: string },
) {
  const { item } = await (await who.client()).queuePlatformPost({ body: { kind, ...about } })
  who.report(`asks for ${kind === 'announce' ? 'an announcement' : 'a post of the receipt'} in ${item.channel}`)
  return item
}

/** @throws Error when the approved post did not leave. */
export async function approvePost(who: WalletActor, { id, payloadHash }: OutboxItem) {
  const { item } = await (await who.client()).approvePlatformPost({ params: { id }, body: { payloadHash } })
  if (item.state !== 'sent') throw new Error(`An approved post is ${item.state}: is publishing off?`)
  who.report(`approves the exact payload, and it is sent as post ${item.postId}`)
}

// How a neighbourhood keeps its records fit to read.

type Flag = BodyOf<'reportRecord'>

export async function flag(who: WalletActor, body: Flag) {
  await (await who.client()).reportRecord({ body })
  who.report(`reports a ${body.recordType} to the moderators`)
}

/** The moderator hides a record: it is gone from every list, and its history says why. */
export async function hide(who: WalletActor, body: Flag) {
  await (await who.client()).moderateRecord({ body: { ...body, action: 'hide' } })
  who.report(`hides the ${body.recordType}, and says why`)
}
