import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { STATIC_FILES } from '../pages/next'

let known: ReadonlySet<string> | undefined

function listed(): ReadonlySet<string> {
  const { folder } = STATIC_FILES
  if (!existsSync(folder)) return new Set()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  return new Set(paths.map((file) => `${STATIC_FILES.path}${file.split(path.sep).join('/')}`))
}

/**
 * Whether a path below Next's own prefix is a file of the build, spelt exactly as pages name it. Nothing else there is
 * of use to anybody: no image optimiser, no data of the other router, no tools of development.
 */
export function isStaticFile(pathname: string): boolean {
  known ??= listed()
  return known.has(pathname)
}
