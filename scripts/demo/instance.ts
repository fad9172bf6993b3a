import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '@/lib/durations'
import { parseUrl } from '@/lib/url'
import { ROOT } from '../../server/root'
import type { Clock } from './clock'

export type Settings = ReturnType<typeof readSettings>

const USAGE = 'Usage: npm run demo [-- --url http://localhost:3000]'

function urlArgument(args: readonly string[]): string | undefined {
  const [flag, value, ...rest] = args
  if (flag === undefined) return undefined
  const url = flag === '--url' && value !== undefined && rest.length === 0 ? parseUrl(value) : null
  if (!url) throw new Error(USAGE)
  return url.origin
}

/**
 * The settings of the demo, with the same names and defaults as the instance.
 * @throws Error in one line when the arguments are invalid.
 */
export function readSettings(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const dataDir = path.resolve(ROOT, environment['DATA_DIR'] || '.data')
  return {
    base: urlArgument(args) ?? `http://localhost:${environment['PORT'] || '3000'}`,
    /** The file that holds the instance's clock offset in seconds. */
    clockFile: environment['CLOCK_FILE'] || path.join(dataDir, 'clock'),
    walletsFile: path.join(dataDir, 'demo-wallets.json'),
    /** The folder with the port of the sandbox community and the keys of its Muses. */
    sandboxDir: path.join(dataDir, 'sandbox'),
  }
}

const Key = z.templateLiteral(['0x', z.string()])
/** The private keys of the demo wallets. */
const DemoKeys = z.object({ owner: Key, contributor: Key, verifier: Key, admin: Key })
export type DemoKeys = z.infer<typeof DemoKeys>

/** @throws Error in one line when the data folder has no demo wallets. */
export function readDemoKeys({ walletsFile }: Settings): DemoKeys {
  if (!existsSync(walletsFile)) {
    throw new Error(
      `There are no demo wallets in ${walletsFile}: start with "npm start" and nothing set, or set DATA_DIR as it is there.`,
    )
  }
  const kept = DemoKeys.safeParse(JSON.parse(readFileSync(walletsFile, 'utf8')))
  if (!kept.success) throw new Error(`${walletsFile} is damaged.`)
  return kept.data
}

const Health = z.object({ ok: z.literal(true) })

/** @throws Error in one line when no healthy instance of the service answers. */
export async function requireRunning({ base }: Settings): Promise<void> {
  const answer = await fetch(`${base}/api/health`).catch(() => null)
  if (!answer)
    throw new Error(
      `Nothing answers at ${base}: start the service with "npm start" first, or name its address with --url.`,
    )
  const health = Health.safeParse(await answer.json().catch(() => null))
  if (answer.status === 200 && health.success) return
  throw new Error(`What answers at ${base} is not a healthy instance of this service.`)
}

/** An offset larger than any real clock error. */
const PROBE_MS = 2 * DAY_MS

/**
 * Moves the clock and checks that the instance follows, by the expiry of a sign-in challenge.
 * @throws Error in one line when the instance does not follow the clock file.
 */
export async function requireClock({ base, clockFile }: Settings, clock: Clock): Promise<void> {
  clock.pass(-PROBE_MS)
  const answer = await fetch(`${base}/api/v1/auth/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: privateKeyToAddress(generatePrivateKey()), chainId: 1 }),
  })
  clock.reset()
  if (answer.status === 429) throw new Error('Too many sign-ins from this address lately: try again in ten minutes.')
  const { expiresAt } = z.object({ expiresAt: z.string() }).parse(await answer.json())
  if (Date.parse(expiresAt) < Date.now() - PROBE_MS + 30 * MINUTE_MS) return
  throw new Error(
    `The instance at ${base} does not follow ${clockFile}: start it with CLOCK_FILE set to a file, and set the same here.`,
  )
}
