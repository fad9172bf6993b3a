import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serviceEnvironment } from '@/tests/support/environment'

const ADDRESS = '0x4200000000000000000000000000000000000021'
const SECRET_URL = 'ftp://node.example/with-a-secret-key'

let before: NodeJS.ProcessEnv
beforeEach(() => {
  before = { ...process.env }
  Object.assign(
    process.env,
    serviceEnvironment({ databaseUrl: 'postgres://nobody@127.0.0.1/x', clockFile: '', port: 1 }),
  )
  vi.resetModules()
})
afterEach(() => {
  process.env = before
})

/** The fault that the start tells, in an environment with these variables; null when it is usable. */
async function fault(variables: Record<string, string>): Promise<string | null> {
  Object.assign(process.env, variables)
  const { checkEnvironment } = await import('@/lib/env')
  try {
    checkEnvironment()
    return null
  } catch (error) {
    return String(error)
  }
}

test('several providers of a chain are separated by commas, in the order in which they are asked', async () => {
  process.env['RPC_URL_8453'] = 'https://one.example/key, http://127.0.0.1:8545'
  process.env['RPC_LABEL_8453'] = 'Base'
  process.env['RPC_URL_1'] = 'https://two.example'
  const { configuredChains } = await import('@/lib/env')
  expect(configuredChains()).toEqual([
    { chainId: 1, label: 'Chain 1', urls: ['https://two.example'] },
    { chainId: 8453, label: 'Base', urls: ['https://one.example/key', 'http://127.0.0.1:8545'] },
  ])
})

test('a chain may have any id that a record may name', async () => {
  for (const id of [2 ** 53 - 1, 2 ** 53, 0]) process.env[`RPC_URL_${id}`] = 'https://one.example'
  const { configuredChains } = await import('@/lib/env')
  expect(configuredChains().map(({ chainId }) => chainId)).toEqual([Number.MAX_SAFE_INTEGER])
})

test.each([SECRET_URL, 'nowhere', 'https://one.example,', `https://one.example,${SECRET_URL}`])(
  'a provider that is no http(s) URL is told at start, by its variable and without its text: %s',
  async (url) => {
    const told = await fault({ RPC_URL_1: url })
    expect(told).toMatch(/RPC_URL_1: holds a text that is not an http\(s\) URL\.$/)
    expect(told).not.toContain('secret')
  },
)

test('the attestation service is configured whole or not at all', async () => {
  const whole = { SEEDS_CHAIN_ID: '8453', EAS_ADDRESS: ADDRESS, EAS_SCHEMA_REGISTRY_ADDRESS: ADDRESS }
  expect(await fault({})).toBeNull()
  expect(await fault(whole)).toBeNull()
  for (const name of Object.keys(whole)) {
    vi.resetModules()
    expect(await fault({ ...whole, [name]: '' }), name).toMatch(/belong together\.$/)
  }
})

test.each([
  ['EAS_ADDRESS', '0x42'],
  ['EAS_SCHEMA_REGISTRY_ADDRESS', '0x4200000000000000000000000000000000000021x'],
  ['SEEDS_CHAIN_ID', '0'],
  ['SEEDS_CHAIN_ID', 'base'],
])('%s cannot be %s', async (name, value) => {
  expect(await fault({ [name]: value })).toContain(`${name}: must be`)
})
