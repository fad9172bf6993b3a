import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

function filesBelow(root: string, relative: string, leave: ReadonlySet<string>): string[] {
  const absolute = path.join(root, relative)
  if (leave.has(relative) || !existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [relative]
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesBelow(root, path.posix.join(relative, name), leave))
}

/**
 * One hash over the names and contents of files. Contents, not times: a fresh checkout of the same commit counts as same.
 * @param entries files and folders relative to `root`; absent ones count as empty.
 * @param leave relative paths not to enter.
 */
export function fingerprint(root: string, entries: readonly string[], leave: readonly string[] = []): string {
  const hash = createHash('sha256')
  const skipped = new Set(leave)
  for (const file of entries.flatMap((entry) => filesBelow(root, entry, skipped))) {
    const content = readFileSync(path.join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** Whether the product beside `mark` was made from exactly these inputs. */
export function isFresh(mark: string, print: string): boolean {
  return existsSync(mark) && readFileSync(mark, 'utf8') === print
}

/** Makes a product anew; its mark is gone while it is being made, so that half a product never counts as fresh. */
export async function remake(mark: string, print: string, make: () => Promise<void>): Promise<void> {
  rmSync(mark, { force: true })
  await make()
  writeFileSync(mark, print)
}
