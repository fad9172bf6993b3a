import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { applyMigrations } from '@/lib/db/migrate'
import { startThrowawayPostgres } from '@/server/postgres/embedded'
import { ROOT } from '@/server/root'
import { serviceEnvironment } from '@/tests/support/environment'
import { chooseFreePort } from '@/tests/support/ports'
import { requirePrograms, run, wait } from './programs'

// `npm run rig:image`: runs the steps of deploy/Dockerfile without Docker. Each stage's /app is a separate folder that is
// mounted there; the rest of the file system is this machine's. At the end the service runs on a read-only file system as
// an unprivileged user, its health check runs like Docker's, and it is stopped.

requirePrograms({ unshare: 'util-linux', setpriv: 'util-linux' })
const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-image-'))
chmodSync(folder, 0o755)
/** The mount point, if it had to be created. */
const made = mkdirSync('/app', { recursive: true })
const NOBODY = '65534'

/** The instructions of a Dockerfile by stage, with continued lines joined. */
function stagesOf(text: string): string[][] {
  const lines = text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return lines.reduce<string[][]>((stages, line) => {
    if (line.startsWith('FROM ')) stages.push([])
    stages.at(-1)?.push(line)
    return stages
  }, [])
}

/** The files of the build context: those of git, without those that .dockerignore excludes. */
function contextFiles(): string[] {
  const rules = readFileSync(path.join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ kept: line.startsWith('!'), name: line.replace(/^!/, '') }))
  const isIn = (file: string, name: string) => name === '*' || file === name || file.startsWith(`${name}/`)
  // The last matching rule decides.
  const isKept = (file: string) => rules.findLast(({ name }) => isIn(file, name))?.kept ?? true
  return run('git', '-C', ROOT, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n').filter(isKept)
}

/** Runs a shell line with `app` mounted at /app. @throws Error when it fails. */
function inStage(app: string, line: string, environment: Record<string, string>): void {
  const mounted = `mount --bind "$APP" /app && cd /app && ${line}`
  const variables = { PATH: process.env.PATH, HOME: folder, ...environment, APP: app }
  const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const words = ['-i', ...given, 'unshare', '-m', 'sh', '-c', mounted]
  const { status } = spawnSync('env', words, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`"${line}" failed.`)
}

/** Executes a COPY from an earlier stage or from the context. */
function copy(words: readonly string[], app: string, stages: ReadonlyMap<string, string>): void {
  const [first = ''] = words
  if (first.startsWith('--from=')) {
    cpSync(stages.get(first.slice('--from='.length)) ?? '', app, { recursive: true, verbatimSymlinks: true })
    return
  }
  const named = contextFiles().filter((file) => file !== '' && (first === '.' || words.includes(file)))
  for (const file of named) cpSync(path.join(ROOT, file), path.join(app, file), { verbatimSymlinks: true })
}

/** Builds a stage. @returns the variables that it sets. */
function buildStage(lines: readonly string[], stages: Map<string, string>): Record<string, string> {
  const [, name = 'last'] = /^FROM \S+(?: AS (\S+))?/.exec(lines[0] ?? '') ?? []
  const app = path.join(folder, name)
  mkdirSync(app)
  stages.set(name, app)
  const environment: Record<string, string> = {}
  for (const line of lines.slice(1)) {
    console.log(line)
    const [word = '', ...words] = line.split(/\s+/)
    if (word === 'ENV') Object.assign(environment, Object.fromEntries(words.map((pair) => pair.split('='))))
    if (word === 'COPY') copy(words, app, stages)
    // Only /app belongs to the stage, so steps outside of it are skipped.
    if (word === 'RUN' && !line.includes('/evidence')) inStage(app, words.join(' '), environment)
  }
  return environment
}

const jsonOf = (lines: readonly string[], instruction: string): string[] => {
  const line = lines.find((each) => each.startsWith(instruction)) ?? ''
  return JSON.parse(line.slice(line.indexOf('[')))
}

async function main(): Promise<void> {
  const stages = new Map<string, string>()
  const files = stagesOf(readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8'))
  const last = files.at(-1) ?? []
  let environment: Record<string, string> = {}
  for (const lines of files) environment = buildStage(lines, stages)
  const postgres = await startThrowawayPostgres({})
  try {
    await applyMigrations(postgres.url)
    const port = await chooseFreePort()
    const evidence = path.join(folder, 'evidence')
    run('install', '-d', '-o', NOBODY, '-g', NOBODY, '-m', '700', evidence)
    const env = {
      ...serviceEnvironment({ databaseUrl: postgres.url, clockFile: '', port }),
      ...environment,
      PORT: String(port),
      EVIDENCE: evidence,
      // A folder that exists on every machine.
      EVIDENCE_DIR: '/mnt',
      PARSE_ROWS: '',
      PATH: process.env.PATH,
      APP: stages.get('last'),
      NODE_ENV: 'production' as const,
    }
    // Everything is read-only, except /tmp in memory and the volume.
    const mounts = `mount --bind "$APP" /app && mount -o remount,bind,ro /app && mount -o remount,bind,ro / &&
      mount --bind "$EVIDENCE" /mnt && mount -o remount,bind,rw /mnt && mount -t tmpfs none /tmp && cd /app && exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs "$@"`
    const service = spawn('unshare', ['-m', 'sh', '-c', mounts, 'sh', ...jsonOf(last, 'CMD')], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const ended = once(service, 'exit')
    const [check = '', ...words] = jsonOf(last, 'HEALTHCHECK')
    await wait(async () => spawnSync(check, words, { env }).status === 0, 'it was healthy')
    const page = await fetch(`http://localhost:${port}/challenges`)
    console.log(`Healthy; a page is ${page.status}; ${run('du', '-sh', env.APP ?? '').split('\t')[0]} in /app.`)
    service.kill('SIGTERM')
    const [code] = await ended
    console.log(`Ended with ${code}.`)
    if (code !== 0 || !page.ok) process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
  if (made) rmdirSync(made)
}
process.exit()
