import { createHttpServer } from '@/server/http/server'
import { freePort } from '@/tests/support/world'

/** A front of this process's service behind a trusted proxy, so that an address can be told (`X-Forwarded-For`). A world is open. */
export async function openProxiedFront(): Promise<{ readonly base: string; close(): Promise<void> }> {
  const { handle } = await import('@/lib/mcp/handle')
  const front = createHttpServer({ pages: null, handle, trustedHops: 1 })
  const port = await freePort()
  await front.listen(port, ['127.0.0.1'])
  return { base: `http://127.0.0.1:${port}`, close: () => front.drain(50) }
}
