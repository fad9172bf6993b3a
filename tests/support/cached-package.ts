import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '@/server/root'

/**
 * A package that is too large to be installed for every checkout and that few runs need: npm installs it once, below
 * `node_modules/.cache`.
 * @param name of the package.
 * @param version exactly.
 * @returns the address to import it from, or null where npm cannot get it.
 */
export function cachedPackage(name: string, version: string): string | null {
  const folder = path.join(ROOT, 'node_modules', '.cache', `${name.replace(/.*\//, '')}-${version}`)
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`]
  const isThere = existsSync(path.join(folder, 'node_modules', name, 'package.json'))
  if (!isThere && spawnSync('npm', args, { stdio: 'ignore' }).status !== 0) return null
  return pathToFileURL(createRequire(path.join(folder, 'index.js')).resolve(name)).href
}
