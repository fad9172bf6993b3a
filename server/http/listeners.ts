import type http from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20

/** An address family that this machine does not have. */
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

/** Lets one HTTP server listen on several hosts, and close all of it in good order. */
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
        // Node's documented way to give an HTTP server connections that were accepted elsewhere.
        const extra = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
          server.emit('connection', socket)
        })
        try {
          await listenOn(extra, actual, host)
          extras.push(extra)
        } catch (error) {
          if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) continue
          await this.close(() => 0, 0)
          throw error
        }
      }
    },
    /**
     * @param open closes what may be closed, and says how many connections there are beside.
     * @param patienceMs how long they may take.
     */
    async close(open: () => number, patienceMs: number): Promise<void> {
      // An HTTP server's own `close` would cut the connections that are kept open between two requests.
      for (const listener of [server, ...extras]) net.Server.prototype.close.call(listener)
      const until = Date.now() + patienceMs
      // One round at least: a request that had arrived when the listeners closed is read in it.
      do await sleep(POLL_MS)
      while (open() > 0 && Date.now() < until)
      server.closeAllConnections()
      server.close()
    },
  }
}
