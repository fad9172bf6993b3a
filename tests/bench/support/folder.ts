import { mkdirSync } from 'node:fs'
import path from 'node:path'

/** The root of the checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../../..')

/** A folder for what a run makes: below `node_modules`, so that packages resolve and git sees nothing. */
export function benchFolder(name: string): string {
  const folder = path.join(ROOT, 'node_modules', '.cache', 'trellis-bench', name)
  mkdirSync(folder, { recursive: true })
  return folder
}
