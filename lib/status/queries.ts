import { chainHealth } from '@/lib/chain/health'

/** The body of `GET /api/v1/status` as JSON text. */
export async function statusBody(): Promise<string> {
  const chains = await chainHealth()
  return JSON.stringify({ degraded: chains.some(({ status }) => status !== 'ok'), chains })
}
