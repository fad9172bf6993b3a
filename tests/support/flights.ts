import pg from 'pg'

type Send = (this: pg.Client, ...parameters: unknown[]) => unknown

/**
 * Counts round trips to the database: statements sent while an answer is still awaited travel in the same flight.
 * @returns a function that gives the flights since the last call.
 */
export function countFlights(): () => number {
  let flights = 0
  let outstanding = 0
  const original = pg.Client.prototype.query as Send // its overloads all come down to this
  const sent = () => {
    if (outstanding === 0) flights += 1
    outstanding += 1
  }
  const answered = () => {
    outstanding -= 1
  }
  const counting: Send = function (...parameters) {
    sent()
    const last = parameters.at(-1)
    if (typeof last === 'function') {
      parameters[parameters.length - 1] = (...answer: unknown[]) => {
        answered()
        return last(...answer)
      }
      return original.apply(this, parameters)
    }
    const result = original.apply(this, parameters)
    Promise.resolve(result).then(answered, answered)
    return result
  }
  Object.assign(pg.Client.prototype, { query: counting })
  return () => {
    const counted = flights
    flights = 0
    return counted
  }
}
