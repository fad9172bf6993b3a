import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { ROOT } from '@/server/root'
import { endProcess, type Instance } from '@/tests/support/programs'

// The site as a serverless platform has it: a clean clone, `npm run build`, and Next alone before the requests.

const Trace = z.object({ files: z.array(z.string()) })

/** Longer than any test leaves a connection idle: whoever closes it must not be the server (RFC 9112 §9.5). */
const KEEP_ALIVE_MS = 600_000

/** What every process needs; nothing else is inherited. */
const bareEnvironment = () => {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) }
}

function linkFile(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  if (existsSync(to)) return
  try {
    linkSync(from, to)
  } catch {
    // Another file system.
    cpSync(from, to)
  }
}

/** What `npm ci` would put there, without the registry: the same files again, linked, and nothing that was made here. */
function linkPackages(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.name === '.cache') continue
    if (entry.isDirectory()) linkPackages(source, copy)
    else if (entry.isSymbolicLink()) cpSync(source, copy, { verbatimSymlinks: true })
    else linkFile(source, copy)
  }
}

/** Copies the files that the checkout tracks, as they are now. */
export function copyTrackedFiles(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64_000_000 })
  for (const file of listed.split('\0').filter((file) => file !== ''))
    cpSync(path.join(ROOT, file), path.join(folder, file))
}

/** A clone of the checkout with its packages, in a temporary folder. */
export function cleanClone(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-clone-'))
  copyTrackedFiles(folder)
  linkPackages(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export interface Run {
  readonly code: number | null
  readonly output: string
}

/** Runs one of the package's scripts to its end. @param settings its variables beside what every process needs. */
export async function npmRun(folder: string, script: string, settings: Record<string, string> = {}): Promise<Run> {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: folder,
    env: { NODE_ENV: 'production', ...bareEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

/**
 * What the platform does beside Next: it is told of work that must not be frozen with the process (`waitUntil`), which
 * is noted here, and it ends the process.
 */
const PLATFORM = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs'
  process.on('disconnect', () => process.exit(0))
  const note = (word) => process.env.WAITED_LOG && appendFileSync(process.env.WAITED_LOG, word + '\\n')
  const waitUntil = (work) => { note('begun'); Promise.resolve(work).finally(() => note('ended')) }
  globalThis[Symbol.for('@next/request-context')] = { get: () => ({ waitUntil }) }
`)}`

/** Starts Next on a built clone, by `next start`. @param environment all of it; nothing else is inherited. */
export const startBareSite = (folder: string, environment: Record<string, string>): Promise<Instance> =>
  startNext(folder, path.join(folder, 'node_modules', 'next', 'dist', 'bin', 'next'), environment)

async function startNext(folder: string, entry: string, environment: Record<string, string>): Promise<Instance> {
  const port = Number(environment['PORT'])
  const child = fork(entry, ['start', '-p', String(port), '--keepAliveTimeout', String(KEEP_ALIVE_MS)], {
    cwd: folder,
    execArgv: ['--import', PLATFORM],
    env: { NODE_ENV: 'production', VERCEL: '1', ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString('utf8')
        if (said.includes('Ready in')) resolve()
      })
    }
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`Next did not start:\n${said}`)))
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return {
    base: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    environment,
    log: () => said,
    kill: () => endProcess(child, 'SIGKILL').then(() => undefined),
    stop() {
      // The platform ends the process. Next by itself would wait for connections that are kept alive.
      if (child.connected) child.disconnect()
      return endProcess(child, 'SIGTERM')
    },
  }
}

/** What a start without Next's command line looks like (the file that its own "standalone" output writes). */
const PACKED_ENTRY = `
const { config } = require('./.next/required-server-files.json')
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
require('next')
const { startServer } = require('next/dist/server/lib/start-server')
const port = Number(process.env.PORT)
startServer({ dir: __dirname, isDev: false, config, hostname: 'localhost', port, allowRetry: false, keepAliveTimeout: ${KEEP_ALIVE_MS} })
`

/** The files that a trace of Next names: what a function needs beside itself. */
function tracedFiles(trace: string): string[] {
  const { files } = Trace.parse(JSON.parse(readFileSync(trace, 'utf8')))
  return files.map((file) => path.resolve(path.dirname(trace), file))
}

/** What a platform brings by itself: Next, and what Next stands on. */
const OF_THE_PLATFORM = ['next', '@next', '@swc', 'styled-jsx', 'client-only', 'tslib', 'react', 'react-dom']

/** A folder with just what the platform packs into the functions of a built clone, and Next. */
export function packedSite(folder: string): {
  start: (environment: Record<string, string>) => Promise<Instance>
  remove: () => void
} {
  const packed = mkdtempSync(path.join(os.tmpdir(), 'trellis-packed-'))
  const made = readdirSync(path.join(folder, '.next'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(path.join(folder, '.next', 'cache')))
  const traced = made.filter((file) => file.endsWith('.nft.json')).flatMap(tracedFiles)
  const needed = new Set([...made, ...traced, path.join(folder, 'package.json')])
  for (const file of needed) linkFile(file, path.join(packed, path.relative(folder, file)))
  for (const name of OF_THE_PLATFORM) {
    const own = path.join('node_modules', name)
    if (existsSync(path.join(folder, own))) linkPackages(path.join(folder, own), path.join(packed, own))
  }
  cpSync(path.join(folder, 'public'), path.join(packed, 'public'), { recursive: true })
  writeFileSync(path.join(packed, 'server.cjs'), PACKED_ENTRY)
  return {
    start: (environment) => startNext(packed, path.join(packed, 'server.cjs'), environment),
    remove: () => rmSync(packed, { recursive: true, force: true }),
  }
}
