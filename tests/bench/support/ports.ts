import { freePort } from '@/server/postgres/embedded'

/** A free port of loopback. */
export async function takePort(): Promise<number> {
  const port = await freePort(0)
  if (port === null) throw new Error('There is no free port on 127.0.0.1.')
  return port
}
