import type { z } from 'zod'
import type { ChallengeView } from '@/lib/challenges/schemas'
import * as community from '@/lib/community/contract'
import type { DiscussionView, OutboxItemView } from '@/lib/community/schemas'
import * as moderation from '@/lib/moderation/contract'
import * as muses from '@/lib/muses/contract'
import type { Muse, Post } from './community'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do between the service and the community, one printed line each.

/** Says where a challenge is discussed, and imports what was replied so far. */
export async function linkThread(stage: Stage, who: Wallet, challenge: ChallengeView, thread: Post) {
  await who.post(community.linkDiscussion, { channel: thread.channel, originPostUrl: thread.url }, challenge.id)
  stage.report(who, `links thread ${thread.id} to “${challenge.title}”`)
  return importReplies(stage, who, challenge)
}

export async function importReplies(stage: Stage, who: Wallet, challenge: ChallengeView) {
  const discussion = await who.post(community.syncDiscussion, {}, challenge.id)
  stage.report(who, `reads the thread: ${discussion.link?.lastSync?.imported ?? 0} replies become proposals`)
  return discussion
}

/** The proposal that a reply became. @throws Error when it was not imported. */
function proposalOf({ proposals }: DiscussionView, reply: Post) {
  const proposal = proposals.find(({ postId }) => postId === String(reply.id))
  if (!proposal) throw new Error(`Post ${reply.id} was not imported.`)
  return proposal
}

export async function acceptProposal(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  discussion: DiscussionView,
  reply: Post,
  side: 'A' | 'B',
) {
  const proposal = proposalOf(discussion, reply)
  await who.post(community.acceptProposal, { side }, challenge.id, proposal.id)
  const label = side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `accepts ${proposal.authorName}'s reply as the response for “${label}”`)
}

export async function rejectProposal(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  discussion: DiscussionView,
  reply: Post,
) {
  const proposal = proposalOf(discussion, reply)
  await who.post(community.rejectProposal, {}, challenge.id, proposal.id)
  stage.report(who, `rejects ${proposal.authorName}'s reply; it stays on record`)
}

/** Links a Muse to a wallet: the Muse signs the service's message with its own key. */
export async function linkMuse(stage: Stage, who: Wallet, muse: Muse) {
  const { startMuseLink: start, verifyMuseLink: verify } = muses
  const asked = { museId: muse.museId, method: 'ed25519-challenge' }
  const { nonce, message } = await who.post(start, asked)
  await who.post(verify, { nonce, signature: await muse.sign(message ?? '') })
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
  const { item } = await who.post(community.queuePlatformPost, { kind, ...about })
  stage.report(who, `asks for ${kind === 'announce' ? 'an announcement' : 'a post of the receipt'} in ${item.channel}`)
  return item
}

/** @throws Error when the approved post did not leave. */
export async function approvePost(stage: Stage, who: Wallet, { id, payloadHash }: OutboxItemView) {
  const { item } = await who.post(community.approvePlatformPost, { payloadHash }, id)
  if (item.state !== 'sent') throw new Error(`An approved post is ${item.state}: is publishing off?`)
  stage.report(who, `approves the exact payload, and it is sent as post ${item.postId}`)
}

// How a neighbourhood keeps its records fit to read.

type Told = z.input<typeof moderation.reportRecord.body>

export async function report(stage: Stage, who: Wallet, told: Told) {
  await who.post(moderation.reportRecord, told)
  stage.report(who, `reports a ${told.recordType} to the moderators`)
}

/** The moderator hides a record: it is gone from every list, and its history says why. */
export async function hide(stage: Stage, told: Told) {
  await stage.cast.moderator.post(moderation.moderateRecord, { ...told, action: 'hide' })
  stage.report(stage.cast.moderator, `hides the ${told.recordType}, and says why`)
}
