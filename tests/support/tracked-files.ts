import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Every text of the repository, those that are not committed yet too, as paths from its root. */
export const trackedFiles: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|css|prisma|sql|md|json|ya?ml)$/.test(file))
  .filter((file) => file !== 'package-lock.json' && existsSync(path.join(ROOT, file)))

export const isInRepository = (file: string): boolean => existsSync(path.join(ROOT, file))

/** @param file its path from the root. */
export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
