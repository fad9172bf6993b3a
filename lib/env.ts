import { z } from 'zod'
import { normaliseAddress } from '@/lib/address'
import { isChainId } from '@/lib/id'
import { isLoopback, parseUrl } from '@/lib/url'

/**
 * The only module of `lib` that reads the environment. Values are checked on first use. The start calls `checkEnvironment`, so that a
 * mistake is reported in one line before anything listens.
 */

const seed = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be a 32-byte Ed25519 seed in base64url without padding')
/** A whole number within bounds, so that none is too large to be exact, and those of workers are written as they are read. */
const whole = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)
const port = whole(1, 65_535)
/** An IPv6 address, with its zone, or an IPv4 address or a name. Whether it leads to this machine is seen when something listens there. */
const HOST = /^(?:[\dA-Fa-f]*:[\dA-Fa-f.]*:[\dA-Fa-f:.]*(?:%[\w.-]+)?|[A-Za-z\d](?:[\w.-]{0,251}[A-Za-z\d])?)$/
const host = z.string().regex(HOST, 'must be an IP address, without brackets, or the name of a host, without a port')
/** More than any machine has. */
const CONNECTIONS_ALLOWED = 1_000_000
const MEGABYTE = 1024 * 1024
const bytes = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a number of bytes')
  .transform(Number)
const chainId = z.string().refine(isChainId, 'must be a chain id')
const onOff = z.enum(['on', 'off'], 'must be "on" or "off"')
const address = z.string().transform((value, context) => {
  const known = normaliseAddress(value)
  if (known) return known
  context.issues.push({ code: 'custom', message: 'must be an address', input: value })
  return z.NEVER
})
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a whole http:// or https:// URL', abort: true })
const communityUrl = httpUrl.refine(
  (url) => new URL(url).protocol === 'https:' || isLoopback(new URL(url).hostname),
  'must be an https:// URL; only on loopback may it be http://',
)

const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const

const Variables = z.object({
  PORT: port.default(3000),
  LISTEN_HOST: host.optional(),
  APP_URL: httpUrl.optional(),
  SERVICE_NAME: z
    .string()
    .trim()
    .min(1, 'must have a visible character')
    .max(60, 'must have at most 60 characters')
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line')
    .default('Trellis'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// URL', abort: true })
    .refine(
      // As the driver reads it: with a socket in `?host=` there may be no host before the path.
      (url) => parseUrl(url.replace('@/', '@socket/')) !== null,
      'must be a URL of one host; in its password write / as %2F, # as %23, ? as %3F, @ as %40, : as %3A, % as %25',
    ),
  DATA_DIR: z.string().min(1).default('.data'),
  SESSION_SECRET: z.string().min(32, 'must be at least 32 characters'),
  SERVICE_PRIVATE_KEY: seed,
  CRON_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  COMMUNITY_URL: communityUrl.optional(),
  COMMUNITY_PUBLISHING: onOff.default('off'),
  COMMUNITY_MUSE_ID: z
    .string()
    .regex(/^muse_[a-z0-9]{3,32}$/, 'must look like muse_1j335p3a14')
    .optional(),
  COMMUNITY_PRIVATE_KEY: seed.optional(),
  SEEDS_CHAIN_ID: chainId.optional(),
  EAS_ADDRESS: address.optional(),
  EAS_SCHEMA_REGISTRY_ADDRESS: address.optional(),
  BLOB_READ_WRITE_TOKEN: z.string().optional(),
  EVIDENCE_DIR: z.string().optional(),
  EVIDENCE_WALLET_BYTES_MAX: bytes.default(250 * MEGABYTE),
  EVIDENCE_NETWORK_BYTES_MAX: bytes.default(500 * MEGABYTE),
  EVIDENCE_TOTAL_BYTES_MAX: bytes.default(10_240 * MEGABYTE),
  EVIDENCE_FREE_BYTES_MIN: bytes.default(512 * MEGABYTE),
  TRUSTED_PROXY_HOPS: whole(0, 100).default(0),
  RATE_LIMIT_SCALE: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be a positive number')
    .default('1')
    .transform(Number)
    .refine((scale) => scale > 0, 'must be a positive number'),
  CLOCK_FILE: z.string().optional(),
  CONNECTIONS_MAX: whole(1, CONNECTIONS_ALLOWED).default(2000),
  CONNECTIONS_PER_ADDRESS_MAX: whole(0, CONNECTIONS_ALLOWED).optional(),
  DATABASE_POOL_MAX: whole(1, CONNECTIONS_ALLOWED).default(10),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host.default('127.0.0.1'),
  // Read by OpenTelemetry itself, which sends nothing and says nothing where it is no URL.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  SHUTDOWN_DELAY_SECONDS: whole(0, 999).default(0),
  WEB_CONCURRENCY: whole(1, 999).optional(),
})

const Environment = Variables.refine(({ PORT, METRICS_PORT }) => METRICS_PORT !== PORT, {
  path: ['METRICS_PORT'],
  error: 'must be another port than PORT, which is the site’s',
})

type Environment = z.infer<typeof Environment>

/** An empty variable means the same as an absent one. */
const withoutBlanks = (source: NodeJS.ProcessEnv): [name: string, value: string][] =>
  Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : []))

