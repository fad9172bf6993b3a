import { chainHealth } from '@/lib/chain/health'
import { storageState } from '@/lib/status/health'

/** The body of `GET /api/v1/status` as JSON text. */
export async function statusBody(): Promise<string> {
  const [storage, chains] = await Promise.all([storageState(), chainHealth()])
  const degraded = storage !== 'ok' || chains.some(({ status }) => status !== 'ok')
  return JSON.stringify({ degraded, chains })
}
