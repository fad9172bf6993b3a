import { createHash } from 'node:crypto'
import { endFaults, newReading, readLine, type Shown } from '@/lib/export/check-line'
import { type ExportEnd, type ExportLine, parseExportLine } from '@/lib/export/lines'

/** Something that is wrong in an export. */
export interface ExportFault {
  /** From 1. */
  readonly line: number
  readonly because: string
}

/** What an export can prove. */
export interface ExportVerdict {
  /** How many lines there are of each type. */
  readonly lines: ReadonlyMap<string, number>
  /** Checks that held. */
  readonly held: number
  /** Checks that nothing in the file would decide, e.g. of content that a moderator hid. */
  readonly unknown: number
  readonly faults: readonly ExportFault[]
  /** The key that signed the export, where one did. */
  readonly signedBy: string | null
  /** Whether that is a key which the reader named; null where the reader named none. */
  readonly isKeyKnown: boolean | null
}

const LINE_FEED = 0x0a

/** Bytes cut into lines, each without its line feed. */
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

/** What is wrong, without what is not. */
const sentences = (faults: Shown['faults'] = []) => faults.flatMap((because) => (because ? [because] : []))

/** What is wrong with where a line stands, or with what it is. */
function misplaced(number: number, line: ExportLine | null, end: ExportEnd | null): string | null {
  if (end) return 'It stands behind the end.'
  if ((number === 1) !== (line?.type === 'export')) return 'An export begins with its head, and has one.'
  return line ? null : 'It is no line of an export.'
}

/** Collects what the checks of an export give. */
function createTally() {
  const lines = new Map<string, number>()
  const faults: ExportFault[] = []
  const told = { held: 0, unknown: 0 }
  return {
    lines,
    faults,
    told,
    /** Faults of a line; none of them is a check that held. */
    tell(line: number, becauses: readonly string[]) {
      for (const because of becauses) faults.push({ line, because })
      if (becauses.length === 0) told.held += 1
    },
    show(line: number, { findings = [], faults: said }: Shown) {
      this.tell(line, sentences(said))
      for (const { what, result, because } of findings) {
        if (result === 'invalid') faults.push({ line, because: `${what}: ${because}` })
        else told[result === 'valid' ? 'held' : 'unknown'] += 1
      }
    },
  }
}

function signerOf(end: ExportEnd | null, known: readonly string[]): Pick<ExportVerdict, 'signedBy' | 'isKeyKnown'> {
  const signedBy = end?.serviceKey ?? null
  return { signedBy, isKeyKnown: known.length === 0 ? null : signedBy !== null && known.includes(signedBy) }
}

/**
 * Checks an export with nothing but itself: that no line is missing or was changed, histories, receipts, every signature, the sums of
 * the ledger, and that these agree. It is read once, line by line.
 * @param bytes of the export, in chunks of any size.
 * @param known the service's public keys as the reader knows them. Without one nobody can tell whose export it is: another service's
 *   is consistent in itself.
 */
export async function checkExport(
  bytes: AsyncIterable<Uint8Array>,
  known: readonly string[] = [],
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
  return { lines: tally.lines, ...tally.told, faults: tally.faults, ...signerOf(end, known) }
}
