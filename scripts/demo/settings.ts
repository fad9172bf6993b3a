import path from 'node:path'
import { parseUrl } from '@/lib/url'

const ROOT = path.resolve(import.meta.dirname, '../..')

export interface Settings {
  /** Where the instance is reached, without a trailing slash. */
  readonly base: string
  /** The file that holds the instance's clock offset in seconds. */
  readonly clockFile: string
  /** The keys of the instance's demo wallets. */
  readonly walletsFile: string
  /** Where the instance's sandbox community keeps its port and the keys of its Muses. */
  readonly sandboxDir: string
}

const USAGE = 'Usage: npm run demo [-- --url http://localhost:3000]'

function urlArgument(args: readonly string[]): string | undefined {
  const [flag, value, ...rest] = args
  if (flag === undefined) return undefined
  const url = flag === '--url' && value !== undefined && rest.length === 0 ? parseUrl(value) : null
  if (!url) throw new Error(USAGE)
  return url.origin
}

/**
 * What the demo needs to know, with the same names and defaults as the instance.
 * @throws Error in one line when the arguments cannot be understood.
 */
export function readSettings(args: readonly string[], environment: NodeJS.ProcessEnv): Settings {
  const dataDir = path.resolve(ROOT, environment['DATA_DIR'] || '.data')
  return {
    base: urlArgument(args) ?? `http://localhost:${environment['PORT'] || '3000'}`,
    clockFile: environment['CLOCK_FILE'] || path.join(dataDir, 'clock'),
    walletsFile: path.join(dataDir, 'demo-wallets.json'),
    sandboxDir: path.join(dataDir, 'sandbox'),
  }
}
