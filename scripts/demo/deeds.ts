import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import * as challenges from '@/lib/challenges/contract'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { uploadFile } from '@/lib/evidence/contract'
import * as missions from '@/lib/missions/contract'
import { APPROVAL_RULE, type MissionView, type ProofView } from '@/lib/missions/schemas'
import * as receipts from '@/lib/receipts/contract'
import type { Muse, Post } from './community'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do, one request (or two, where they sign) and one printed line each.

const at = (path: string, id: string) => path.replace('{id}', id)
const quoted = (title: string) => `“${title}”`

type Side = 'A' | 'B'
type Body<E extends { body: z.ZodType }> = z.input<E['body']>

/** Begins a thread in the community. */
export async function beginThread(stage: Stage, who: Muse, channel: string, text: string): Promise<Post> {
  const post = await who.say(channel, text)
  stage.report(who, `begins thread ${post.id} in ${channel}`)
  return post
}

export async function reply(stage: Stage, who: Muse, parent: Post, text: string): Promise<Post> {
  const post = await who.say(parent, text)
  stage.report(who, `replies to post ${parent.id}`)
  return post
}

export async function publishChallenge(
  stage: Stage,
  who: Wallet,
  body: Body<typeof challenges.createChallenge>,
): Promise<ChallengeView> {
  const { returns, path } = challenges.createChallenge
  const { challenge } = await who.post(returns, path, body)
  stage.made.push({ kind: 'challenge', id: challenge.id, title: challenge.title })
  stage.report(
    who,
    `publishes the challenge ${quoted(challenge.title)}${challenge.state === 'OPEN' ? ', with both responses' : ''}`,
  )
  return challenge
}

export async function recordLink(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  side: Side,
  url: string,
): Promise<void> {
  const { returns, path } = challenges.recordResponseLink
  const { challenge: now } = await who.post(returns, at(path, challenge.id), { side, url })
  const label = side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `links the response for ${quoted(label)}${now.state === 'OPEN' ? ': the challenge opens' : ''}`)
}

export async function decide(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  body: Body<typeof challenges.submitDecision>,
): Promise<void> {
  const { returns, path } = challenges.submitDecision
  const { challenge: now } = await who.post(returns, at(path, challenge.id), body)
  const label = body.side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `records the community's decision${now.decision?.late ? ', late,' : ''} for ${quoted(label)}`)
}

export async function judgeDecision(
  stage: Stage,
  challenge: ChallengeView,
  verdict: 'approve' | 'reject',
  explanation: string,
): Promise<void> {
  const { returns, path } = challenges.verifyDecision
  const { verifier } = stage.cast
  await verifier.sign(returns, at(path, challenge.id), { verdict, explanation })
  stage.report(
    verifier,
    `${verdict === 'approve' ? 'signs for' : 'rejects'} the decision on ${quoted(challenge.title)}`,
  )
}

export async function convert(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  body: Body<typeof missions.convertChallenge>,
): Promise<MissionView> {
  const { returns, path } = missions.convertChallenge
  const { mission } = await who.post(returns, at(path, challenge.id), body)
  stage.made.push({ kind: 'mission', id: mission.id, title: mission.title })
  stage.report(who, `turns the decision into a mission with ${milestonesOf(mission)}`)
  return mission
}

export async function cancel(stage: Stage, who: Wallet, challenge: ChallengeView, reason: string): Promise<void> {
  const { returns, path } = challenges.cancelChallenge
  await who.post(returns, at(path, challenge.id), { reason })
  stage.report(who, `cancels ${quoted(challenge.title)}, and says why`)
}

export async function publishMission(
  stage: Stage,
  who: Wallet,
  body: Omit<Body<typeof missions.createMission>, 'approvalRule'>,
): Promise<MissionView> {
  const { returns, path } = missions.createMission
  const { mission } = await who.post(returns, path, { ...body, approvalRule: APPROVAL_RULE })
  stage.made.push({ kind: 'mission', id: mission.id, title: mission.title })
  stage.report(who, `publishes the mission ${quoted(mission.title)} with ${milestonesOf(mission)}`)
  return mission
}

function milestonesOf({ milestones }: MissionView): string {
  const optional = milestones.filter((milestone) => !milestone.required).length
  const count = milestones.length === 1 ? 'one milestone' : `${milestones.length} milestones`
  return optional > 0 ? `${count}, ${optional} optional` : count
}

export async function claim(stage: Stage, who: Wallet, mission: MissionView): Promise<void> {
  const { returns, path } = missions.claimMission
  await who.post(returns, at(path, mission.id), {})
  stage.report(who, `claims ${quoted(mission.title)}`)
}

/** A proof with the title of the milestone that it is for. */
type TitledProof = ProofView & { readonly title: string }

/** @param position the milestone's place among the mission's, from 1. */
export async function prove(
  stage: Stage,
  who: Wallet,
  mission: MissionView,
  position: number,
  body: Body<typeof missions.submitProof>,
): Promise<TitledProof> {
  const { returns, path } = missions.submitProof
  const milestone = mission.milestones.find((one) => one.position === position)
  if (!milestone) throw new Error(`${quoted(mission.title)} has no milestone ${position}.`)
  const { proof } = await who.post(returns, at(path, milestone.id), body)
  stage.report(who, `submits proof for ${quoted(milestone.title)}`)
  return { ...proof, title: milestone.title }
}

/** Adds a text as a file to a proof. */
export async function attach(
  stage: Stage,
  who: Wallet,
  mission: MissionView,
  proof: TitledProof,
  text: string,
): Promise<void> {
  const { returns, path } = uploadFile
  const form = new FormData()
  form.set('proofId', proof.id)
  form.set('file', new Blob([text], { type: 'text/plain' }), 'count.txt')
  const { file } = await who.upload(returns, at(path, mission.id), form)
  stage.report(who, `adds a file of ${file.bytes} bytes to it`)
}

const REVIEW_WORDS = {
  approve: (title: string) => `signs for the proof of ${title}`,
  reject: (title: string) => `rejects the proof of ${title}: it earns no Seeds`,
  'request-changes': (title: string) => `asks for changes to the proof of ${title}`,
} as const

export async function review(
  stage: Stage,
  proof: TitledProof,
  verdict: keyof typeof REVIEW_WORDS,
  reason: string,
): Promise<void> {
  const { returns, path } = missions.reviewProof
  const { verifier } = stage.cast
  await verifier.sign(returns, at(path, proof.id), { verdict, reason })
  stage.report(verifier, REVIEW_WORDS[verdict](quoted(proof.title)))
}

export async function conclude(
  stage: Stage,
  who: Wallet,
  mission: MissionView,
  outcome: 'completed' | 'failed' | 'abandoned',
  statement: string,
): Promise<void> {
  const { returns, path } = receipts.completeMission
  const { receipt } = await who.post(returns, at(path, mission.id), { outcome, statement })
  stage.made.push({ kind: 'receipt', id: receipt.id, title: mission.title })
  stage.report(who, `records the outcome of ${quoted(mission.title)}: ${outcome}, with a permanent receipt`)
}

export async function pay(stage: Stage, who: Wallet, mission: MissionView, chainId: string): Promise<void> {
  const { returns, path } = receipts.recordPayment
  await who.post(returns, at(path, mission.id), { chainId, txHash: `0x${randomBytes(32).toString('hex')}` })
  stage.report(who, `notes on the receipt the payment that went directly to the contributor`)
}
