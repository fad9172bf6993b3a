import { prisma } from '@/lib/db/prisma'

/**
 * The wallet that recorded a mission's outcome, for older receipts, which do not name it.
 * @returns null if it is not recorded.
 */
export async function findRecorder(missionId: string): Promise<string | null> {
  const mission = await prisma().mission.findUnique({ where: { id: missionId }, select: { recordedBy: true } })
  return mission?.recordedBy ?? null
}
