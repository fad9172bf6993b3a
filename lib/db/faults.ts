import { Refusal, unavailable } from '@/lib/errors'

/** SQLSTATE classes and codes that mean "the storage cannot serve now" (PostgreSQL, Appendix A). */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '58'] // connection, resources, operator intervention, system
const UNAVAILABLE_CODES = ['25006', '25P03', '40001', '40P01', '55P03', '3D000', '28000', '28P01', 'XX000']
const SOCKET_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
  'EAI_AGAIN',
]
const DRIVER_WORDS =
  /terminated|timeout|timed out|Connection ended|not queryable|Cannot use a pool after calling end|read ECONNRESET/i

/** Whether a fault says that the storage is away, full, busy or locked, as opposed to a mistake of ours. */
export function isUnavailable(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : ''
  if (SOCKET_CODES.includes(code) || UNAVAILABLE_CODES.includes(code)) return true
  if (code.length === 5) return UNAVAILABLE_CLASSES.includes(code.slice(0, 2))
  return DRIVER_WORDS.test(fault.message)
}

/** Turns what a driver throws into what a client is told; anything else passes as it is. */
export function translateFault(fault: unknown): unknown {
  if (fault instanceof Refusal) return fault
  if (isUnavailable(fault))
    return unavailable('The storage cannot be reached at the moment. Nothing was saved; try again shortly.')
  return fault
}
