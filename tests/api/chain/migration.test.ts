import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unheardHash } from '@/tests/api/chain/looked-up'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, completedMission, seedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

const migration = (name: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../../../prisma/migrations', name, 'migration.sql'), 'utf8')

/** The database as it was before any transaction was looked up. */
const BEFORE = `
  DROP TABLE "TransactionCheck";
  CREATE TABLE "TransactionCheck" ("chainId" TEXT NOT NULL, "txHash" TEXT NOT NULL, status "CheckStatus" NOT NULL,
    "blockNumber" TEXT, sender TEXT, recipient TEXT, value TEXT, "checkedAt" TIMESTAMPTZ(3),
    CONSTRAINT "TransactionCheck_pkey" PRIMARY KEY ("chainId", "txHash"));
  CREATE INDEX "Mission_bounty" ON "Mission" ("bountyTxHash");
  CREATE INDEX "Proof_transaction" ON "Proof" ("txHash");
  CREATE INDEX "FundingRecord_transaction" ON "FundingRecord" ("txHash");
  CREATE INDEX "ProjectEvidence_transaction" ON "ProjectEvidence" ("txHash");
  DROP INDEX "Payment_receiptId_chainId_txHash_key";
  CREATE UNIQUE INDEX "Payment_chainId_txHash_key" ON "Payment" ("chainId", "txHash");
  CREATE INDEX "Payment_receiptId_idx" ON "Payment" ("receiptId");`

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const migrateAgain = async (between = 'SELECT 1'): Promise<void> => {
  for (const statements of [BEFORE, migration('0005_chain'), between, migration('0010_check_per_record')])
    await world.sql.query(statements)
}

const checkOf = async (recordId: string): Promise<Json> =>
  (
    await world.sql.query(
      `SELECT status, sender, recipient, value, "blockNumber", payee, "nextCheckAt" IS NULL AS settled
        FROM "TransactionCheck" WHERE "recordId" = $1`,
      [recordId],
    )
  ).rows[0]

/** A mission with a bounty, a proof of it, and a payment on another's receipt, each with a transaction. */
async function named(hashes: { bounty: string; proof: string; payment: string }) {
  const claimed = await claimedMission(owner, contributor, { bountyChainId: '1', bountyTxHash: hashes.bounty })
  const body = { kind: 'Transaction', url: 'https://example.org/tx', note: 'Done.', chainId: '1', txHash: hashes.proof }
  const { proof } = (await contributor.post(`/api/v1/milestones/${claimed.milestones[0].id}/proof`, body)).body
  const { mission } = await completedMission(owner, contributor, verifier)
  const { receipt } = (
    await owner.post(`/api/v1/missions/${mission.id}/payment`, { chainId: '1', txHash: hashes.payment })
  ).body
  return { bounty: claimed.id, proof: proof.id, payment: receipt.payments[0].id }
}

test('what records named before there were checks is looked up too, for each of them', async () => {
  const hashes = { bounty: unheardHash(), proof: unheardHash(), payment: unheardHash() }
  const records = await named(hashes)
  await migrateAgain()
  for (const recordId of Object.values(records)) {
    // A bounty has no payee until somebody claims; today's contributor is the better guess afterwards.
    expect(await checkOf(recordId)).toMatchObject({ status: 'unavailable', payee: contributor.address, settled: false })
  }
})

test('a check that records shared becomes one of each: facts stay, and what was told by another’s payee is read again', async () => {
  const txHash = unheardHash()
  const records = await named({ bounty: txHash, proof: txHash, payment: txHash })
  const { id: unclaimed } = await seedMission(owner, { bountyChainId: '1', bountyTxHash: txHash })
  const [sender, recipient] = [verifier.address, contributor.address]
  await migrateAgain(`UPDATE "TransactionCheck" SET status = 'confirmed', sender = '${sender}', "blockNumber" = '7',
    recipient = '${recipient}', value = '1', payee = '${recipient}', "checkedAt" = now(), "nextCheckAt" = NULL
    WHERE "txHash" = '${txHash}'`)

  const found = { status: 'confirmed', sender, blockNumber: '7' }
  const whole = { ...found, recipient, value: '1', payee: recipient }
  expect(await checkOf(records.bounty)).toEqual({ ...whole, settled: true })
  expect(await checkOf(records.proof)).toEqual({ ...whole, settled: true })
  expect(await checkOf(records.payment), 'whether it paid is still to be read').toEqual({ ...whole, settled: false })
  expect(await checkOf(unclaimed)).toEqual({ ...found, recipient: null, value: null, payee: null, settled: false })
})
