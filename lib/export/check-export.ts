import { createHash } from 'node:crypto'
import { endFaults, type LineResult, newReading, readLine } from '@/lib/export/check-line'
import { type ExportEnd, type ExportLine, parseExportLine } from '@/lib/export/lines'
import type { KeyPeriod } from '@/lib/verify/key-period'
import { isTrusted } from '@/lib/verify/trust'

/** A fault in an export. */
export interface ExportFault {
  /** From 1. */
  readonly line: number
  readonly because: string
}

/** The result of checking an export. */
export interface ExportVerdict {
  /** The number of lines of each type. */
  readonly lines: ReadonlyMap<string, number>
  /** The number of checks that passed. */
  readonly held: number
  /** The number of checks that the file cannot decide, e.g. because a moderator hid the content. */
  readonly unknown: number
  readonly faults: readonly ExportFault[]
  /** The key that signed the export, or null. */
  readonly signedBy: string | null
  /** Whether the reader listed that key, and it was not replaced before the export; null when the reader listed none. */
  readonly isKeyKnown: boolean | null
}

const LINE_FEED = 0x0a

/** Splits bytes into lines, without their line feeds. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...held, chunk.subarray(from, at)])
      held = []
      from = at + 1
    }
    if (from < chunk.length) held.push(chunk.subarray(from))
  }
  if (held.length > 0) yield Buffer.concat(held)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return ''
  }
}

/** The faults alone, without the conditions that hold. */
const sentences = (faults: LineResult['faults'] = []) => faults.flatMap((because) => (because ? [because] : []))

/** The fault of a line's position or type, or null. */
function misplaced(number: number, line: ExportLine | null, end: ExportEnd | null): string | null {
  if (end) return 'It stands behind the end.'
  if ((number === 1) !== (line?.type === 'export')) return 'An export begins with its head, and has one.'
  return line ? null : 'It is no line of an export.'
}

/** Collects the results of the checks of an export. */
function createTally() {
  const lines = new Map<string, number>()
  const faults: ExportFault[] = []
  const counts = { held: 0, unknown: 0 }
  return {
    lines,
    faults,
    counts,
    /** Adds the faults of a line; an empty list counts as a passed check. */
    tell(line: number, becauses: readonly string[]) {
      for (const because of becauses) faults.push({ line, because })
      if (becauses.length === 0) counts.held += 1
    },
    show(line: number, { findings = [], faults: said }: LineResult) {
      this.tell(line, sentences(said))
      for (const { what, result, because } of findings) {
        if (result === 'invalid') faults.push({ line, because: `${what}: ${because}` })
        else counts[result === 'valid' ? 'held' : 'unknown'] += 1
      }
    },
  }
}

function signerOf(
  takenAt: string | null,
  end: ExportEnd | null,
  known: readonly KeyPeriod[],
): Pick<ExportVerdict, 'signedBy' | 'isKeyKnown'> {
  const signedBy = end?.serviceKey ?? null
  if (known.length === 0) return { signedBy, isKeyKnown: null }
  return { signedBy, isKeyKnown: takenAt !== null && signedBy !== null && isTrusted(known, signedBy, takenAt) }
}

/**
 * Checks an export offline: that no line is missing or changed, histories, receipts, every signature, the sums of the ledger,
 * and that these agree. It reads the export once, line by line.
 * @param bytes of the export, in chunks of any size.
 * @param known the service's keys that the reader trusts. Without one, the origin of the export stays open: the export of
 *   another service is also consistent in itself. A replaced key may have leaked, so it counts only for an earlier export.
 */
export async function checkExport(
  bytes: AsyncIterable<Uint8Array>,
  known: readonly KeyPeriod[] = [],
): Promise<ExportVerdict> {
  const reading = newReading()
  const tally = createTally()
  const hash = createHash('sha256')
  let number = 0
  let end: ExportEnd | null = null
  for await (const raw of linesOf(bytes)) {
    number += 1
    const line = parseExportLine(textOf(raw))
    const fault = misplaced(number, line, end)
    if (fault) tally.tell(number, [fault])
    if (fault && number === 1) break
    if (line) tally.lines.set(line.type, (tally.lines.get(line.type) ?? 0) + 1)
    if (line?.type === 'end') {
      const before = { lines: number - 1, sha256: hash.copy().digest('hex') }
      tally.tell(number, sentences(await endFaults(line, reading, before)))
      end = line
      continue
    }
    hash.update(raw).update('\n')
    if (line) tally.show(number, await readLine(reading, line))
  }
  if (!end) tally.tell(number, ['The end is missing.'])
  return { lines: tally.lines, ...tally.counts, faults: tally.faults, ...signerOf(reading.takenAt, end, known) }
}
