import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, claimedProject, decisionBody, evidenceBody, project, readProject } from '@/tests/api/legacy/project-story'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor } from '@/tests/support/client'
import { created } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let reviewer: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, reviewer] = await Promise.all([world.wallet(), world.wallet(), world.wallet()])
})
afterAll(() => world.close())

test.each(['approve', 'reject'])('a named reviewer decides to %s, and nothing is verified by it', async (verdict) => {
  const { id } = await claimedProject(owner, contributor)
  const { decision } = await created(reviewer.post(at(id, 'decisions'), decisionBody({ verdict })))
  expect(decision).toEqual({
    id: expect.any(String),
    verdict,
    reason: 'The plan is clear.',
    reviewerName: 'Ada',
    decidedBy: reviewer.address,
    decidedAt: expect.any(String),
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    signed: false,
    verification: null,
  })
  const { state, milestones, proofs, seeds } = await readProject(world, id)
  expect([state, milestones.some(({ verified }: { verified: boolean }) => verified), proofs, seeds]).toEqual([
    'CLAIMED',
    false,
    [],
    [],
  ])
})

test('the owner and the contributor cannot decide, nor a designated contributor', async () => {
  const claimed = await claimedProject(owner, contributor)
  const reserved = await project(owner, { contributorWallet: contributor.address })
  for (const { id } of [claimed, reserved]) {
    for (const who of [owner, contributor]) expectRefused(await who.post(at(id, 'decisions'), decisionBody()), 403)
    expect((await readProject(world, id)).decisions).toEqual([])
  }
})

test('whoever may not decide is told so even when the project has ended', async () => {
  const { id } = await claimedProject(owner, contributor)
  await created(owner.post(at(id, 'outcome'), { outcome: 'abandoned', statement: 'Over.' }))
  expectRefused(await contributor.post(at(id, 'decisions'), decisionBody()), 403)
  expectRefused(await reviewer.post(at(id, 'decisions'), decisionBody()), 409)
})

test('a verifier decides here as anybody does: without a signature', async () => {
  const { id } = await project(owner)
  const verifier = await world.verifier()
  const { decision } = await created(verifier.post(at(id, 'decisions'), decisionBody()))
  expect([decision.signed, decision.verification]).toEqual([false, null])
})

test('a reviewer decides once about the same, and again when there is something new to judge', async () => {
  const { id } = await project(owner)
  const first = await created(reviewer.post(at(id, 'decisions'), decisionBody({ verdict: 'reject' })))
  expectRefused(
    await reviewer.post(at(id, 'decisions'), decisionBody({ verdict: 'approve', reviewerName: 'Eve' })),
    409,
  )
  await created(owner.post(at(id, 'evidence'), evidenceBody()))
  const second = await created(reviewer.post(at(id, 'decisions'), decisionBody()))
  expect(second.decision.contentHash).not.toBe(first.decision.contentHash)
  expect((await readProject(world, id)).decisions).toEqual([first.decision, second.decision])
})

test.each<[string, object]>([
  ['verdict', { verdict: undefined }],
  ['verdict', { verdict: 'request-changes' }],
  ['verdict', { verdict: true }],
  ['reason', { reason: undefined }],
  ['reason', { reason: '' }],
  ['reason', { reason: 'x'.repeat(2001) }],
  ['reviewerName', { reviewerName: undefined }],
  ['reviewerName', { reviewerName: ' ' }],
  ['reviewerName', { reviewerName: 'x'.repeat(81) }],
  ['reviewerName', { reviewerName: 'two\nlines' }],
])('a decision is refused that names %s wrongly: %j', async (field, over) => {
  const { id } = await project(owner)
  expectRefused(await reviewer.post(at(id, 'decisions'), decisionBody(over)), 400, field)
})
