import { expect } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { speakAt } from '@/tests/support/sandbox'
import { sharedService } from '@/tests/support/shared-service'
import { created, dayFromNow, missionBody } from '@/tests/support/story'

// Projects for the tests of pages, each from a post that stands in the sandbox community.

/** Posts in the sandbox. @returns the public address of the post. */
export async function postedAt(text: string, name = 'Heron'): Promise<string> {
  const platform = speakAt(sharedService().community)
  const id = await platform.post(await platform.muse(name), { text, channel: 'garden' })
  return platform.url(id, 'garden')
}

/** `SEED`, created from a post of the sandbox. */
export async function createdProject(owner: Actor, over: Record<string, unknown> = {}): Promise<Json> {
  const sourceUrl = await postedAt('The fence by the pond has come down. Who mends it?')
  const body = missionBody({ title: 'Mend the fence by the pond', deadline: dayFromNow(60), sourceUrl, ...over })
  return (await created(owner.post('/api/projects', body))).project
}

/** A project that holds something of every kind. */
export async function fullProject(owner: Actor, helper: Actor, verifier: Actor): Promise<Json> {
  const project = await createdProject(owner)
  const at = `/api/projects/${project.id}`
  const explorer = `https://basescan.org/tx/0x${project.id.replaceAll('-', '').repeat(2)}`
  await created(
    helper.post(`${at}/commitments`, {
      kind: 'work',
      description: 'Two Saturdays of work.',
      amount: '12',
      currency: 'hours',
    }),
  )
  await created(
    helper.post(`${at}/funding`, {
      transactionUrl: explorer,
      amount: '40',
      currency: 'USDC',
      note: 'Paid for the boards.',
    }),
  )
  await created(
    helper.post(`${at}/evidence`, { kind: 'Deliverable', url: 'https://example.org/fence', note: 'The posts stand.' }),
  )
  const opinion = { verdict: 'approve', reason: 'The children play there.', reviewerName: 'Ada' }
  await created(helper.post(`${at}/decisions`, opinion))
  await created(owner.post(`${at}/milestones`, { title: 'The gate is painted', required: false }))
  await signedDecision(verifier, project.id)
  return project
}

/** A verifier's decision on a project, signed through both steps. */
async function signedDecision(verifier: Actor, projectId: string): Promise<Json> {
  const at = `/api/projects/${projectId}/verifications`
  const prepared = await verifier.post(`${at}/prepare`, { verdict: 'approve', reason: 'It is what was asked for.' })
  expect(prepared.status, prepared.text).toBe(200)
  const { nonce, message } = prepared.body
  const signature = await verifier.account.signMessage({ message })
  return (await created(verifier.post(at, { nonce, signature }))).decision
}
