import autocannon from 'autocannon'
import { type RawRequest, requestOneByOne } from '../support/raw-client'
import { answerTasks } from './answer-tasks'

export interface Load {
  readonly port: number
  readonly paths: readonly string[]
  readonly connections: number
  readonly seconds: number
}

export interface Shared {
  readonly port: number
  readonly requests: readonly RawRequest[]
  readonly clients: number
}

export interface Served {
  readonly perSecond: number
  readonly total: number
  readonly faults: number
}

// The load generator, in a process of its own.
answerTasks({
  async many({ port, paths, connections, seconds }: Load): Promise<Served> {
    let clients = 0
    const result = await autocannon({
      url: `http://127.0.0.1:${port}`,
      connections,
      duration: seconds,
      // Each begins elsewhere: those that ask the same at the same time would share one answer.
      setupClient(client) {
        const first = Math.floor((paths.length * clients) / connections)
        clients += 1
        client.setRequests(
          [...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ method: 'GET' as const, path })),
        )
      },
    })
    return { perSecond: result['2xx'] / result.duration, total: result['2xx'], faults: result.non2xx + result.errors }
  },
  /** Each client sends its share of the requests, in order. @returns how many were answered a second. */
  async shared({ port, requests, clients }: Shared): Promise<number> {
    const share = Math.ceil(requests.length / clients)
    const shares = Array.from({ length: clients }, (_, at) => requests.slice(at * share, (at + 1) * share))
    const begun = performance.now()
    await Promise.all(shares.map((own) => requestOneByOne(port, own)))
    return requests.length / ((performance.now() - begun) / 1000)
  },
  /** @returns the milliseconds of each request. */
  oneByOne: ({ port, requests }: { port: number; requests: readonly RawRequest[] }) => requestOneByOne(port, requests),
})
