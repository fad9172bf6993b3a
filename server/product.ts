import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withLock } from './process-lock'
import { ROOT } from './root'

export const CLIENT_DIR = path.join('lib', 'db', 'generated')
export const CHECKER_DIR = path.join('lib', 'verify', 'generated')
const GENERATED: ReadonlySet<string> = new Set([CLIENT_DIR, CHECKER_DIR, path.join('client', 'src', 'generated')])

export interface Preparation {
  /** Reports slow steps to the user. */
  say(line: string): void
  /** Aborts a running tool. */
  signal?: AbortSignal
  /** Shows the tools' output as it comes, not only when they fail. */
  verbose?: boolean
}

/** The files below a path, without generated folders; empty when the path does not exist. */
function filesBelow(relative: string): string[] {
  const absolute = path.join(ROOT, relative)
  if (GENERATED.has(relative) || !existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [relative]
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesBelow(path.posix.join(relative, name)))
}

/** A hash of the names and contents of files. It ignores times, so a fresh checkout of the same commit has the same hash. */
export function fingerprint(entries: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of entries.flatMap(filesBelow)) {
    const content = readFileSync(path.join(ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** A product that is built from the checkout. */
export interface Product {
  /** The file that stores the fingerprint of its inputs; relative to the checkout. */
  readonly mark: string
  readonly print: string
  /** A file that must exist for the product to be fresh. */
  readonly needs?: string
  /** The message to the user while it is built. */
  readonly words: string
  make(): Promise<void>
}

/**
 * Builds a product when its inputs have changed. Two starts from one checkout take turns, and the second finds it fresh. The
 * mark is removed during the build, so that a partial product never counts as fresh.
 * @returns whether it was built.
 */
export async function ensure(
  { mark, print, needs = mark, words, make }: Product,
  { say }: Preparation,
): Promise<boolean> {
  const file = path.join(ROOT, mark)
  const isFresh = () => existsSync(file) && readFileSync(file, 'utf8') === print && existsSync(path.join(ROOT, needs))
  if (isFresh()) return false
  const locks = path.join(ROOT, 'node_modules', '.cache')
  mkdirSync(locks, { recursive: true })
  const work = async () => {
    if (isFresh()) return false
    say(words)
    rmSync(file, { force: true })
    await make()
    writeFileSync(file, print)
    return true
  }
  return withLock(path.join(locks, 'trellis-build.pid'), work, () => say('Another start is building; waiting for it …'))
}
