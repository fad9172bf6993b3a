import { AsyncLocalStorage } from 'node:async_hooks'
import { type Tracing, traceBy } from '@/lib/telemetry/tracing'

/** The statements of one request. */
interface Sent {
  flights: number
  /** Statements whose answer is still awaited. */
  outstanding: number
  isAnswered: boolean
}

/**
 * Counts the round trips that requests make to the database: statements sent while an answer is still awaited travel in the
 * same flight. Counted is what a request sends until it is answered; a connection that opens, a scheduled job and what
 * follows an answer are not. It takes the place of the process's tracing.
 * @returns a function that gives the flights of the requests that began since the last call.
 */
export function countFlights(): () => number {
  const sentBy = new AsyncLocalStorage<Sent>()
  let requests: Sent[] = []
  const counting: Tracing = {
    request(_, work) {
      const sent = { flights: 0, outstanding: 0, isAnswered: false }
      requests.push(sent)
      const end = () => {
        sent.isAnswered = true
      }
      return sentBy.run(sent, work, end)
    },
    async call(_, attributes, work) {
      const sent = sentBy.getStore()
      if (!sent || sent.isAnswered || !('db.system.name' in attributes)) return work()
      if (sent.outstanding === 0) sent.flights += 1
      sent.outstanding += 1
      try {
        return await work()
      } finally {
        sent.outstanding -= 1
      }
    },
  }
  traceBy(counting)
  return () => {
    const counted = requests.reduce((total, { flights }) => total + flights, 0)
    requests = []
    return counted
  }
}

/** Collects the text of every statement that is sent from now on. It takes the place of the process's tracing. */
export function recordStatements(): string[] {
  const texts: string[] = []
  traceBy({
    request: (_, work) => work(() => undefined),
    call(_, attributes, work) {
      const text = attributes['db.query.text']
      if (typeof text === 'string') texts.push(text)
      return work()
    },
  })
  return texts
}
