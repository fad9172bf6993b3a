import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${process.pid}.tmp`
  writeFileSync(half, text, { mode: 0o600 })
  renameSync(half, file)
}

/** The text of a private file; when the file is missing or blank, `make` provides it and it is written. */
export function readOrCreatePrivateFile(file: string, make: () => string): string {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept !== '') return kept
  const made = make()
  writePrivateFile(file, `${made}\n`)
  return made
}

/** Makes the data folder. As root, others may enter but not list it, because Postgres then runs as another user. */
export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
