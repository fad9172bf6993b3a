import { prisma } from '@/lib/db/prisma'

/**
 * The wallet that recorded a mission's outcome, which older receipts do not name themselves.
 * @returns null when nothing tells.
 */
export async function findRecorder(missionId: string): Promise<string | null> {
  const mission = await prisma().mission.findUnique({ where: { id: missionId }, select: { recordedBy: true } })
  return mission?.recordedBy ?? null
}
