import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${process.pid}.tmp`
  writeFileSync(half, text, { mode: 0o600 })
  renameSync(half, file)
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')

/**
 * The text of a private file; when the file is missing or blank, `make` provides it and it is written. Of several processes that
 * find it missing, the first one writes it, and all of them return its text.
 */
export function readOrCreatePrivateFile(file: string, make: () => string): string {
  const kept = textOf(file)
  if (kept !== '') return kept
  const mine = `${file}.${process.pid}.tmp`
  writeFileSync(mine, `${make()}\n`, { mode: 0o600 })
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

/** Makes the data folder. As root, others may enter but not list it, because Postgres then runs as another user. */
export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
