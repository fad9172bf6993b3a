import { type DestinationStream, type Logger, pino } from 'pino'
import { z } from 'zod'
import { logLevel, workerNumber } from '@/lib/env'
import { escaped } from '@/lib/text/escaped'

// The log: one line of JSON per event (docs/operating.md#logs). It never contains a secret, a body, a URL or a full address.

// One per process, although several bundles (the server's and Next's) load this module.
declare global {
  var trellisLog: Logger | undefined
}

const Line = z.looseObject({ level: z.string(), time: z.string(), msg: z.string() })

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Formats a line for a terminal: `06:21:03 info  request  status=201 ms=12.4 …`. It stays one line, whatever it quotes. */
export function prettyLine(text: string): string {
  const { level, time, msg, ...facts } = Line.parse(JSON.parse(text))
  const pairs = Object.entries(facts).map(([name, value]) => `${name}=${asText(value)}`)
  return `${time.slice(11, 19)} ${level.padEnd(5)} ${escaped([msg, ...pairs].join(' '))}\n`
}

const terminal: DestinationStream = { write: (text) => void process.stdout.write(prettyLine(text)) }

/** Characters that wait at most until there is room for them. More are dropped. */
const WAITING_MAX = 1_000_000

/**
 * Each line is one synchronous write, so lines of several workers do not mix, and none is lost at exit. A write that fails,
 * as on a full disk, fails nobody who logs.
 */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: WAITING_MAX })
  output.on('error', () => undefined)
  return output
}

function openLog(): Logger {
  const worker = workerNumber()
  return pino(
    {
      level: logLevel(),
      base: worker ? { worker } : null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    process.stdout.isTTY ? terminal : openOutput(),
  )
}

/** The log of this process. */
export function log(): Logger {
  globalThis.trellisLog ??= openLog()
  return globalThis.trellisLog
}

/** Removes user names and passwords from URLs in a text. */
export const withoutCredentials = (words: string): string => words.replace(/:\/\/[^@\s/]*@/g, '://…@')

/** An error's name and message, without its stack: a driver's stack may contain values. */
export const faultWords = (fault: unknown): string =>
  fault instanceof Error ? withoutCredentials(`${fault.name}: ${fault.message}`) : 'something that is not an Error'
