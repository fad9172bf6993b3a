import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReceipt } from '@/lib/verify/check-receipt'
import { allHold } from '@/lib/verify/finding'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { convertedMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A receipt that is issued while its mission's challenge is hidden says so for ever, and never that there was none.

let world: World
let owner: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, verifier, admin] = await Promise.all([world.wallet(), world.verifier(), world.admin()])
})
afterAll(() => world.close())

async function endedReceipt({ id }: Json): Promise<Json> {
  const body = { outcome: 'abandoned', statement: 'We leave it.' }
  const { status, text, body: answer } = await owner.post(`/api/v1/missions/${id}/complete`, body)
  expect(status, text).toBe(201)
  return answer.receipt
}
const read = async ({ id }: Json): Promise<Json> => (await world.get(`/api/v1/receipts/${id}`)).body.receipt

test('what was asked and decided is not in it, it says so, and restoring the challenge changes nothing of it', async () => {
  const mission = await convertedMission(world, owner, verifier)
  await done(hide(admin, 'challenge', mission.source.challengeId))
  const receipt = await endedReceipt(mission)
  expect(receipt.discussion).toEqual({
    challengeId: null,
    prompt: null,
    sourceUrl: mission.source.sourceUrl,
    decisionUrl: mission.source.decisionUrl,
    chosenSide: null,
    explanation: null,
    submissions: null,
    withheld: true,
  })
  expect(receipt.decisionVerification).toBeNull()
  expect(allHold(await checkReceipt(receipt))).toBe(true)

  await done(restore(admin, 'challenge', mission.source.challengeId))
  expect(await read(receipt)).toEqual(receipt)
})

test('without its word the hash does not hold, so nobody can take it away', async () => {
  const mission = await convertedMission(world, owner, verifier)
  await done(hide(admin, 'challenge', mission.source.challengeId))
  const { discussion, ...receipt } = await endedReceipt(mission)
  const { withheld: _word, ...silent } = discussion
  expect(allHold(await checkReceipt({ ...receipt, discussion: silent } as never))).toBe(false)
})

test('one of a shown challenge, or of a mission without any, does not say so', async () => {
  const converted = await endedReceipt(await convertedMission(world, owner, verifier))
  const direct = await endedReceipt(await seedMission(owner))
  for (const { discussion } of [converted, direct]) expect(discussion).not.toHaveProperty('withheld')
})
