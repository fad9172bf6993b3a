import type http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '@/lib/error-code'

const POLL_MS = 20

/** The error codes for an address family that this machine lacks. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT'])

function listenOn(server: net.Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Lets one HTTP server listen on several hosts, and closes all listeners gracefully. */
export function createListeners(server: http.Server) {
  const extras: net.Server[] = []
  return {
    /** @throws Error of the system, e.g. `EADDRINUSE`; an address family that the machine lacks is skipped. */
    async listen(port: number, hosts: readonly string[]): Promise<void> {
      const [first, ...others] = hosts
      await listenOn(server, port, first)
      const address = server.address()
      const actual = address !== null && typeof address === 'object' ? address.port : port
      for (const host of others) {
        // Node documents this way to give an HTTP server connections from another listener.
        const extra = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
          server.emit('connection', socket)
        })
        try {
          await listenOn(extra, actual, host)
          extras.push(extra)
        } catch (error) {
          if (ABSENT.has(errorCode(error))) continue
          await this.close(() => 0, 0)
          throw error
        }
      }
    },
    /**
     * @param open closes idle connections and returns the number of the others.
     * @param patienceMs how long the others may take.
     */
    async close(open: () => number, patienceMs: number): Promise<void> {
      // An HTTP server's own `close` would cut kept-alive connections between two requests.
      for (const listener of [server, ...extras]) net.Server.prototype.close.call(listener)
      const until = performance.now() + patienceMs
      // At least one round: it reads requests that arrived before the listeners closed.
      do await sleep(POLL_MS)
      while (open() > 0 && performance.now() < until)
      server.closeAllConnections()
      server.close()
    },
  }
}
