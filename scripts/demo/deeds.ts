import { randomBytes } from 'node:crypto'
import type { BodyOf } from '@/client/src/api'
import type { Challenge, Mission, Proof } from '@/client/src/generated/types'
import { APPROVAL_RULE } from '@/lib/missions/schemas'
import type { Wallet } from './wallet'

const quoted = (title: string) => `“${title}”`

/** The label of a side's response, quoted. */
export const labelOf = (challenge: Challenge, side: 'A' | 'B') =>
  quoted(side === 'A' ? challenge.contenderA : challenge.contenderB)

function milestonesOf({ milestones }: Mission): string {
  const optional = milestones.filter((milestone) => !milestone.required).length
  const count = milestones.length === 1 ? 'one milestone' : `${milestones.length} milestones`
  return optional > 0 ? `${count}, ${optional} optional` : count
}

/** A proof with the title of its milestone. */
type TitledProof = Proof & { readonly title: string }

const REVIEW_WORDS = {
  approve: (title: string) => `signs for the proof of ${title}`,
  reject: (title: string) => `rejects the proof of ${title}: it earns no Seeds`,
  'request-changes': (title: string) => `asks for changes to the proof of ${title}`,
} as const

const direction = (verdict: string) => (verdict === 'approve' ? 'for' : 'against')

/** The actions of a wallet. Each makes one call and prints one line. */
export function deedsOf({ client, keep, report, signText }: Wallet) {
  return {
    async publishChallenge(body: BodyOf<'createChallenge'>) {
      const { challenge } = await (await client()).createChallenge({ body })
      keep('challenge', challenge)
      const opened = challenge.state === 'OPEN' ? ', with both responses' : ''
      report(`publishes the challenge ${quoted(challenge.title)}${opened}`)
      return challenge
    },

    async recordLink(challenge: Challenge, side: 'A' | 'B', url: string) {
      const { challenge: now } = await (await client()).recordResponseLink({
        params: { id: challenge.id },
        body: { side, url },
      })
      report(`links the response for ${labelOf(challenge, side)}${now.state === 'OPEN' ? ': the challenge opens' : ''}`)
    },

    async decide(challenge: Challenge, body: BodyOf<'submitDecision'>) {
      const { challenge: now } = await (await client()).submitDecision({ params: { id: challenge.id }, body })
      const late = now.decision?.late ? ', late,' : ''
      report(`records the community's decision${late} for ${labelOf(challenge, body.side)}`)
    },

    async judgeDecision(challenge: Challenge, verdict: 'approve' | 'reject', explanation: string) {
      await (await client()).verifyDecision({ params: { id: challenge.id }, body: { verdict, explanation } })
      report(`${verdict === 'approve' ? 'signs for' : 'rejects'} the decision on ${quoted(challenge.title)}`)
    },

    async convert(challenge: Challenge, body: BodyOf<'convertChallenge'>) {
      const { mission } = await (await client()).convertChallenge({ params: { id: challenge.id }, body })
      keep('mission', mission)
      report(`turns the decision into a mission with ${milestonesOf(mission)}`)
      return mission
    },

    async cancel(challenge: Challenge, reason: string) {
      await (await client()).cancelChallenge({ params: { id: challenge.id }, body: { reason } })
      report(`cancels ${quoted(challenge.title)}, and says why`)
    },

    async publishMission(body: Omit<BodyOf<'createMission'>, 'approvalRule'>) {
      const { mission } = await (await client()).createMission({ body: { ...body, approvalRule: APPROVAL_RULE } })
      keep('mission', mission)
      report(`publishes the mission ${quoted(mission.title)} with ${milestonesOf(mission)}`)
      return mission
    },

    async claim(mission: Mission) {
      await (await client()).claimMission({ params: { id: mission.id } })
      report(`claims ${quoted(mission.title)}`)
    },

    /** @param position of the milestone in the mission, from 1. */
    async prove(mission: Mission, position: number, body: BodyOf<'submitProof'>) {
      const milestone = mission.milestones.find((one) => one.position === position)
      if (!milestone) throw new Error(`${quoted(mission.title)} has no milestone ${position}.`)
      const { proof } = await (await client()).submitProof({ params: { id: milestone.id }, body })
      report(`submits proof for ${quoted(milestone.title)}`)
      return { ...proof, title: milestone.title }
    },

    /** Adds a text as a file to a proof. */
    async attach(mission: Mission, proof: TitledProof, text: string) {
      const file = new Blob([text], { type: 'text/plain' })
      await (await client()).uploadFile({ params: { id: mission.id }, body: { file, proofId: proof.id } })
      report(`adds a file of ${file.size} bytes to it`)
    },

    async review(proof: TitledProof, verdict: keyof typeof REVIEW_WORDS, reason: string) {
      await (await client()).reviewProof({ params: { id: proof.id }, body: { verdict, reason } })
      report(REVIEW_WORDS[verdict](quoted(proof.title)))
    },

    async conclude({ id, title }: Mission, outcome: 'completed' | 'failed' | 'abandoned', statement: string) {
      const { receipt } = await (await client()).completeMission({ params: { id }, body: { outcome, statement } })
      keep('receipt', { id: receipt.id, title })
      report(`records the outcome of ${quoted(title)}: ${outcome}, with a permanent receipt`)
    },

    async pay({ id }: Mission, chainId: string) {
      const txHash = `0x${randomBytes(32).toString('hex')}`
      await (await client()).recordPayment({ params: { id }, body: { chainId, txHash } })
      report('notes on the receipt the payment that went directly to the contributor')
    },

    // Actions on a project, through the earlier interface. A project is a mission with the same id.

    async createProject(body: BodyOf<'createProject'>) {
      const { project } = await (await client()).createProject({ body })
      keep('mission', project)
      report(`creates the project ${quoted(project.title)} from a post`)
      return project
    },

    async commit({ id, title }: Mission, body: BodyOf<'makeCommitment'>) {
      const { commitment } = await (await client()).makeCommitment({ params: { id }, body })
      report(`pledges ${body.kind} for ${quoted(title)}`)
      return commitment
    },

    async fund({ id, title }: Mission, body: BodyOf<'recordFunding'>) {
      await (await client()).recordFunding({ params: { id }, body })
      report(`records a transaction that funds ${quoted(title)}`)
    },

    async bringEvidence({ id, title }: Mission, body: BodyOf<'addEvidence'>) {
      const { evidenceItem } = await (await client()).addEvidence({ params: { id }, body })
      report(`adds evidence to ${quoted(title)}`)
      return evidenceItem
    },

    async decideUnderAName({ id, title }: Mission, body: BodyOf<'decideProject'>) {
      await (await client()).decideProject({ params: { id }, body })
      report(`speaks ${direction(body.verdict)} ${quoted(title)}, as ${body.reviewerName}`)
    },

    /** Signs a verification; message and signature have different paths. */
    async signDecision({ id, title }: Mission, body: BodyOf<'prepareVerification'>) {
      const { nonce, message } = await (await client()).prepareVerification({ params: { id }, body })
      const signature = await signText(message)
      await (await client()).recordVerification({ params: { id }, body: { nonce, signature } })
      report(`signs ${direction(body.verdict)} ${quoted(title)}`)
    },
  }
}
