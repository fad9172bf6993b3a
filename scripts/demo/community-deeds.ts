import type { ChallengeView } from '@/lib/challenges/schemas'
import * as community from '@/lib/community/contract'
import type { DiscussionView, OutboxItemView } from '@/lib/community/schemas'
import * as muses from '@/lib/muses/contract'
import type { Muse, Post } from './community'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do between the service and the community, one printed line each.

const at = (path: string, id: string, proposalId = '') => path.replace('{id}', id).replace('{pid}', proposalId)

/** Says where a challenge is discussed, and imports what was replied so far. */
export async function linkThread(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  thread: Post,
): Promise<DiscussionView> {
  const { returns, path } = community.linkDiscussion
  await who.post(returns, at(path, challenge.id), { channel: thread.channel, originPostUrl: thread.url })
  stage.report(who, `links thread ${thread.id} to “${challenge.title}”`)
  return importReplies(stage, who, challenge)
}

export async function importReplies(stage: Stage, who: Wallet, challenge: ChallengeView): Promise<DiscussionView> {
  const { returns, path } = community.syncDiscussion
  const discussion = await who.post(returns, at(path, challenge.id), {})
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
): Promise<void> {
  const { returns, path } = community.acceptProposal
  const proposal = proposalOf(discussion, reply)
  await who.post(returns, at(path, challenge.id, proposal.id), { side })
  const label = side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `accepts ${proposal.authorName}'s reply as the response for “${label}”`)
}

export async function rejectProposal(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  discussion: DiscussionView,
  reply: Post,
): Promise<void> {
  const { returns, path } = community.rejectProposal
  const proposal = proposalOf(discussion, reply)
  await who.post(returns, at(path, challenge.id, proposal.id), {})
  stage.report(who, `rejects ${proposal.authorName}'s reply; it stays on record`)
}

/** Links a Muse to a wallet: the Muse signs the service's message with its own key. */
export async function linkMuse(stage: Stage, who: Wallet, muse: Muse): Promise<void> {
  const { startMuseLink: start, verifyMuseLink: verify } = muses
  const asked = { museId: muse.museId, method: 'ed25519-challenge' }
  const { nonce, message } = await who.post(start.returns, start.path, asked)
  await who.post(verify.returns, verify.path, { nonce, signature: await muse.sign(message ?? '') })
  stage.report(who, `links the Muse ${muse.name}, which signs for it with its own key`)
}

type About = { challengeId: string } | { missionId: string }

/** Queues a post of the service: its exact payload waits for a moderator. */
export async function queuePost(
  stage: Stage,
  who: Wallet,
  kind: 'announce' | 'receipt',
  about: About & { channel?: string },
): Promise<OutboxItemView> {
  const { returns, path } = community.queuePlatformPost
  const { item } = await who.post(returns, path, { kind, ...about })
  stage.report(who, `asks for ${kind === 'announce' ? 'an announcement' : 'a post of the receipt'} in ${item.channel}`)
  return item
}

/** @throws Error when the approved post did not leave. */
export async function approvePost(stage: Stage, who: Wallet, { id, payloadHash }: OutboxItemView): Promise<void> {
  const { returns, path } = community.approvePlatformPost
  const { item } = await who.post(returns, at(path, id), { payloadHash })
  if (item.state !== 'sent') throw new Error(`An approved post is ${item.state}: is publishing off?`)
  stage.report(who, `approves the exact payload, and it is sent as post ${item.postId}`)
}
