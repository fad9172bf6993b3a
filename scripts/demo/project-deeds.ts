import type { BodyOf } from '@/client/src/api'
import type { Mission } from '@/client/src/generated/types'
import type { Stage } from './stage'
import type { Wallet } from './wallet'

// What people do on a project, through the earlier interface. A project is a mission, under the same id.

const quoted = (title: string) => `“${title}”`

export async function createProject(stage: Stage, who: Wallet, body: BodyOf<'createProject'>) {
  const { project } = await (await who.client()).createProject({ body })
  stage.made.push({ kind: 'mission', id: project.id, title: project.title })
  stage.report(who, `creates the project ${quoted(project.title)} from a post`)
  return project
}

export async function commit(stage: Stage, who: Wallet, { id, title }: Mission, body: BodyOf<'makeCommitment'>) {
  const { commitment } = await (await who.client()).makeCommitment({ params: { id }, body })
  stage.report(who, `pledges ${body.kind} for ${quoted(title)}`)
  return commitment
}

export async function fund(stage: Stage, who: Wallet, { id, title }: Mission, body: BodyOf<'recordFunding'>) {
  await (await who.client()).recordFunding({ params: { id }, body })
  stage.report(who, `records a transaction that funds ${quoted(title)}`)
}

export async function bringEvidence(stage: Stage, who: Wallet, { id, title }: Mission, body: BodyOf<'addEvidence'>) {
  const { evidenceItem } = await (await who.client()).addEvidence({ params: { id }, body })
  stage.report(who, `adds evidence to ${quoted(title)}`)
  return evidenceItem
}

export async function decideUnderAName(
  stage: Stage,
  who: Wallet,
  { id, title }: Mission,
  body: BodyOf<'decideProject'>,
) {
  await (await who.client()).decideProject({ params: { id }, body })
  stage.report(
    who,
    `speaks ${body.verdict === 'approve' ? 'for' : 'against'} ${quoted(title)}, as ${body.reviewerName}`,
  )
}

/** The verifier signs: the message at one path, the signature at another. */
export async function signDecision(stage: Stage, { id, title }: Mission, body: BodyOf<'prepareVerification'>) {
  const { verifier } = stage.cast
  const prepared = await (await verifier.client()).prepareVerification({ params: { id }, body })
  const signature = await verifier.signText(prepared.message)
  await (await verifier.client()).recordVerification({ params: { id }, body: { nonce: prepared.nonce, signature } })
  stage.report(verifier, `signs ${body.verdict === 'approve' ? 'for' : 'against'} ${quoted(title)}`)
}
