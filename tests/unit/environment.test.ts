import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkEnvironment } from '@/lib/env'
import { serviceEnvironment } from '@/tests/support/environment'

// Each variable is refused in one line at the start when it is none of what docs/operating.md says.

let before: NodeJS.ProcessEnv
beforeEach(() => {
  before = { ...process.env }
})
afterEach(() => {
  process.env = before
})

/** Checks the environment of a service that has this variable too. */
function check(name: string, value: string): void {
  Object.assign(
    process.env,
    serviceEnvironment({ databaseUrl: 'postgres://nobody@localhost/none', clockFile: '', port: 3000 }),
    { [name]: value },
  )
  checkEnvironment()
}

const NUMBERS = {
  PORT: [1, 65_535],
  METRICS_PORT: [1, 65_535],
  TRUSTED_PROXY_HOPS: [0, 100],
  CONNECTIONS_MAX: [1, 1_000_000],
  CONNECTIONS_PER_ADDRESS_MAX: [0, 1_000_000],
  DATABASE_POOL_MAX: [1, 1_000_000],
  SHUTDOWN_DELAY_SECONDS: [0, 999],
  WEB_CONCURRENCY: [1, 999],
} as const

test.each(Object.entries(NUMBERS))('%s is a whole number within its bounds', (name, [least, most]) => {
  for (const value of [least, most, '']) expect(() => check(name, String(value))).not.toThrow()
  for (const value of [least - 1, most + 1, 1.5, ' ', '80 ', '80ms', '1e3', '0x10', '9'.repeat(400)]) {
    expect(() => check(name, String(value)), String(value)).toThrow(
      `The environment is not usable. ${name}: must be a whole number from ${least} to ${most}.`,
    )
  }
})

test.each(['LISTEN_HOST', 'METRICS_HOST'])('%s is an address or a name, without brackets and port', (name) => {
  for (const host of [
    '',
    '127.0.0.1',
    '0.0.0.0',
    '::',
    '::1',
    'fe80::1%eth0',
    '::ffff:10.0.0.1',
    'localhost',
    'app_1.local',
  ])
    expect(() => check(name, host), host).not.toThrow()
  for (const host of [
    ' ',
    '*',
    '[::1]',
    '127.0.0.1:3000',
    'localhost:3000',
    'http://localhost',
    '10.0.0.0/8',
    'a b',
    '-a',
  ])
    expect(() => check(name, host), host).toThrow(
      `${name}: must be an IP address, without brackets, or the name of a host`,
    )
})

test('the metrics have another port than the site', () => {
  expect(() => check('METRICS_PORT', '3000')).toThrow(
    'The environment is not usable. METRICS_PORT: must be another port than PORT, which is the site’s.',
  )
})

test('limits are multiplied by a number that is finite and more than 0', () => {
  for (const scale of ['0', '-1', '1s', '9'.repeat(400)])
    expect(() => check('RATE_LIMIT_SCALE', scale), scale).toThrow('RATE_LIMIT_SCALE: must be a positive number')
})

test.each(['Trellis\nURI: https://elsewhere.example', 'Trellis\u2028Verdict: approve', 'a\u0000b'])(
  'a name that would break a line of a text to sign is none: %j',
  (name) => {
    expect(() => check('SERVICE_NAME', name)).toThrow('SERVICE_NAME: must be one line.')
    expect(() => check('SERVICE_NAME', ' ')).toThrow('SERVICE_NAME:')
  },
)

test('traces are sent to a URL or nowhere', () => {
  for (const url of ['', 'http://127.0.0.1:4318', 'https://collector/otlp'])
    expect(() => check('OTEL_EXPORTER_OTLP_ENDPOINT', url), url).not.toThrow()
  for (const text of ['collector:4318', '127.0.0.1:4318', 'nowhere', 'grpc://collector'])
    expect(() => check('OTEL_EXPORTER_OTLP_ENDPOINT', text), text).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT:')
})

test('what a required variable lacks is told in plain words', () => {
  for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'SERVICE_PRIVATE_KEY'])
    expect(() => check(name, ''), name).toThrow(`The environment is not usable. ${name}: is not set.`)
  expect(() => check('APP_URL', 'trellis.example')).toThrow('APP_URL: must be a whole http:// or https:// URL.')
  expect(() => check('COMMUNITY_PUBLISHING', 'yes')).toThrow('COMMUNITY_PUBLISHING: must be "on" or "off".')
  expect(() => check('SERVICE_NAME', ' ')).toThrow('SERVICE_NAME: must have a visible character')
})

test('the address of a database is one that the driver reads, and is never told', () => {
  for (const url of [
    'postgres://u:p%2Fw%23@[::1]:5432/trellis?sslmode=verify-full',
    'postgresql://u:p@localhost:5432/trellis?host=/var/run/postgresql',
    'postgresql://u:p@/trellis?host=/var/run/postgresql',
  ])
    expect(() => check('DATABASE_URL', url), url).not.toThrow()
  for (const url of [
    'postgres://u:secret/w@localhost/trellis',
    'postgres://u:secret#w@localhost/trellis',
    'postgres://u:secret@one:5432,two:5432/trellis',
    'postgres://u:secret@localhost:99999/trellis',
  ]) {
    expect(() => check('DATABASE_URL', url), url).toThrow('DATABASE_URL: must be a URL of one host; in its password')
    expect(() => check('DATABASE_URL', url), url).not.toThrow('secret')
  }
})
