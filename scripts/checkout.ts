import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from '../server/build'

/** What git says. @throws Error where it fails, e.g. where the history is not there. */
export const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Checks a commit out, installs what it needs, and removes it again afterwards. */
export async function withCheckout<Result>(commit: string, work: (root: string) => Promise<Result>): Promise<Result> {
  const root = path.join(mkdtempSync(path.join(os.tmpdir(), 'trellis-checkout-')), 'checkout')
  git('worktree', 'add', '--detach', '--quiet', root, commit)
  try {
    const install = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--silent']
    execFileSync('npm', install, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    return await work(root)
  } finally {
    git('worktree', 'remove', '--force', root)
    rmSync(path.dirname(root), { recursive: true, force: true })
  }
}
