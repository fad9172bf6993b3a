import { errorCode } from '@/lib/error-code'
import { Refusal } from '@/lib/errors'
import { logBounded } from '@/lib/telemetry/bounded-log'
import { faultWords } from '@/lib/telemetry/log'

/** SQLSTATE classes and codes that mean "the storage cannot serve now" (PostgreSQL, Appendix A). */
const UNAVAILABLE_CLASSES = ['08', '53', '57', '58'] // connection, resources, operator intervention, system
const UNAVAILABLE_CODES = ['25P03', '40001', '40P01', '55P03', '3D000', '28000', '28P01', 'XX000']
/**
 * Errors of a server that takes no writes: a demoted primary, or a hot standby, which also refuses the counters because
 * their table is unlogged (0A000). The address may lead to another server by now.
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

/** 503: the storage cannot serve. lib/http/problem.ts completes the text for each kind of caller. */
export class StorageAway extends Refusal {
  /** @param lead what happened, in one sentence. */
  constructor(
    readonly lead = 'The storage cannot be reached at the moment.',
    headers: Record<string, string> = {},
  ) {
    super('unavailable', `${lead} Try again shortly.`, null, { 'retry-after': '2', ...headers })
  }
}

/** Thrown when it is unknown whether a commit happened. Only the same request with the same key can find out. */
export class CommitUnknown extends StorageAway {
  /** @param isWaiting whether the commit still waits, e.g. for a standby. */
  constructor(readonly isWaiting: boolean) {
    super('The storage was lost while saving, and it is not known whether it was saved.')
  }
}

/** Whether a statement failed because a row with this key exists (SQLSTATE 23505). @param constraint its name. */
export const isUniqueViolation = (fault: unknown, constraint: string): boolean =>
  errorCode(fault) === '23505' && fault instanceof Error && 'constraint' in fault && fault.constraint === constraint

/** Whether a statement failed because it had no value for this column. */
export const isNullViolation = (fault: unknown, table: string, column: string): boolean =>
  errorCode(fault) === '23502' &&
  fault instanceof Error &&
  'table' in fault &&
  'column' in fault &&
  fault.table === table &&
  fault.column === column

/** The first name that `require_rows` found missing (prisma/migrations/0013_require_rows). */
export const missingRow = (fault: unknown): string | undefined =>
  errorCode(fault) === 'P0002' && fault instanceof Error ? fault.message.split(' ')[0] : undefined

/** Whether a statement failed only because its transaction had already failed (in_failed_sql_transaction). */
export const isAborted = (fault: unknown): boolean => errorCode(fault) === '25P02'

/** Whether a fault means that the storage is unreachable, full, busy or locked, and not that this code is wrong. */
function isUnavailable(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false
  const code = errorCode(fault)
  if (SOCKET_CODES.includes(code) || UNAVAILABLE_CODES.includes(code) || READ_ONLY_CODES.includes(code)) return true
  if (code.length === 5) return UNAVAILABLE_CLASSES.includes(code.slice(0, 2))
  return DRIVER_WORDS.test(fault.message)
}

/** Thrown when the server has not answered in time. */
export class ServerSilent extends StorageAway {
  constructor() {
    super()
    tellWhy('The server has not answered in time.')
  }
}

/**
 * Whether a fault shows that the server takes no writes or is silent. Then no connection opened before it can be trusted.
 */
export const isWrongServer = (fault: unknown): boolean =>
  fault instanceof ServerSilent || READ_ONLY_CODES.includes(errorCode(fault))

/** Whether the driver timed out. */
export const isTimeout = (fault: unknown): boolean => fault instanceof Error && /timeout/i.test(fault.message)

/** Whether the server is up but out of resources, e.g. connections (SQLSTATE class 53). */
export const isOverloaded = (fault: unknown): boolean => errorCode(fault).startsWith('53')

// One per process, however many bundles (the server's and Next's) load this module.
declare global {
  var trellisStorageFailedAt: number | undefined
}

/** Tells the operator why: a client only learns that the storage is away. @param fault words without a value. */
function tellWhy(fault: string): void {
  globalThis.trellisStorageFailedAt = performance.now()
  logBounded('warn', { fault }, 'The storage failed')
}

/** When the storage last failed this process, as `performance.now()`; null if it never did. */
export const storageFailedAt = (): number | null => globalThis.trellisStorageFailedAt ?? null

/**
 * Whether the storage failed this process since then: what failed with it may succeed when it is tried again. Next does
 * not tell why it could not render a page.
 * @param moment `performance.now()` of then.
 */
export const storageFailedSince = (moment: number): boolean => (storageFailedAt() ?? -1) >= moment

/** Turns a driver's error into the refusal that a client gets, and logs it. Other errors are returned unchanged. */
export function translateFault(fault: unknown): unknown {
  if (fault instanceof Refusal || !isUnavailable(fault)) return fault
  // None of these messages holds a value that somebody sent.
  const [words, code] = [faultWords(fault), errorCode(fault)]
  tellWhy(words.includes(code) ? words : `${words} (${code})`)
  return new StorageAway()
}
