import type { BodyOf } from '@/client/src/api'
import type { Challenge, Discussion, OutboxItem } from '@/client/src/generated/types'
import type { Muse, Post } from './community'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do between the service and the community, one printed line each.

/** Says where a challenge is discussed, and imports what was replied so far. */
export async function linkThread(stage: Stage, who: Wallet, challenge: Challenge, thread: Post) {
  await (await who.client()).linkDiscussion({
    params: { id: challenge.id },
    body: { channel: thread.channel, originPostUrl: thread.url },
  })
  stage.report(who, `links thread ${thread.id} to “${challenge.title}”`)
  return importReplies(stage, who, challenge)
}

export async function importReplies(stage: Stage, who: Wallet, challenge: Challenge) {
  const discussion = await (await who.client()).syncDiscussion({ params: { id: challenge.id } })
  stage.report(who, `reads the thread: ${discussion.link?.lastSync?.imported ?? 0} replies become proposals`)
  return discussion
}

/** The proposal that a reply became. @throws Error when it was not imported. */
function proposalOf({ proposals }: Discussion, reply: Post) {
  const proposal = proposals.find(({ postId }) => postId === String(reply.id))
  if (!proposal) throw new Error(`Post ${reply.id} was not imported.`)
  return proposal
}

export async function acceptProposal(
  stage: Stage,
  who: Wallet,
  challenge: Challenge,
  discussion: Discussion,
  reply: Post,
  side: 'A' | 'B',
) {
  const proposal = proposalOf(discussion, reply)
  await (await who.client()).acceptProposal({ params: { id: challenge.id, pid: proposal.id }, body: { side } })
  const label = side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `accepts ${proposal.authorName}'s reply as the response for “${label}”`)
}

export async function rejectProposal(
  stage: Stage,
  who: Wallet,
  challenge: Challenge,
  discussion: Discussion,
  reply: Post,
) {
  const proposal = proposalOf(discussion, reply)
  await (await who.client()).rejectProposal({ params: { id: challenge.id, pid: proposal.id } })
  stage.report(who, `rejects ${proposal.authorName}'s reply; it stays on record`)
}

/** Links a Muse to a wallet: the Muse signs the service's message with its own key. */
export async function linkMuse(stage: Stage, who: Wallet, muse: Muse) {
  const asked = { museId: muse.museId, method: 'ed25519-challenge' } as const
  const { nonce, message } = await (await who.client()).startMuseLink({ body: asked })
  await (await who.client()).verifyMuseLink({ body: { nonce, signature: await muse.sign(message ?? '') } })
  stage.report(who, `links the Muse ${muse.name}, which signs for it with its own key`)
}

type About = { challengeId: string } | { missionId: string }

/** Queues a post of the service: its exact payload waits for a moderator. */
export async function queuePost(
  stage: Stage,
  who: Wallet,
  kind: 'announce' | 'receipt',
  about: About & { channel?: string },
) {
  const { item } = await (await who.client()).queuePlatformPost({ body: { kind, ...about } })
  stage.report(who, `asks for ${kind === 'announce' ? 'an announcement' : 'a post of the receipt'} in ${item.channel}`)
  return item
}

/** @throws Error when the approved post did not leave. */
export async function approvePost(stage: Stage, who: Wallet, { id, payloadHash }: OutboxItem) {
  const { item } = await (await who.client()).approvePlatformPost({ params: { id }, body: { payloadHash } })
  if (item.state !== 'sent') throw new Error(`An approved post is ${item.state}: is publishing off?`)
  stage.report(who, `approves the exact payload, and it is sent as post ${item.postId}`)
}

// How a neighbourhood keeps its records fit to read.

type Told = BodyOf<'reportRecord'>

export async function report(stage: Stage, who: Wallet, told: Told) {
  await (await who.client()).reportRecord({ body: told })
  stage.report(who, `reports a ${told.recordType} to the moderators`)
}

/** The moderator hides a record: it is gone from every list, and its history says why. */
export async function hide(stage: Stage, told: Told) {
  await (await stage.cast.moderator.client()).moderateRecord({ body: { ...told, action: 'hide' } })
  stage.report(stage.cast.moderator, `hides the ${told.recordType}, and says why`)
}
