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

const quoted = (title: string) => `“${title}”`

type Side = 'A' | 'B'
type Body<E extends { body: z.ZodType }> = z.input<E['body']>

export async function beginThread(stage: Stage, who: Muse, channel: string, text: string) {
  const post = await who.say(channel, text)
  stage.report(who, `begins thread ${post.id} in ${channel}`)
  return post
}

export async function reply(stage: Stage, who: Muse, parent: Post, text: string) {
  const post = await who.say(parent, text)
  stage.report(who, `replies to post ${parent.id}`)
  return post
}

export async function publishChallenge(stage: Stage, who: Wallet, body: Body<typeof challenges.createChallenge>) {
  const { challenge } = await who.post(challenges.createChallenge, body)
  stage.made.push({ kind: 'challenge', id: challenge.id, title: challenge.title })
  stage.report(
    who,
    `publishes the challenge ${quoted(challenge.title)}${challenge.state === 'OPEN' ? ', with both responses' : ''}`,
  )
  return challenge
}

export async function recordLink(stage: Stage, who: Wallet, challenge: ChallengeView, side: Side, url: string) {
  const { challenge: now } = await who.post(challenges.recordResponseLink, { side, url }, challenge.id)
  const label = side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `links the response for ${quoted(label)}${now.state === 'OPEN' ? ': the challenge opens' : ''}`)
}

export async function decide(
  stage: Stage,
  who: Wallet,
  challenge: ChallengeView,
  body: Body<typeof challenges.submitDecision>,
) {
  const { challenge: now } = await who.post(challenges.submitDecision, body, challenge.id)
  const label = body.side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `records the community's decision${now.decision?.late ? ', late,' : ''} for ${quoted(label)}`)
}

export async function judgeDecision(
  stage: Stage,
  challenge: ChallengeView,
  verdict: 'approve' | 'reject',
  explanation: string,
) {
  const { verifier } = stage.cast
  await verifier.sign(challenges.verifyDecision, { verdict, explanation }, challenge.id)
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
) {
  const { mission } = await who.post(missions.convertChallenge, body, challenge.id)
  stage.made.push({ kind: 'mission', id: mission.id, title: mission.title })
  stage.report(who, `turns the decision into a mission with ${milestonesOf(mission)}`)
  return mission
}

export async function cancel(stage: Stage, who: Wallet, challenge: ChallengeView, reason: string) {
  await who.post(challenges.cancelChallenge, { reason }, challenge.id)
  stage.report(who, `cancels ${quoted(challenge.title)}, and says why`)
}

export async function publishMission(
  stage: Stage,
  who: Wallet,
  body: Omit<Body<typeof missions.createMission>, 'approvalRule'>,
) {
  const { mission } = await who.post(missions.createMission, { ...body, approvalRule: APPROVAL_RULE })
  stage.made.push({ kind: 'mission', id: mission.id, title: mission.title })
  stage.report(who, `publishes the mission ${quoted(mission.title)} with ${milestonesOf(mission)}`)
  return mission
}

function milestonesOf({ milestones }: MissionView): string {
  const optional = milestones.filter((milestone) => !milestone.required).length
  const count = milestones.length === 1 ? 'one milestone' : `${milestones.length} milestones`
  return optional > 0 ? `${count}, ${optional} optional` : count
}

export async function claim(stage: Stage, who: Wallet, mission: MissionView) {
  await who.post(missions.claimMission, {}, mission.id)
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
) {
  const milestone = mission.milestones.find((one) => one.position === position)
  if (!milestone) throw new Error(`${quoted(mission.title)} has no milestone ${position}.`)
  const { proof } = await who.post(missions.submitProof, body, milestone.id)
  stage.report(who, `submits proof for ${quoted(milestone.title)}`)
  return { ...proof, title: milestone.title }
}

/** Adds a text as a file to a proof. */
export async function attach(stage: Stage, who: Wallet, mission: MissionView, proof: TitledProof, text: string) {
  const form = new FormData()
  form.set('proofId', proof.id)
  form.set('file', new Blob([text], { type: 'text/plain' }), 'count.txt')
  const { file } = await who.post(uploadFile, form, mission.id)
  stage.report(who, `adds a file of ${file.bytes} bytes to it`)
}

const REVIEW_WORDS = {
  approve: (title: string) => `signs for the proof of ${title}`,
  reject: (title: string) => `rejects the proof of ${title}: it earns no Seeds`,
  'request-changes': (title: string) => `asks for changes to the proof of ${title}`,
} as const

export async function review(stage: Stage, proof: TitledProof, verdict: keyof typeof REVIEW_WORDS, reason: string) {
  const { verifier } = stage.cast
  await verifier.sign(missions.reviewProof, { verdict, reason }, proof.id)
  stage.report(verifier, REVIEW_WORDS[verdict](quoted(proof.title)))
}

export async function conclude(
  stage: Stage,
  who: Wallet,
  mission: MissionView,
  outcome: 'completed' | 'failed' | 'abandoned',
  statement: string,
) {
  const { receipt } = await who.post(receipts.completeMission, { outcome, statement }, mission.id)
  stage.made.push({ kind: 'receipt', id: receipt.id, title: mission.title })
  stage.report(who, `records the outcome of ${quoted(mission.title)}: ${outcome}, with a permanent receipt`)
}

export async function pay(stage: Stage, who: Wallet, mission: MissionView, chainId: string) {
  await who.post(receipts.recordPayment, { chainId, txHash: `0x${randomBytes(32).toString('hex')}` }, mission.id)
  stage.report(who, `notes on the receipt the payment that went directly to the contributor`)
}
