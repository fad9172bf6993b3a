import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@/client/src/api'
import type { Challenge, Mission, Proof } from '@/client/src/generated/types'
import { APPROVAL_RULE } from '@/lib/missions/schemas'
import type { Post } from './community'
import type { MuseActor, WalletActor } from './stage'

// What people do, one call and one printed line each.

const quoted = (title: string) => `“${title}”`

/** The response's label of a side, quoted. */
export const labelOf = (challenge: Challenge, side: 'A' | 'B') =>
  quoted(side === 'A' ? challenge.contenderA : challenge.contenderB)

export async function beginThread(who: MuseActor, channel: string, text: string) {
  const post = await who.say(channel, text)
  who.report(`begins thread ${post.id} in ${channel}`)
  return post
}

export async function reply(who: MuseActor, parent: Post, text: string) {
  const post = await who.say(parent, text)
  who.report(`replies to post ${parent.id}`)
  return post
}

export async function publishChallenge(who: WalletActor, body: BodyOf<'createChallenge'>) {
  const { challenge } = await (await who.client()).createChallenge({ body })
  who.keep('challenge', challenge)
  const opened = challenge.state === 'OPEN' ? ', with both responses' : ''
  who.report(`publishes the challenge ${quoted(challenge.title)}${opened}`)
  return challenge
}

export async function recordLink(who: WalletActor, challenge: Challenge, side: 'A' | 'B', url: string) {
  const { challenge: now } = await (await who.client()).recordResponseLink({
    params: { id: challenge.id },
    body: { side, url },
  })
  who.report(`links the response for ${labelOf(challenge, side)}${now.state === 'OPEN' ? ': the challenge opens' : ''}`)
}

export async function decide(who: WalletActor, challenge: Challenge, body: BodyOf<'submitDecision'>) {
  const { challenge: now } = await (await who.client()).submitDecision({ params: { id: challenge.id }, body })
  const late = now.decision?.late ? ', late,' : ''
  who.report(`records the community's decision${late} for ${labelOf(challenge, body.side)}`)
}

export async function judgeDecision(
  who: WalletActor,
  challenge: Challenge,
  verdict: 'approve' | 'reject',
  explanation: string,
) {
  await (await who.client()).verifyDecision({ params: { id: challenge.id }, body: { verdict, explanation } })
  who.report(`${verdict === 'approve' ? 'signs for' : 'rejects'} the decision on ${quoted(challenge.title)}`)
}

export async function convert(who: WalletActor, challenge: Challenge, body: BodyOf<'convertChallenge'>) {
  const { mission } = await (await who.client()).convertChallenge({ params: { id: challenge.id }, body })
  who.keep('mission', mission)
  who.report(`turns the decision into a mission with ${milestonesOf(mission)}`)
  return mission
}

export async function cancel(who: WalletActor, challenge: Challenge, reason: string) {
  await (await who.client()).cancelChallenge({ params: { id: challenge.id }, body: { reason } })
  who.report(`cancels ${quoted(challenge.title)}, and says why`)
}

export async function publishMission(who: WalletActor, body: Omit<BodyOf<'createMission'>, 'approvalRule'>) {
  const { mission } = await (await who.client()).createMission({ body: { ...body, approvalRule: APPROVAL_RULE } })
  who.keep('mission', mission)
  who.report(`publishes the mission ${quoted(mission.title)} with ${milestonesOf(mission)}`)
  return mission
}

function milestonesOf({ milestones }: Mission): string {
  const optional = milestones.filter((milestone) => !milestone.required).length
  const count = milestones.length === 1 ? 'one milestone' : `${milestones.length} milestones`
  return optional > 0 ? `${count}, ${optional} optional` : count
}

export async function claim(who: WalletActor, mission: Mission) {
  await (await who.client()).claimMission({ params: { id: mission.id } })
  who.report(`claims ${quoted(mission.title)}`)
}

/** A proof with the title of the milestone that it is for. */
type TitledProof = Proof & { readonly title: string }

