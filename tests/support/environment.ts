import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** The community platform that tests name in URLs; nothing is ever fetched from it. */
export const PLATFORM = 'https://community.example'

const CRON_SECRET = 'the schedule of the tests'
/** The headers with which the schedule of a test's service is run. */
export const SCHEDULE = { authorization: `Bearer ${CRON_SECRET}` }

const verifierKeys = [generatePrivateKey(), generatePrivateKey()] as const
const adminKey = generatePrivateKey()

/** The allowlisted wallets of a test's service. */
export const verifierAccounts = verifierKeys.map((key) => privateKeyToAccount(key))
export const adminAccount = privateKeyToAccount(adminKey)

export interface ServiceSettings {
  readonly databaseUrl: string
  readonly clockFile: string
  readonly port: number
  readonly rateLimitScale?: number
}

/** The environment of a service under test: everything explicit, nothing inherited. */
export function serviceEnvironment(settings: ServiceSettings): Record<string, string> {
  return {
    DATABASE_URL: settings.databaseUrl,
    APP_URL: `http://localhost:${settings.port}`,
    PORT: String(settings.port),
    SESSION_SECRET: 'a secret of forty characters for tests only',
    SERVICE_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    CRON_SECRET,
    COMMUNITY_URL: PLATFORM,
    CLOCK_FILE: settings.clockFile,
    LOG_LEVEL: 'error',
    PARSE_ROWS: 'on',
    RATE_LIMIT_SCALE: String(settings.rateLimitScale ?? 1000),
    VERIFIER_WALLETS: verifierAccounts.map((account) => account.address).join(','),
    ADMIN_WALLETS: adminAccount.address,
  }
}
