import { anyTime } from '@/lib/verify/key-period'
import type { Json } from '@/tests/support/client'
import type { World } from '@/tests/support/world'

// What an erasure left: where a text still stands, and what a checker says of the receipt with its histories.

/** The tables in which a text stands anywhere. */
export async function tablesWith(world: World, text: string): Promise<string[]> {
  const { rows } = await world.sql.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)
  const found: string[] = []
  for (const { tablename } of rows) {
    const hit = await world.sql.query(`SELECT 1 FROM "${tablename}" t WHERE strpos(lower(t::text), lower($1)) > 0`, [
      text,
    ])
    if ((hit.rowCount ?? 0) > 0) found.push(tablename)
  }
  return found
}

/** The receipt with its histories, as a reader saves it; a mission that was published directly has no challenge. */
export async function fileOf(
  world: World,
  { missionId, challengeId, receiptId }: { missionId: string; challengeId?: string; receiptId: string },
): Promise<Json> {
  const { receipt } = (await world.get(`/api/v1/receipts/${receiptId}`)).body
  const mission = (await world.get(`/api/v1/missions/${missionId}`)).body.mission.history
  if (challengeId === undefined) return { receipt, history: { mission } }
  const challenge = (await world.get(`/api/v1/challenges/${challengeId}`)).body.challenge.history
  return { receipt, history: { mission, challenge } }
}

export async function findingsOf(file: Json): Promise<Record<string, string>> {
  const { checkReceipt } = await import('@/lib/verify/check-receipt')
  const findings = await checkReceipt(file.receipt, file.history, [anyTime(file.receipt.serviceKey)])
  return Object.fromEntries(findings.map(({ what, result }) => [what, result]))
}
