import { log } from '@/lib/telemetry/log'

/** Lines of one kind that are written in a second: what people do, and a sample of what a program does. */
const LINES_MAX = 5
const WINDOW_MS = 1_000

/** Those of a line that make its kind, with level and message, and those of this line alone. */
interface Facts {
  readonly status?: number
  readonly code?: string | undefined
  readonly [more: string]: unknown
}

interface Repeated {
  lines: number
  /** Tells how many more there were. */
  readonly tellMore: (more: number) => void
}

/** The kinds of this second. */
let repeated = new Map<string, Repeated>()

function endWindow(): void {
  const ended = repeated
  repeated = new Map()
  for (const { lines, tellMore } of ended.values()) if (lines > LINES_MAX) tellMore(lines - LINES_MAX)
}

type Level = 'error' | 'warn' | 'info' | 'debug'

/** Counts a line. @returns whether it is one of the first of its kind in this second. */
function isOneOfFew(level: Level, { status, code }: Facts, message: string): boolean {
  if (repeated.size === 0) setTimeout(endWindow, WINDOW_MS).unref()
  const kind = `${level} ${status} ${code} ${message}`
  const tellMore = (more: number) => log()[level]({ status, code, more }, message)
  const mine = repeated.get(kind) ?? { lines: 0, tellMore }
  repeated.set(kind, mine)
  mine.lines += 1
  return mine.lines <= LINES_MAX
}

/**
 * Writes a line that anybody can have written as often as they like, e.g. by a request that is refused: of one kind so many in a
 * second, and then one that tells how many `more` there were. Otherwise one client could fill the disk that keeps the log.
 * `debug` is for whoever wants to see all.
 */
export function logBounded(level: Level, facts: Facts, message: string): void {
  if (!log().isLevelEnabled(level)) return
  if (level === 'debug' || isOneOfFew(level, facts, message)) log()[level](facts, message)
}
