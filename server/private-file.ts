import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only this user may read, whole or not at all. */
export function writePrivateFile(file: string, text: string): void {
  const half = `${file}.${process.pid}.tmp`
  writeFileSync(half, text, { mode: 0o600 })
  renameSync(half, file)
}

/** The text of a private file, made and written once when it is missing or blank. */
export function readOrCreatePrivateFile(file: string, make: () => string): string {
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept !== '') return kept
  const made = make()
  writePrivateFile(file, `${made}\n`)
  return made
}

/** Makes the data folder. Others may pass it, because Postgres may run as another user, but not list it. */
export function makeDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}
