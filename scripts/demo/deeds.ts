import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@/client/src/api'
import type { Challenge, Mission, Proof } from '@/client/src/generated/types'
import { APPROVAL_RULE } from '@/lib/missions/schemas'
import type { Muse, Post } from './community'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do, one call and one printed line each.

const quoted = (title: string) => `“${title}”`

type Side = 'A' | 'B'

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

export async function publishChallenge(stage: Stage, who: Wallet, body: BodyOf<'createChallenge'>) {
  const { challenge } = await (await who.client()).createChallenge({ body })
  stage.made.push({ kind: 'challenge', id: challenge.id, title: challenge.title })
  stage.report(
    who,
    `publishes the challenge ${quoted(challenge.title)}${challenge.state === 'OPEN' ? ', with both responses' : ''}`,
  )
  return challenge
}

export async function recordLink(stage: Stage, who: Wallet, challenge: Challenge, side: Side, url: string) {
  const { challenge: now } = await (await who.client()).recordResponseLink({
    params: { id: challenge.id },
    body: { side, url },
  })
  const label = side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `links the response for ${quoted(label)}${now.state === 'OPEN' ? ': the challenge opens' : ''}`)
}

export async function decide(stage: Stage, who: Wallet, challenge: Challenge, body: BodyOf<'submitDecision'>) {
  const { challenge: now } = await (await who.client()).submitDecision({ params: { id: challenge.id }, body })
  const label = body.side === 'A' ? challenge.contenderA : challenge.contenderB
  stage.report(who, `records the community's decision${now.decision?.late ? ', late,' : ''} for ${quoted(label)}`)
}

export async function judgeDecision(
  stage: Stage,
  challenge: Challenge,
  verdict: 'approve' | 'reject',
  explanation: string,
) {
  const { verifier } = stage.cast
  await (await verifier.client()).verifyDecision({ params: { id: challenge.id }, body: { verdict, explanation } })
  stage.report(
    verifier,
    `${verdict === 'approve' ? 'signs for' : 'rejects'} the decision on ${quoted(challenge.title)}`,
  )
}

export async function convert(stage: Stage, who: Wallet, challenge: Challenge, body: BodyOf<'convertChallenge'>) {
  const { mission } = await (await who.client()).convertChallenge({ params: { id: challenge.id }, body })
  stage.made.push({ kind: 'mission', id: mission.id, title: mission.title })
  stage.report(who, `turns the decision into a mission with ${milestonesOf(mission)}`)
  return mission
}

export async function cancel(stage: Stage, who: Wallet, challenge: Challenge, reason: string) {
  await (await who.client()).cancelChallenge({ params: { id: challenge.id }, body: { reason } })
  stage.report(who, `cancels ${quoted(challenge.title)}, and says why`)
}

export async function publishMission(stage: Stage, who: Wallet, body: Omit<BodyOf<'createMission'>, 'approvalRule'>) {
  const { mission } = await (await who.client()).createMission({ body: { ...body, approvalRule: APPROVAL_RULE } })
  stage.made.push({ kind: 'mission', id: mission.id, title: mission.title })
  stage.report(who, `publishes the mission ${quoted(mission.title)} with ${milestonesOf(mission)}`)
  return mission
}

function milestonesOf({ milestones }: Mission): string {
  const optional = milestones.filter((milestone) => !milestone.required).length
  const count = milestones.length === 1 ? 'one milestone' : `${milestones.length} milestones`
  return optional > 0 ? `${count}, ${optional} optional` : count
}

export async function claim(stage: Stage, who: Wallet, mission: Mission) {
  await (await who.client()).claimMission({ params: { id: mission.id } })
  stage.report(who, `claims ${quoted(mission.title)}`)
}

/** A proof with the title of the milestone that it is for. */
type TitledProof = Proof & { readonly title: string }

/** @param position the milestone's place among the mission's, from 1. */
export async function prove(
  stage: Stage,
  who: Wallet,
  mission: Mission,
  position: number,
  body: BodyOf<'submitProof'>,
) {
  const milestone = mission.milestones.find((one) => one.position === position)
  if (!milestone) throw new Error(`${quoted(mission.title)} has no milestone ${position}.`)
  const { proof } = await (await who.client()).submitProof({ params: { id: milestone.id }, body })
  stage.report(who, `submits proof for ${quoted(milestone.title)}`)
  return { ...proof, title: milestone.title }
}

/** Adds a text as a file to a proof. */
export async function attach(stage: Stage, who: Wallet, mission: Mission, proof: TitledProof, text: string) {
  const file = new Blob([text], { type: 'text/plain' })
  await (await who.client()).uploadFile({ params: { id: mission.id }, body: { file, proofId: proof.id } })
  stage.report(who, `adds a file of ${file.size} bytes to it`)
}

const REVIEW_WORDS = {
  approve: (title: string) => `signs for the proof of ${title}`,
  reject: (title: string) => `rejects the proof of ${title}: it earns no Seeds`,
  'request-changes': (title: string) => `asks for changes to the proof of ${title}`,
} as const

export async function review(stage: Stage, proof: TitledProof, verdict: keyof typeof REVIEW_WORDS, reason: string) {
  const { verifier } = stage.cast
  await (await verifier.client()).reviewProof({ params: { id: proof.id }, body: { verdict, reason } })
  stage.report(verifier, REVIEW_WORDS[verdict](quoted(proof.title)))
}

export async function conclude(
  stage: Stage,
  who: Wallet,
  mission: Mission,
  outcome: 'completed' | 'failed' | 'abandoned',
  statement: string,
) {
  const { receipt } = await (await who.client()).completeMission({
    params: { id: mission.id },
    body: { outcome, statement },
  })
  stage.made.push({ kind: 'receipt', id: receipt.id, title: mission.title })
  stage.report(who, `records the outcome of ${quoted(mission.title)}: ${outcome}, with a permanent receipt`)
}

export async function pay(stage: Stage, who: Wallet, mission: Mission, chainId: string) {
  await (await who.client()).recordPayment({
    params: { id: mission.id },
    body: { chainId, txHash: `0x${randomBytes(32).toString('hex')}` },
  })
  stage.report(who, `notes on the receipt the payment that went directly to the contributor`)
}
