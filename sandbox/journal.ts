import { closeSync, constants, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

/**
 * Opens a journal, an append-only file of JSON lines, and replays it. An unfinished last line of a killed
 * process was never acknowledged; it is removed.
 * @param replay called with each entry; may throw.
 * @throws Error in one line when a whole line cannot be read.
 */
export function openJournal(file: string, replay: (entry: unknown) => void) {
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
  try {
    const bytes = readFileSync(fd)
    const whole = bytes.lastIndexOf('\n') + 1
    replayLines(file, bytes.toString('utf8', 0, whole), replay)
    if (whole < bytes.length) ftruncateSync(fd, whole)
    return writer(fd, whole)
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function replayLines(file: string, text: string, replay: (entry: unknown) => void): void {
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    try {
      replay(JSON.parse(line))
    } catch {
      throw new Error(`${file} is damaged in line ${index + 1}: put a copy of it back, or remove it to begin anew.`)
    }
  }
}

function writer(fd: number, end: number) {
  let size = end
  let isBroken = false
  return {
    /** Writes an entry and returns once it is on the disk. @throws Error when the write fails; then it is undone. */
    append(entry: object) {
      if (isBroken) throw new Error('The journal cannot be written any more.')
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      try {
        for (let sent = 0; sent < line.length; ) sent += writeSync(fd, line, sent, line.length - sent, size + sent)
        fdatasyncSync(fd)
      } catch (error) {
        // Remove a partly written line before the next entry follows it.
        isBroken = true
        ftruncateSync(fd, size)
        isBroken = false
        throw error
      }
      size += line.length
    },
    close: () => closeSync(fd),
  }
}
