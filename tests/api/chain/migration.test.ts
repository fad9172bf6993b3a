import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unheardHash } from '@/tests/api/chain/looked-up'
import { claimedMission, completedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const MIGRATION = path.resolve(import.meta.dirname, '../../../prisma/migrations/0005_chain/migration.sql')

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('what records named before there were checks is looked up too, once each', async () => {
  const [owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
  const [bountyTxHash, proofHash, payment] = [unheardHash(), unheardHash(), unheardHash()]
  const claimed = await claimedMission(owner, contributor, { bountyChainId: '1', bountyTxHash })
  const proof = { kind: 'Transaction', url: 'https://example.org/tx', note: 'Done.', chainId: '1', txHash: proofHash }
  await contributor.post(`/api/v1/milestones/${claimed.milestones[0].id}/proof`, proof)
  const { mission } = await completedMission(owner, contributor, verifier)
  await owner.post(`/api/v1/missions/${mission.id}/payment`, { chainId: '1', txHash: payment })

  const look = async () =>
    (await world.sql.query(`SELECT "txHash", status, payee, "nextCheckAt" IS NULL AS settled FROM "TransactionCheck"`))
      .rows
  const asked = await look()
  await world.sql.query('DELETE FROM "TransactionCheck"')
  await world.sql.query(
    'ALTER TABLE "TransactionCheck" DROP COLUMN payee, DROP COLUMN "askedAt", DROP COLUMN "nextCheckAt"',
  )
  await world.sql.query(readFileSync(MIGRATION, 'utf8'))
  const found = await look()
  expect(found.map(({ txHash }) => txHash).sort()).toEqual([bountyTxHash, proofHash, payment].sort())
  expect(found.every(({ status, settled }) => status === 'unavailable' && !settled)).toBe(true)
  // A bounty has no payee until somebody claims; today's contributor is the better guess afterwards.
  const payees = (rows: typeof found) => Object.fromEntries(rows.map(({ txHash, payee }) => [txHash, payee]))
  expect(payees(found)).toEqual({ ...payees(asked), [bountyTxHash]: contributor.address })
})
