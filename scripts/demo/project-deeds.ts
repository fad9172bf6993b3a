import type { z } from 'zod'
import type { MissionView } from '@/lib/missions/schemas'
import * as projects from '@/lib/projects/contract'
import { prepareVerification, recordVerification } from '@/lib/projects/verification-contract'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do on a project, through the earlier interface. A project is a mission, under the same id.

const quoted = (title: string) => `“${title}”`
type Body<E extends { body: z.ZodType }> = z.input<E['body']>

export async function createProject(stage: Stage, who: Wallet, body: Body<typeof projects.createProject>) {
  const { project } = await who.post(projects.createProject, body)
  stage.made.push({ kind: 'mission', id: project.id, title: project.title })
  stage.report(who, `creates the project ${quoted(project.title)} from a post`)
  return project
}

export async function commit(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.makeCommitment>,
) {
  const { commitment } = await who.post(projects.makeCommitment, body, id)
  stage.report(who, `pledges ${body.kind} for ${quoted(title)}`)
  return commitment
}

export async function fund(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.recordFunding>,
) {
  await who.post(projects.recordFunding, body, id)
  stage.report(who, `records a transaction that funds ${quoted(title)}`)
}

export async function bringEvidence(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.addEvidence>,
) {
  const { evidenceItem } = await who.post(projects.addEvidence, body, id)
  stage.report(who, `adds evidence to ${quoted(title)}`)
  return evidenceItem
}

export async function decideUnderAName(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.decideProject>,
) {
  await who.post(projects.decideProject, body, id)
  stage.report(
    who,
    `speaks ${body.verdict === 'approve' ? 'for' : 'against'} ${quoted(title)}, as ${body.reviewerName}`,
  )
}

/** The verifier signs: the message at one path, the signature at another. */
export async function signDecision(stage: Stage, { id, title }: MissionView, body: Body<typeof prepareVerification>) {
  const { verifier } = stage.cast
  const prepared = await verifier.post(prepareVerification, body, id)
  const signature = await verifier.signText(prepared.message)
  await verifier.post(recordVerification, { nonce: prepared.nonce, signature }, id)
  stage.report(verifier, `signs ${body.verdict === 'approve' ? 'for' : 'against'} ${quoted(title)}`)
}
