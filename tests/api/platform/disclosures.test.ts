import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { bothLinks, conversionBody, created, dayFromNow, decisionBody, draftChallenge } from '@/tests/support/story'

// The part that a verifier had in a challenge stands beside the signature on its decision.

let world: PlatformWorld
let owner: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openPlatformWorld('off')
  ;[owner, verifier] = await Promise.all([world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const read = async (id: string): Promise<Json> => (await world.get(`/api/v1/challenges/${id}`)).body.challenge
async function decided(id: string): Promise<void> {
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [id, dayFromNow(-30)])
  await created(owner.post(`/api/v1/challenges/${id}/decision`, { ...decisionBody, side: 'A' }))
}
const judge = (who: Actor, id: string, verdict: string) =>
  created(who.signed(`/api/v1/challenges/${id}/verify-decision`, { verdict, explanation: 'The thread says so.' }))

test('links that a verifier recorded and proposals of their Muse are told, as they were, up to the receipt', async () => {
  const muse = await world.sandbox.muse('Ada')
  await linkMuse(verifier, muse)
  const { id } = await draftChallenge(owner)
  const at = `/api/v1/challenges/${id}`
  const root = await world.sandbox.post(await world.sandbox.muse(), { text: 'Which one?' })
  await world.sandbox.post(muse, { text: 'Mine.', parent: root })
  await created(owner.post(`${at}/musebook`, { channel: 'lobby', originPostUrl: world.sandbox.url(root) }))
  const proposalId = (await created(owner.post(`${at}/musebook/sync`))).proposals[0].id
  await created(owner.post(`${at}/proposals/${proposalId}/accept`, { side: 'A' }))
  await created(verifier.post(`${at}/submissions`, { side: 'B', url: 'https://example.org/b' }))
  const linkId = (await read(id)).submissions.B.id
  await decided(id)
  await judge(verifier, id, 'approve')

  const told = [
    { fact: 'wrote-proposal', id: proposalId, side: 'A', museId: muse.museId },
    { fact: 'recorded-link', id: linkId, side: 'B', museId: null },
  ]
  const { decision, history } = await read(id)
  expect(decision.verification.disclosures).toEqual(expect.arrayContaining(told))
  expect(decision.verification.disclosures).toHaveLength(2)
  expect(history.at(-1).data.verification.disclosures).toEqual(decision.verification.disclosures)
  expect((await world.get(`/api/battles/${id}`)).body.battle.decision).toEqual(decision)

  await created(verifier.post('/api/v1/muse-links/unlink', { reason: 'Later.' }))
  expect((await read(id)).decision).toEqual(decision)
  const { mission } = await created(owner.post(`${at}/convert`, conversionBody()))
  const { receipt } = await created(
    owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'abandoned', statement: 'Over.' }),
  )
  expect(receipt.decisionVerification).toEqual(decision.verification)
})

test('a link to a Muse that was ended before the signature is told, one that was ended before the challenge is not', async () => {
  const second = await world.verifier(1)
  const [former, current] = [await world.sandbox.muse('Former'), await world.sandbox.muse('Current')]
  const unlink = () => created(second.post('/api/v1/muse-links/unlink', {}))
  await linkMuse(second, former)
  await unlink()
  await linkMuse(second, current)
  const { id } = await draftChallenge(owner, { submissions: bothLinks })
  const at = `/api/v1/challenges/${id}`
  const root = await world.sandbox.post(await world.sandbox.muse(), { text: 'Which one?' })
  await world.sandbox.post(former, { text: 'Not mine any more.', parent: root })
  await world.sandbox.post(current, { text: 'Mine.', parent: root })
  await created(owner.post(`${at}/musebook`, { channel: 'lobby', originPostUrl: world.sandbox.url(root) }))
  const { proposals } = await created(owner.post(`${at}/musebook/sync`))
  const own = proposals.find(({ museId }: Json) => museId === current.museId)
  await unlink()
  await decided(id)
  await judge(second, id, 'approve')
  const told = [{ fact: 'wrote-proposal', id: own.id, side: null, museId: current.museId }]
  expect((await read(id)).decision.verification.disclosures).toEqual(told)
  await linkMuse(second, current)
  expect((await read(id)).decision.verification.disclosures).toEqual(told)
})

test('a proposal of a Muse that was linked again and again is told once', async () => {
  const muse = await world.sandbox.muse('Again')
  const { id } = await draftChallenge(owner, { submissions: bothLinks })
  const root = await world.sandbox.post(muse, { text: 'Which one?' })
  await world.sandbox.post(muse, { text: 'Mine.', parent: root })
  const at = `/api/v1/challenges/${id}`
  await created(owner.post(`${at}/musebook`, { channel: 'lobby', originPostUrl: world.sandbox.url(root) }))
  await created(owner.post(`${at}/musebook/sync`))
  await linkMuse(verifier, muse)
  await created(verifier.post('/api/v1/muse-links/unlink', {}))
  await linkMuse(verifier, muse)
  await decided(id)
  await judge(verifier, id, 'approve')
  expect((await read(id)).decision.verification.disclosures).toHaveLength(1)
  await created(verifier.post('/api/v1/muse-links/unlink', {}))
})

test('who had no part discloses nothing, and what was signed before this was noted says so', async () => {
  const { id } = await draftChallenge(owner, { submissions: bothLinks })
  await decided(id)
  await judge(verifier, id, 'approve')
  expect((await read(id)).decision.verification.disclosures).toEqual([])

  // As a version that notes nothing beside this one writes it.
  const older = await draftChallenge(owner, { submissions: bothLinks })
  await decided(older.id)
  await world.sql.query(
    `WITH d AS (UPDATE "Decision" SET status = 'verified' WHERE "challengeId" = $1 RETURNING id),
       c AS (UPDATE "Challenge" SET state = 'DECISION_VERIFIED' WHERE id = $1)
     INSERT INTO "SignedVerdict" (id, purpose, "subjectId", verdict, words, verifier, message, signature, "signedAt")
     SELECT gen_random_uuid(), 'decision-verification', d.id, 'approve', 'Yes.', $2, 'x', '0x', now() FROM d`,
    [older.id, verifier.address],
  )
  expect((await read(older.id)).decision.verification).toMatchObject({ verdict: 'approve', disclosures: null })
})
