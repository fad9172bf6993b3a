import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ports that systems give to outgoing connections (from 32768 on), of which tests have many: one of those may be
// taken in the moment between the choice and the listening.
const FIRST = 12_000
const LAST = 32_000

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

const given = new Set<number>()

/**
 * A port of loopback where nobody listens; at random, so that processes that choose at once choose differently. It is not
 * given again: a client keeps its connections by the port, and would send a request over one that the earlier server closed.
 */
export async function chooseFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (given.has(port)) continue
    given.add(port)
    if (await isFree(port)) return port
  }
}
