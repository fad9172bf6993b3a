import { type ChainHealth, chainHealth } from '@/lib/chain/health'
import { db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { findWriteState, type WriteState } from '@/lib/db/write-state'
import { countUnjudged } from '@/lib/review/unjudged'

/** @throws Refusal `unavailable` when the database does not answer in time. */
export async function requireDatabase(): Promise<void> {
  await db.run(sql`SELECT 1`)
}

/** The state of the database. */
export type StorageState = WriteState | 'away'

/** A commit that waits longer for its standby is reported. */
const WAIT = '5 seconds'

/** The current state of the database. It never throws. */
export const storageState = (): Promise<StorageState> => findWriteState(WAIT).catch(() => 'away')

/** Whether a chain is slow or down, or the storage takes no writes. */
export const isDegraded = (storage: StorageState, chains: readonly Pick<ChainHealth, 'status'>[]) =>
  storage !== 'ok' || chains.some(({ status }) => status !== 'ok')

/** The body of `GET /api/v1/status` as JSON text. */
export async function statusBody(): Promise<string> {
  const [storage, chains, withoutVerifier] = await Promise.all([
    storageState(),
    chainHealth(),
    countUnjudged().catch(() => null),
  ])
  return JSON.stringify({ degraded: isDegraded(storage, chains), chains, withoutVerifier })
}
