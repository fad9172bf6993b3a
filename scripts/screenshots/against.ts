import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright'
import { ROOT } from '../../server/root'
import { type Taking, takeAll } from './camera'
import { type Compared, compare, FOLDERS, writeReport } from './compare'
import { startDemoInstance } from './instance'

/** Runs git. @throws Error when it fails, e.g. in a clone without history. */
const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()

/** Checks out a commit with its packages for the duration of `work`. */
async function withCheckout<Result>(commit: string, work: (root: string) => Promise<Result>): Promise<Result> {
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

/** Takes all pages of a checkout's service, on existing records. @returns the files. */
async function drawAll(taking: Taking, root: string, dataDir: string): Promise<string[]> {
  const instance = await startDemoInstance(root, dataDir)
  try {
    const drawn: string[] = []
    for await (const { files } of takeAll(taking, instance)) drawn.push(...files)
    return drawn
  } finally {
    await instance.stop()
  }
}

/**
 * Takes every page of a commit and of this checkout, on the same records: the older version plays the demo, and the newer
 * version takes over its database, as in an upgrade.
 * @returns the page of the differences.
 */
export async function drawAgainst(commit: string, { browser, to, only }: Taking): Promise<string> {
  const folders = Object.values(FOLDERS).map((name) => path.join(to, name))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  for (const folder of folders) mkdirSync(folder, { recursive: true })
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'trellis-screenshots-'))
  try {
    const drawn = async (root: string, name: string) => {
      console.log(`Drawing every page: ${name} …`)
      return drawAll({ browser, to: path.join(to, name), only }, root, dataDir)
    }
    const before = await withCheckout(commit, (root) => drawn(root, FOLDERS.before))
    const after = await drawn(ROOT, FOLDERS.after)
    const files = [...new Set([...before, ...after])]
    return writeReport(to, git('rev-parse', '--short', commit), await compareAll(browser, to, files))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function compareAll(browser: Browser, to: string, files: readonly string[]): Promise<Compared[]> {
  const page = await browser.newPage()
  const compared: Compared[] = []
  for (const file of files) {
    const [before, after] = [FOLDERS.before, FOLDERS.after].map((name) => path.join(to, name, file))
    if (!before || !after || !existsSync(before) || !existsSync(after)) {
      compared.push({ file, differs: 'missing' })
      continue
    }
    const difference = await compare(page, before, after)
    if (difference) writeFileSync(path.join(to, FOLDERS.marked, file), difference.marked)
    compared.push({ file, differs: difference?.pixels ?? null })
  }
  await page.close()
  return compared
}