/** Whether this site was built to run without our HTTP server (next.config.ts writes the value into the bundle). */
export const isBareSite = process.env.SITE_MODE === 'bare'

/** Whether our own HTTP server started this process (server/main.ts). */
export const isStartedByServer = (): boolean => process.env.TRELLIS_FRONT === 'own'

/** Whether database rows are checked against their schema: in tests only (lib/db/rows.ts, lib/db/parse-view.ts). */
export const parsesRows = (): boolean => process.env.PARSE_ROWS === 'on'

/** The log level: `info` when LOG_LEVEL is unset or invalid. It is readable before the environment is checked. */
export const logLevel = (): (typeof LOG_LEVELS)[number] =>
  LOG_LEVELS.find((level) => level === process.env.LOG_LEVEL) ?? 'info'

/** The number of this worker process; null when it is not a worker. */
export const workerNumber = (): number | null => Number(process.env.WORKER_NUMBER) || null

let parsed: Environment | undefined

/**
 * The checked environment.
 * @throws Error one line per process that names every variable that is missing or wrong, never a value.
 */
export function env(): Environment {
  if (parsed) return parsed
  const result = Environment.safeParse(Object.fromEntries(withoutBlanks(process.env)))
  if (!result.success) {
    // Every variable that is there is a text.
    const faults = result.error.issues.map(
      ({ path, code, message }) => `${path.join('.')}: ${code === 'invalid_type' ? 'is not set' : message}`,
    )
    throw new Error(`The environment is not usable. ${faults.join('; ')}.`)
  }
  parsed = result.data
  return parsed
}

let origin: string | undefined

/** The origin of the service, without a trailing slash: `APP_URL`, else loopback on `PORT`. */
export function appUrl(): string {
  origin ??= new URL(env().APP_URL ?? `http://localhost:${env().PORT}`).origin
  return origin
}

/** The name of the service in sentences and in signed texts. */
export const serviceName = (): string => env().SERVICE_NAME

const walletLists = new Map<string, { raw: string; wallets: readonly string[] }>()

/** Roles are read for each request (docs/decisions.md#sign-in-sessions-roles). The list is parsed again only when its text has changed. */
function walletList(name: 'VERIFIER_WALLETS' | 'ADMIN_WALLETS'): readonly string[] {
  const raw = process.env[name] ?? ''
  const known = walletLists.get(name)
  if (known && known.raw === raw) return known.wallets
  const wallets = raw
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const address = normaliseAddress(part)
      if (!address)
        throw new Error(`The environment is not usable. ${name}: holds a text that is not a wallet address.`)
      return address
    })
  walletLists.set(name, { raw, wallets })
  return wallets
}

/** The allowlisted verifiers, EIP-55. */
export const verifierWallets = (): readonly string[] => walletList('VERIFIER_WALLETS')

/** The moderators, EIP-55. */
export const adminWallets = (): readonly string[] => walletList('ADMIN_WALLETS')

/**
 * The chains with at least one RPC URL: `RPC_URL_<chainId>` (comma-separated) and `RPC_LABEL_<chainId>`.
 * @throws Error when one of them is not a URL. The message never contains the URL, which may hold a key.
 */
export function configuredChains(): { chainId: number; label: string; urls: string[] }[] {
  return withoutBlanks(process.env)
    .flatMap(([name, value]) => {
      const [, id = ''] = /^RPC_URL_(\d+)$/.exec(name) ?? []
      if (!isChainId(id)) return []
      const chainId = Number(id)
      const label = process.env[`RPC_LABEL_${chainId}`] || `Chain ${chainId}`
      const urls = value.split(',').map((url) => url.trim())
      if (!urls.every((url) => httpUrl.safeParse(url).success))
        throw new Error(`The environment is not usable. ${name}: holds a text that is not an http(s) URL.`)
      return [{ chainId, label, urls }]
    })
    .sort((a, b) => a.chainId - b.chainId)
}

/**
 * The chain and the Ethereum Attestation Service contracts on which a ledger of Seeds could be attested.
 * @returns null when none is configured. @throws Error when the configuration is incomplete.
 */
export function seedsChain(): { chainId: string; eas: `0x${string}`; schemaRegistry: `0x${string}` } | null {
  const { SEEDS_CHAIN_ID: chainId, EAS_ADDRESS: eas, EAS_SCHEMA_REGISTRY_ADDRESS: schemaRegistry } = env()
  if (chainId && eas && schemaRegistry) return { chainId, eas, schemaRegistry }
  if (!chainId && !eas && !schemaRegistry) return null
  throw new Error(
    'The environment is not usable. SEEDS_CHAIN_ID, EAS_ADDRESS and EAS_SCHEMA_REGISTRY_ADDRESS belong together.',
  )
}

/** Reads and checks the whole environment, again on each call. @throws Error in one line that names the invalid variables. */
export function checkEnvironment(): void {
  parsed = undefined
  env()
  verifierWallets()
  adminWallets()
  configuredChains()
  seedsChain()
}
