import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { adminAccount, verifierAccounts } from '@/tests/support/environment'
import { openWorld, type World } from '@/tests/support/world'

const ROLES = '/api/roles'
const verifiers = verifierAccounts.map(({ address }) => address)
const moderators = [adminAccount.address]

let world: World
const lists = ['VERIFIER_WALLETS', 'ADMIN_WALLETS'] as const
let configured: (string | undefined)[]
beforeAll(async () => {
  world = await openWorld()
  configured = lists.map((name) => process.env[name])
})
afterEach(() => {
  for (const [place, name] of lists.entries()) process.env[name] = configured[place]
})
afterAll(() => world.close())

test('anybody reads who verifies and who moderates', async () => {
  const { status, body } = await world.get(ROLES)
  expect([status, body]).toEqual([200, { roles: { verifiers, moderators } }])
})

test('they are the wallets as the environment lists them now, each once and in EIP-55', async () => {
  const etag = (await world.get(ROLES)).headers.get('etag') ?? ''
  process.env['VERIFIER_WALLETS'] = ` ${verifiers[1]?.toLowerCase()} ,${verifiers[1]},`
  process.env['ADMIN_WALLETS'] = ''
  const { status, body } = await world.get(ROLES, { 'if-none-match': etag })
  expect([status, body]).toEqual([200, { roles: { verifiers: [verifiers[1]], moderators: [] } }])
})

test('a listed wallet is what its session says it is', async () => {
  const { authorization } = await world.verifier()
  const { session } = (await world.get('/api/auth/session', authorization)).body
  const { roles } = (await world.get(ROLES)).body
  expect([roles.verifiers.includes(session.address), session.isVerifier, session.isAdmin]).toEqual([true, true, false])
})
