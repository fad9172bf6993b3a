import { existsSync } from 'node:fs'
import path from 'node:path'

/** The nearest folder above this module that holds the checkout: the module may be part of a bundle somewhere below it. */
function findRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'next.config.ts')) && folder !== path.dirname(folder))
    folder = path.dirname(folder)
  return folder
}

/** The folder of the checkout. */
export const ROOT = findRoot()
