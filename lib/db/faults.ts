import { Refusal } from '@/lib/errors'

/** SQLSTATE classes and codes that mean "the storage cannot serve now" (PostgreSQL, Appendix A). */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '58'] // connection, resources, operator intervention, system
const UNAVAILABLE_CODES = ['25P03', '40001', '40P01', '55P03', '3D000', '28000', '28P01', 'XX000']
/**
 * What a server says that takes no writes: one that was demoted, or a hot standby, which refuses counters too because
 * their table is not logged (0A000). An address may lead elsewhere since.
 */
const READ_ONLY_CODES = ['25006', '0A000']
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
const TIME_IS_UP = /timeout/i
/** What the driver says when an answer did not come in time. */
const SILENCE = /read timeout/i

/** 503: the storage cannot serve. What it says beyond that depends on who asks, see lib/http/problem.ts. */
export class StorageAway extends Refusal {
  /** @param lead what happened, in one sentence. */
  constructor(
    readonly lead = 'The storage cannot be reached at the moment.',
    headers: Record<string, string> = {},
  ) {
    super('unavailable', `${lead} Try again shortly.`, null, { 'retry-after': '2', ...headers })
  }
}

/** Thrown where a commit may have happened or not: only the same request with the same key finds out. */
export class CommitUnknown extends StorageAway {
  /**
   * @param isWaiting whether the commit still waits, e.g. for a standby.
   * @param backend the backend of a lost connection (`BACKENDS` of lib/db/pool.ts): it may still commit.
   */
  constructor(
    readonly isWaiting: boolean,
    readonly backend = '',
  ) {
    super('The storage was lost while saving, and it is not known whether it was saved.')
  }
}

const codeOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? fault.code : ''

/** Whether a statement failed because a row with this key exists (SQLSTATE 23505). @param constraint by its name. */
export const isUniqueViolation = (fault: unknown, constraint: string): boolean =>
  codeOf(fault) === '23505' && fault instanceof Error && 'constraint' in fault && fault.constraint === constraint

/** The name of what `require_rows` missed first (prisma/migrations/0013_require_rows). */
export const missingRow = (fault: unknown): string | undefined =>
  codeOf(fault) === 'P0002' && fault instanceof Error ? fault.message.split(' ')[0] : undefined

/** Whether a statement failed only because its transaction had failed already (in_failed_sql_transaction). */
export const isAborted = (fault: unknown): boolean => codeOf(fault) === '25P02'

/** Whether a fault says that the storage is away, full, busy or locked, as opposed to a mistake of ours. */
export function isUnavailable(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false
  const code = codeOf(fault)
  if (SOCKET_CODES.includes(code) || UNAVAILABLE_CODES.includes(code) || READ_ONLY_CODES.includes(code)) return true
  if (code.length === 5) return UNAVAILABLE_CLASSES.includes(code.slice(0, 2))
  return DRIVER_WORDS.test(fault.message)
}

/** Whether a fault speaks against every connection that was opened before it: the server is not the one to write to. */
export function isWrongServer(fault: unknown): boolean {
  return READ_ONLY_CODES.includes(codeOf(fault)) || (fault instanceof Error && SILENCE.test(fault.message))
}

/** Whether the driver gave up waiting. */
export const isTimeout = (fault: unknown): boolean => fault instanceof Error && TIME_IS_UP.test(fault.message)

/** Whether a server that is there has no room for one more. */
export const isOverloaded = (fault: unknown): boolean => codeOf(fault).startsWith('53')

/** Turns what a driver throws into what a client is told; anything else passes as it is. */
export function translateFault(fault: unknown): unknown {
  if (fault instanceof Refusal || !isUnavailable(fault)) return fault
  return new StorageAway()
}
