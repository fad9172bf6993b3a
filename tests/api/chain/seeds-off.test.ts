import { afterAll, beforeAll, expect, test } from 'vitest'
import { completedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('without a configured chain the schema is proposed, and nothing says where to send it', async () => {
  const { body } = await world.get('/api/v1/seeds/onchain')
  expect(body).toMatchObject({
    mode: 'off',
    chainId: null,
    registerSchemaTransaction: { to: null, chainId: null, value: '0' },
  })
  expect(body.schema).toMatchInlineSnapshot(
    `"uint64 entryId,address wallet,int64 amount,string kind,string missionId,string challengeId,string proofId,uint64 reversesId,bytes32 evidenceHash,uint64 createdAt"`,
  )
  expect(body.schemaUid).toMatchInlineSnapshot(`"0xb40f19897233952f0ea0d151e9b8c65ab8bcd8dcd3c238c0e656d7cd86016391"`)
})

test('a preview shows the same encodings, without a place and without an estimate', async () => {
  const { receipt } = await completedMission(await world.wallet(), await world.wallet(), await world.verifier())
  const [entry] = receipt.seeds
  const { body } = await world.get(`/api/v1/seeds/${entry.id}/onchain`)
  expect(body).toMatchObject({
    entry,
    evidenceHash: entry.evidenceHash,
    gasEstimate: null,
    attestation: {
      to: null,
      chainId: null,
      value: '0',
      request: { data: { recipient: entry.wallet, revocable: false } },
    },
  })
  expect(body.attestation.data).toContain(body.attestation.request.data.data.slice(2))
})
