import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bundlePrograms, INSTANCE } from '@/tests/support/programs'
import { readReleases } from '@/tests/support/releases'
import { run } from './programs'

const MIGRATIONS = path.join('prisma', 'migrations')

/**
 * The commit of the previous version: the newest release's tag, otherwise the last commit of the main line without the newest
 * migration.
 * @param root a checkout.
 * @param wanted another commit.
 * @throws Error in one line when the clone does not contain it.
 */
export function findPrevious(root: string, wanted?: string): string {
  const ask = (...words: string[]): string => {
    try {
      return run('git', '-C', root, ...words).trim()
    } catch {
      return ''
    }
  }
  const commitOf = (name: string) => ask('rev-parse', '--verify', '--quiet', `${name}^{commit}`)
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  const tags = readReleases(changelog).map(({ version }) => commitOf(`v${version}`))
  const newest =
    readdirSync(path.join(root, MIGRATIONS))
      .sort()
      .findLast((name) => /^\d{4}_/.test(name)) ?? ''
  const adding = ['log', '-1', '--first-parent', '-m', '--diff-filter=A', '--format=%H']
  const added = ask(...adding, '--', path.join(MIGRATIONS, newest))
  const released = tags.find((commit) => commit !== '' && commit !== commitOf('HEAD'))
  const found = wanted ? commitOf(wanted) : released || (added && commitOf(`${added}^1`))
  if (found) return found
  const what = wanted ? `the commit ${wanted}` : 'the version before'
  throw new Error(
    `This clone does not have ${what}: "git fetch --unshallow --tags" brings it, or --from names another one.`,
  )
}

/** Runs a program in a folder. Its standard output is hidden. */
const runIn = (folder: string, program: string, ...args: string[]) =>
  void execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })

/** Hard-links the packages of this checkout. @returns whether the file system allows it. */
const linkPackages = (root: string, folder: string): boolean =>
  spawnSync('cp', ['-al', path.join(root, 'node_modules'), folder], { stdio: 'ignore' }).status === 0

/** Installs its packages: those of this checkout if both lock files are the same, otherwise its own. */
function bringPackages(root: string, folder: string): void {
  const lockOf = (checkout: string) => readFileSync(path.join(checkout, 'package-lock.json'), 'utf8')
  if (lockOf(root) === lockOf(folder) && linkPackages(root, folder)) return
  runIn(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
}

/** Unpacks a commit in a temporary folder and makes it ready to run. */
export async function openPrevious(root: string, commit: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-previous-'))
  const archive = path.join(folder, 'checkout.tar')
  run('git', '-C', root, 'archive', `--output=${archive}`, commit)
  runIn(folder, 'tar', 'xf', archive)
  rmSync(archive)
  bringPackages(root, folder)
  runIn(folder, process.execPath, '--import', 'tsx', path.join('scripts', 'generate.ts'))
  const programs = await bundlePrograms(folder, [INSTANCE])
  return {
    folder,
    /** The bundled process of the service. */
    program: path.join(programs, `${INSTANCE}.mjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Replaces a checkout's migrations by this version's, so that its tests run on this version's schema. */
export function giveMigrations(root: string, folder: string): void {
  rmSync(path.join(folder, MIGRATIONS), { recursive: true })
  cpSync(path.join(root, MIGRATIONS), path.join(folder, MIGRATIONS), { recursive: true })
}
