import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file beside another, which only this user may read, to be put in its place as a whole. @returns its path. */
function writeBeside(file: string, text: string): string {
  const beside = `${file}.${process.pid}.tmp`
  writeFileSync(beside, text, { mode: 0o600 })
  return beside
}

/** Writes a file that only this user may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  renameSync(writeBeside(file, text), file)
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

/**
 * The text of a private file; when the file is missing or blank, `make` provides it and it is written. Of several processes that
 * find it missing, the first one writes it, and all of them return its text.
 */
export function readOrCreatePrivateFile(file: string, make: () => string): string {
  const kept = textOf(file)
  if (kept !== '') return kept
  const mine = writeBeside(file, `${make()}\n`)
  try {
    // Unlike a rename, a link never replaces what another process has written meanwhile.
    linkSync(mine, file)
    rmSync(mine)
  } catch {
    if (textOf(file) === '') renameSync(mine, file)
    else rmSync(mine)
  }
  return textOf(file)
}

/** 32 random bytes in base64url. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The secret of a private file, which is made on first use. */
export const readOrCreateSecret = (file: string): string => readOrCreatePrivateFile(file, newSecret)
