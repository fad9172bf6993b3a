import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor } from '@/tests/support/client'
import { decidedChallenge, provenMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier, admin] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.admin(),
  ])
})
afterAll(() => world.close())

async function reviewed(page: { limit: number; cursor?: string } = { limit: 20 }) {
  const { listReviewsBy } = await import('@/lib/review/signed')
  return listReviewsBy(verifier.address, page)
}

test('a wallet’s signed reviews are listed newest first, each with its record, page by page and without what is hidden', async () => {
  const challenge = await decidedChallenge(world, owner)
  const decision = { verdict: 'reject', explanation: 'The thread is still open.' }
  await verifier.signed(`/api/v1/challenges/${challenge.id}/verify-decision`, decision)
  const { mission, proof } = await provenMission(owner, contributor)
  const review = { verdict: 'request-changes', reason: 'Add a date.' }
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, review)
  const project = await seedMission(owner)
  const verification = { verdict: 'approve', reason: 'What was promised is public.' }
  const at = `/api/projects/${project.id}/verifications`
  const { body: step } = await verifier.post(`${at}/prepare`, verification)
  const signature = await verifier.account.signMessage({ message: step.message })
  expect((await verifier.post(at, { nonce: step.nonce, signature })).status).toBe(201)

  const { reviews, nextCursor } = await reviewed()
  expect(nextCursor).toBeNull()
  expect(reviews).toMatchObject([
    { kind: 'project', recordId: project.id, title: project.title, detail: null, words: verification.reason },
    { kind: 'proof', recordId: mission.id, detail: mission.milestones[0].title, verdict: 'request-changes' },
    {
      kind: 'decision',
      recordId: challenge.id,
      title: challenge.title,
      verdict: 'reject',
      words: decision.explanation,
    },
  ])
  expect(reviews.every((item) => item.verifier === verifier.address)).toBe(true)

  const first = await reviewed({ limit: 2 })
  const second = await reviewed({ limit: 2, cursor: first.nextCursor ?? undefined })
  expect([...first.reviews, ...second.reviews]).toEqual(reviews)
  expect(second.nextCursor).toBeNull()

  const kinds = async () => (await reviewed()).reviews.map(({ kind }) => kind)
  await done(hide(admin, 'proof', proof.id))
  expect(await kinds()).toEqual(['project', 'decision'])
  await done(hide(admin, 'challenge', challenge.id))
  expect(await kinds()).toEqual(['project'])
  await done(hide(admin, 'mission', project.id))
  expect(await kinds()).toEqual([])
  await done(restore(admin, 'proof', proof.id))
  expect(await kinds()).toEqual(['proof'])
})
