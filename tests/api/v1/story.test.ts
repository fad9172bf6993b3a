import { afterAll, beforeAll, expect, test } from 'vitest'
import { completedMission, convertedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a verified decision becomes a mission that keeps both sides', async () => {
  const mission = await convertedMission(world, await world.wallet(), await world.verifier())
  expect(mission).toMatchObject({
    state: 'SEED',
    source: {
      chosenSide: { side: 'A', label: 'The short one' },
      otherSide: { side: 'B', url: 'https://example.org/b' },
    },
  })
})

test('a completed mission ends with a receipt', async () => {
  const { mission, receipt } = await completedMission(
    await world.wallet(),
    await world.wallet(),
    await world.verifier(),
  )
  expect(mission).toMatchObject({ state: 'COMPLETED', outcome: 'completed', receiptId: receipt.id })
})
