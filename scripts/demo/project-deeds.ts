import type { z } from 'zod'
import type { MissionView } from '@/lib/missions/schemas'
import * as projects from '@/lib/projects/contract'
import type { CommitmentView, EvidenceView, ProjectView } from '@/lib/projects/schemas'
import { prepareVerification, recordVerification } from '@/lib/projects/verification-contract'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do on a project, through the earlier interface. A project is a mission, under the same id.

const at = (path: string, id: string) => path.replace('{id}', id)
const quoted = (title: string) => `“${title}”`
type Body<E extends { body: z.ZodType }> = z.input<E['body']>

export async function createProject(
  stage: Stage,
  who: Wallet,
  body: Body<typeof projects.createProject>,
): Promise<ProjectView> {
  const { returns, path } = projects.createProject
  const { project } = await who.post(returns, path, body)
  stage.made.push({ kind: 'mission', id: project.id, title: project.title })
  stage.report(who, `creates the project ${quoted(project.title)} from a post`)
  return project
}

export async function commit(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.makeCommitment>,
): Promise<CommitmentView> {
  const { returns, path } = projects.makeCommitment
  const { commitment } = await who.post(returns, at(path, id), body)
  stage.report(who, `pledges ${body.kind} for ${quoted(title)}`)
  return commitment
}

export async function fund(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.recordFunding>,
): Promise<void> {
  await who.post(projects.recordFunding.returns, at(projects.recordFunding.path, id), body)
  stage.report(who, `records a transaction that funds ${quoted(title)}`)
}

export async function bringEvidence(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.addEvidence>,
): Promise<EvidenceView> {
  const { returns, path } = projects.addEvidence
  const { evidenceItem } = await who.post(returns, at(path, id), body)
  stage.report(who, `adds evidence to ${quoted(title)}`)
  return evidenceItem
}

export async function decideUnderAName(
  stage: Stage,
  who: Wallet,
  { id, title }: MissionView,
  body: Body<typeof projects.decideProject>,
): Promise<void> {
  await who.post(projects.decideProject.returns, at(projects.decideProject.path, id), body)
  stage.report(
    who,
    `speaks ${body.verdict === 'approve' ? 'for' : 'against'} ${quoted(title)}, as ${body.reviewerName}`,
  )
}

/** The verifier signs: the message at one path, the signature at another. */
export async function signDecision(
  stage: Stage,
  { id, title }: MissionView,
  body: Body<typeof prepareVerification>,
): Promise<void> {
  const { verifier } = stage.cast
  const prepared = await verifier.post(prepareVerification.returns, at(prepareVerification.path, id), body)
  const signature = await verifier.signText(prepared.message)
  const { returns, path } = recordVerification
  await verifier.post(returns, at(path, id), { nonce: prepared.nonce, signature })
  stage.report(verifier, `signs ${body.verdict === 'approve' ? 'for' : 'against'} ${quoted(title)}`)
}
