import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOf, findingsOf, tablesWith } from '@/tests/api/erasure/what-is-left'
import { created, provenMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// A signed text goes exactly when the words in it go, so that a receipt fits after an erasure of a field.

const NAME = 'Berry map of Ulm'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a title that a verifier repeats is erased from the signed text, too, and the receipt fits', async () => {
  const [owner, contributor, verifier] = [await world.wallet(), await world.wallet(), await world.verifier()]
  const { mission, proof } = await provenMission(owner, contributor, { title: NAME })
  const reason = `The "${NAME}" is online.`
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason }))
  const outcome = { outcome: 'completed', statement: 'Done, and well.' }
  const { receipt } = await created(owner.post(`/api/v1/missions/${mission.id}/complete`, outcome))
  const story = { missionId: mission.id, receiptId: receipt.id }
  expect(await tablesWith(world, NAME)).toContain('SignedVerdict')

  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  await eraseRecord({ type: 'mission', id: mission.id, reason: 'Law 7', part: null, fields: ['title'], dryRun: false })
  expect(await tablesWith(world, NAME)).toEqual([])
  const left = await fileOf(world, story)
  expect(left.receipt.evidence[0].note).toBe(proof.note)
  expect(Object.values(await findingsOf(left))).not.toContain('invalid')
})
