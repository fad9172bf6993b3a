import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

interface Ids {
  readonly uid: number
  readonly gid: number
}

/**
 * Postgres refuses to run as root. When this process is root, Postgres runs as another user: the owner of an existing data
 * folder, otherwise the user `postgres`, which is created when missing.
 */
export interface PostgresAccount {
  /** Null when this process is an ordinary user and Postgres runs as that user. */
  readonly ids: Ids | null
  /** Words before the program, e.g. `setpriv …` when only root can enter a folder of its path. */
  readonly prefix: readonly string[]
}

const POSTGRES_USER = 'postgres'

function idsOf(user: string): Ids | null {
  const uid = spawnSync('id', ['-u', user], { encoding: 'utf8' })
  const gid = spawnSync('id', ['-g', user], { encoding: 'utf8' })
  if (uid.status !== 0 || gid.status !== 0) return null
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function findOrMakeUser(): Ids {
  const known = idsOf(POSTGRES_USER)
  if (known) return known
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', POSTGRES_USER])
  const made = idsOf(POSTGRES_USER)
  if (made) return made
  throw new Error(
    `Postgres must not run as root and the user "${POSTGRES_USER}" could not be made: start as an ordinary user, or set DATABASE_URL.`,
  )
}

function mayEnter(folder: Stats, ids: Ids): boolean {
  if (folder.uid === ids.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === ids.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}

/** The nearest parent folder of `target` that the user may not enter, or null. */
function closedFolder(target: string, ids: Ids): string | null {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    if (!mayEnter(statSync(folder), ids)) return folder
    if (folder === path.dirname(folder)) return null
  }
}

/** `setpriv` changes the user and keeps only the right to enter folders and read files, e.g. below `/root`. */
function passThrough(ids: Ids, program: string, folder: string): string[] {
  for (const right of ['+dac_read_search', '+dac_override']) {
    // Without the secure bit, access(2) would check only the user, and initdb would not find its programs.
    const words = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups', '--securebits=+no_setuid_fixup']
    words.push(`--inh-caps=${right}`, `--ambient-caps=${right}`, '--')
    if (spawnSync('setpriv', [...words, program, '--version'], { stdio: 'ignore' }).status === 0)
      return ['setpriv', ...words]
  }
  throw new Error(
    `Postgres must not run as root, and its user cannot enter ${folder}: move the checkout and DATA_DIR elsewhere, start as an ordinary user, or set DATABASE_URL.`,
  )
}

/**
 * Decides which user runs Postgres.
 * @param dataDir the cluster's folder; its parent must exist.
 * @param program the absolute path of the `postgres` program.
 * @throws Error in one line that says what to do.
 */
export function postgresAccount(dataDir: string, program: string): PostgresAccount {
  const owner = existsSync(dataDir) ? statSync(dataDir) : null
  const uid = process.getuid?.()
  if (uid !== 0) {
    if (owner && uid !== undefined && owner.uid !== uid) {
      throw new Error(`${dataDir} belongs to another user (id ${owner.uid}): start as that user or as root.`)
    }
    return { ids: null, prefix: [] }
  }
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findOrMakeUser()
  const closed = closedFolder(dataDir, ids) ?? closedFolder(program, ids)
  return { ids, prefix: closed === null ? [] : passThrough(ids, program, closed) }
}

/** Starts a program as the account. It does not inherit this process's environment, which contains secrets. */
export function spawnAs(
  account: PostgresAccount,
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [first = program, ...rest] = [...account.prefix, program, ...args]
  // With a prefix, `setpriv` itself starts as root and changes the user.
  const ids = account.ids !== null && account.prefix.length === 0 ? account.ids : {}
  const env = { PATH: process.env.PATH, SYSTEMROOT: process.env.SYSTEMROOT, LC_ALL: 'C', TZ: 'UTC' }
  return spawn(first, rest, { ...options, ...ids, env: { ...env, NODE_ENV: process.env.NODE_ENV } })
}
