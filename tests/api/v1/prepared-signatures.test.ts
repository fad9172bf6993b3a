import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyDecision } from '@/lib/challenges/contract'
import { reviewProof } from '@/lib/missions/contract'
import { recordVerification } from '@/lib/projects/verification-contract'
import type { PreparedView } from '@/lib/turns/schemas'
import { done, hide } from '@/tests/api/moderation/moderating'
import { type Actor, type Json, signIn } from '@/tests/support/client'
import { created, decidedChallenge, provenMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A text that was asked for in one browser waits for its signature in every other that the same wallet is signed in with.

const PATHS: Readonly<Record<PreparedView['operationId'], string>> = {
  verifyDecision: verifyDecision.path,
  reviewProof: reviewProof.path,
  recordVerification: recordVerification.path,
}

let world: World
let owner: Actor
let contributor: Actor
let desktop: Actor
let phone: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, desktop] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
  phone = await signIn(world.base, desktop.account)
})
afterAll(() => world.close())

const prepared = async (who: Actor): Promise<PreparedView[]> => (await who.get('/api/v1/me')).body.signatures
const ofRecord = async (who: Actor, id: string): Promise<PreparedView[]> =>
  (await prepared(who)).filter(({ recordId }) => recordId === id)

async function asked(path: string, body: object): Promise<Json> {
  const { status, text, body: answer } = await desktop.post(path, body)
  expect(status, text).toBe(200)
  return answer
}

/** As a client does that knows no more than what it was told. */
async function signThere({ operationId, id, nonce, message }: PreparedView) {
  const signature = await phone.account.signMessage({ message })
  return phone.post(PATHS[operationId].replace('{id}', id), { nonce, signature })
}

const why = { reason: 'It is there.' }

const SUBJECTS = [
  {
    what: 'a decision',
    operationId: 'verifyDecision',
    async begin() {
      const { id, title } = await decidedChallenge(world, owner)
      const path = `/api/v1/challenges/${id}/verify-decision`
      return { id, title, recordId: id, href: `/challenges/${id}`, path }
    },
    body: { verdict: 'approve', explanation: 'The post says so.' },
  },
  {
    what: 'a proof',
    operationId: 'reviewProof',
    async begin() {
      const { mission, proof } = await provenMission(owner, contributor)
      const href = `/missions/${mission.id}#proof-${proof.id}`
      return {
        id: proof.id,
        title: mission.title,
        recordId: mission.id,
        href,
        path: `/api/v1/proof/${proof.id}/review`,
      }
    },
    body: { verdict: 'approve', ...why },
  },
  {
    what: 'a project',
    operationId: 'recordVerification',
    async begin() {
      const { id, title } = await seedMission(owner)
      return { id, title, recordId: id, href: `/missions/${id}`, path: `/api/projects/${id}/verifications/prepare` }
    },
    body: { verdict: 'approve', ...why },
  },
] as const

test.each(SUBJECTS)('the verdict on $what is prepared in one place and signed in another', async (subject) => {
  const { path, ...told } = await subject.begin()
  const { nonce, message, expiresAt } = await asked(path, subject.body)
  const [waiting, ...others] = await ofRecord(phone, told.recordId)
  expect(others).toEqual([])
  expect(waiting).toEqual({
    ...{ ...told, nonce, message, expiresAt },
    operationId: subject.operationId,
    recordType: subject.operationId === 'verifyDecision' ? 'challenge' : 'mission',
    expiresIn: expect.any(Number),
    recordedAt: null,
  })
  expect(waiting?.expiresIn).toBeGreaterThan(0)
  if (!waiting) return

  const signed = await signThere(waiting)
  expect([200, 201], signed.text).toContain(signed.status)
  expect(await ofRecord(desktop, told.recordId)).toEqual([
    { ...waiting, expiresIn: expect.any(Number), recordedAt: expect.any(String) },
  ])
})

test.each(SUBJECTS)('the verdict on $what whose words were erased by law can no longer be signed', async (subject) => {
  const { path, ...told } = await subject.begin()
  const { nonce, message } = await asked(path, { verdict: 'approve', explanation: 'Ida Gone', reason: 'Ida Gone' })
  const [waiting] = await ofRecord(phone, told.recordId)
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const type = subject.operationId === 'verifyDecision' ? 'challenge' : 'mission'
  await eraseRecord({ type, id: told.recordId, part: null, reason: 'Law 7', fields: ['words'], dryRun: false })
  expect(await ofRecord(phone, told.recordId)).toEqual([])
  if (!waiting) throw new Error('It did not wait for a signature.')
  for (const text of ['[erased: Law 7]', message]) {
    const refused = await signThere({ ...waiting, message: text })
    expect([refused.status, refused.body.error?.code], refused.text).toEqual([409, 'conflict'])
  }
  const again = await asked(path, subject.body)
  expect(again.nonce).not.toBe(nonce)
  const signed = await signThere({ ...waiting, ...again })
  expect([200, 201], signed.text).toContain(signed.status)
})

test('nobody else is told of it, and of two texts for one thing the newer one waits', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  const path = `/api/v1/proof/${proof.id}/review`
  await asked(path, { verdict: 'reject', ...why })
  const { nonce } = await asked(path, { verdict: 'approve', ...why })
  expect((await ofRecord(phone, mission.id)).map((text) => text.nonce)).toEqual([nonce])
  for (const who of [owner, contributor, await world.verifier(1)]) expect(await prepared(who)).toEqual([])
})

test.each(SUBJECTS)('the verdict on $what waits for no signature once its record has ended', async (subject) => {
  const { path, recordId } = await subject.begin()
  await asked(path, subject.body)
  const [waiting] = await ofRecord(phone, recordId)
  if (!waiting) throw new Error('It did not wait for a signature.')
  const ended =
    waiting.recordType === 'challenge'
      ? owner.post(`/api/v1/challenges/${recordId}/cancel`, { reason: 'Over.' })
      : owner.post(`/api/v1/missions/${recordId}/complete`, { outcome: 'abandoned', statement: 'Over.' })
  await created(ended)
  expect((await signThere(waiting)).status).toBe(409)
  expect(await ofRecord(phone, recordId)).toEqual([])
})

test('what was judged, hidden or run out meanwhile waits for no signature', async () => {
  const stories = await Promise.all([1, 2, 3].map(() => provenMission(owner, contributor)))
  const [judged, hidden, late] = stories.map(({ mission }) => mission.id)
  for (const { proof } of stories) await asked(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', ...why })
  const waiting = async () =>
    (await prepared(phone)).filter(({ recordId }) => stories.some(({ mission }) => mission.id === recordId))
  expect(await waiting()).toHaveLength(3)

  const second = await world.verifier(1)
  await second.signed(`/api/v1/proof/${stories[0]?.proof.id}/review`, { verdict: 'reject', ...why })
  expect((await waiting()).map(({ recordId }) => recordId)).not.toContain(judged)
  await done(hide(await world.admin(), 'mission', String(hidden)))
  expect((await waiting()).map(({ recordId }) => recordId)).toEqual([late])
  await world.sql.query(`UPDATE "SigningNonce" SET "expiresAt" = now() - interval '1 second' WHERE "subjectId" = $1`, [
    stories[2]?.proof.id,
  ])
  expect(await waiting()).toEqual([])
})