/** @param position the milestone's place among the mission's, from 1. */
export async function prove(who: WalletActor, mission: Mission, position: number, body: BodyOf<'submitProof'>) {
  const milestone = mission.milestones.find((one) => one.position === position)
  if (!milestone) throw new Error(`${quoted(mission.title)} has no milestone ${position}.`)
  const { proof } = await (await who.client()).submitProof({ params: { id: milestone.id }, body })
  who.report(`submits proof for ${quoted(milestone.title)}`)
  return { ...proof, title: milestone.title }
}

/** Adds a text as a file to a proof. */
export async function attach(who: WalletActor, mission: Mission, proof: TitledProof, text: string) {
  const file = new Blob([text], { type: 'text/plain' })
  await (await who.client()).uploadFile({ params: { id: mission.id }, body: { file, proofId: proof.id } })
  who.report(`adds a file of ${file.size} bytes to it`)
}

const REVIEW_WORDS = {
  approve: (title: string) => `signs for the proof of ${title}`,
  reject: (title: string) => `rejects the proof of ${title}: it earns no Seeds`,
  'request-changes': (title: string) => `asks for changes to the proof of ${title}`,
} as const

export async function review(who: WalletActor, proof: TitledProof, verdict: keyof typeof REVIEW_WORDS, reason: string) {
  await (await who.client()).reviewProof({ params: { id: proof.id }, body: { verdict, reason } })
  who.report(REVIEW_WORDS[verdict](quoted(proof.title)))
}

export async function conclude(
  who: WalletActor,
  { id, title }: Mission,
  outcome: 'completed' | 'failed' | 'abandoned',
  statement: string,
) {
  const { receipt } = await (await who.client()).completeMission({ params: { id }, body: { outcome, statement } })
  who.keep('receipt', { id: receipt.id, title })
  who.report(`records the outcome of ${quoted(title)}: ${outcome}, with a permanent receipt`)
}

export async function pay(who: WalletActor, { id }: Mission, chainId: string) {
  const txHash = `0x${randomBytes(32).toString('hex')}`
  await (await who.client()).recordPayment({ params: { id }, body: { chainId, txHash } })
  who.report('notes on the receipt the payment that went directly to the contributor')
}

// What people do on a project, through the earlier interface. A project is a mission, under the same id.

export async function createProject(who: WalletActor, body: BodyOf<'createProject'>) {
  const { project } = await (await who.client()).createProject({ body })
  who.keep('mission', project)
  who.report(`creates the project ${quoted(project.title)} from a post`)
  return project
}

export async function commit(who: WalletActor, { id, title }: Mission, body: BodyOf<'makeCommitment'>) {
  const { commitment } = await (await who.client()).makeCommitment({ params: { id }, body })
  who.report(`pledges ${body.kind} for ${quoted(title)}`)
  return commitment
}

export async function fund(who: WalletActor, { id, title }: Mission, body: BodyOf<'recordFunding'>) {
  await (await who.client()).recordFunding({ params: { id }, body })
  who.report(`records a transaction that funds ${quoted(title)}`)
}

export async function bringEvidence(who: WalletActor, { id, title }: Mission, body: BodyOf<'addEvidence'>) {
  const { evidenceItem } = await (await who.client()).addEvidence({ params: { id }, body })
  who.report(`adds evidence to ${quoted(title)}`)
  return evidenceItem
}

const direction = (verdict: string) => (verdict === 'approve' ? 'for' : 'against')

export async function decideUnderAName(who: WalletActor, { id, title }: Mission, body: BodyOf<'decideProject'>) {
  await (await who.client()).decideProject({ params: { id }, body })
  who.report(`speaks ${direction(body.verdict)} ${quoted(title)}, as ${body.reviewerName}`)
}

/** The verifier signs: the message at one path, the signature at another. */
export async function signDecision(who: WalletActor, { id, title }: Mission, body: BodyOf<'prepareVerification'>) {
  const { nonce, message } = await (await who.client()).prepareVerification({ params: { id }, body })
  const signature = await who.signText(message)
  await (await who.client()).recordVerification({ params: { id }, body: { nonce, signature } })
  who.report(`signs ${direction(body.verdict)} ${quoted(title)}`)
}
