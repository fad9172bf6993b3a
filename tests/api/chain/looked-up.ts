import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, completedMission } from '@/tests/support/story'
import type { World } from '@/tests/support/world'

/** The hash of a transaction that does not exist. */
export const unheardHash = (): Hex => `0x${randomBytes(32).toString('hex')}`

/** Waits for the checks that writes have begun beside their answers. */
export async function untilChecked(): Promise<void> {
  const { checksUnderWay } = await import('@/lib/chain/check-soon')
  await checksUnderWay()
}

/** One round of the schedule. */
export async function refresh(): Promise<void> {
  const { refreshChecks } = await import('@/lib/chain/check-transaction')
  await refreshChecks()
}

/** Names a transaction as proof and gives its check, as it stands when the first look is over. */
export async function provenBy(
  world: World,
  owner: Actor,
  contributor: Actor,
  chainId: number,
  txHash: Hex,
): Promise<{ proofPath: string; first: Json; check: Json }> {
  const mission = await claimedMission(owner, contributor)
  const body = { kind: 'Transaction', url: 'https://example.org/tx', note: 'It is done.', chainId, txHash }
  const reply = await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, body)
  if (reply.status !== 201) throw new Error(reply.text)
  await untilChecked()
  const proofPath = `/api/v1/missions/${mission.id}/proof`
  return { proofPath, first: reply.body.proof.check, check: await checkAt(world, proofPath) }
}

/** The check of the only proof there. */
export const checkAt = async (world: World, proofPath: string): Promise<Json> =>
  (await world.get(proofPath)).body.proofs[0].check

/** Records a payment on a completed mission and gives its check, as it stands when the first look is over. */
export async function paidBy(
  world: World,
  owner: Actor,
  contributor: Actor,
  verifier: Actor,
  chainId: number,
  txHash: Hex,
): Promise<Json> {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const reply = await owner.post(`/api/v1/missions/${mission.id}/payment`, { chainId, txHash })
  if (reply.status !== 201) throw new Error(reply.text)
  await untilChecked()
  return (await world.get(`/api/v1/receipts/${receipt.id}`)).body.receipt.payments[0].check
}
