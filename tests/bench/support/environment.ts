import { privateKeyToAccount } from 'viem/accounts'

const account = (digit: string) => privateKeyToAccount(`0x${digit.repeat(64)}`)

/** Wallets of the bench, the same in every process. */
export const callerAccount = account('1')
export const verifierAccount = account('2')
/** Owns three of a hundred records, and contributed to three of a hundred missions. All of them are finished. */
export const busyAccount = account('3')

/** Bearer tokens of their sessions, which the generated data opens. */
export const CALLER_TOKEN = 'caller'.padEnd(43, '0')
export const VERIFIER_TOKEN = 'verifier'.padEnd(43, '0')
export const BUSY_TOKEN = 'busy'.padEnd(43, '0')

export const COMMUNITY = 'https://community.example'

/** The environment of a measured instance: limits out of the way, nothing inherited that matters. */
export function instanceEnvironment(databaseUrl: string, port: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    APP_URL: `http://localhost:${port}`,
    PORT: String(port),
    SESSION_SECRET: 'a secret of forty characters for benches',
    SERVICE_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
    CRON_SECRET: 'the schedule of the bench',
    COMMUNITY_URL: COMMUNITY,
    CLOCK_FILE: '',
    RATE_LIMIT_SCALE: '100000000',
    VERIFIER_WALLETS: verifierAccount.address,
    ADMIN_WALLETS: '',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}
