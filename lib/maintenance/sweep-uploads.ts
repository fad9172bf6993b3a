import { now } from '@/lib/clock'
import { sql } from '@/lib/db/sql'
import { findStore } from '@/lib/evidence/store'
import { giveUpUploads } from '@/lib/evidence/uploads'

/** Longer than any request lives: an upload this old was cut off, or its end was never told. */
const LEFT_ALONE_MS = 60 * 60_000

/** Removes objects that uploads left behind and no record names. A store that is away is asked again next time. */
export async function sweepUploads(): Promise<void> {
  if (!findStore()) return
  const at = now()
  const before = new Date(at.getTime() - LEFT_ALONE_MS)
  await giveUpUploads(sql`u."startedAt" < ${before}`, at)
}
