import { afterAll, beforeAll, expect, test } from 'vitest'
import { jcs } from '@/lib/history/canonical'
import { sha256Hex } from '@/lib/history/jcs'
import type { Actor, Json } from '@/tests/support/client'
import { completedMission } from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier] = await Promise.all([world.wallet(), world.wallet(), world.verifier()])
})
afterAll(() => world.close())

const rules = async (hash?: string): Promise<Json> =>
  (await world.get(`/api/v1/rules${hash === undefined ? '' : `?hash=${hash}`}`)).body
const receipt = async (): Promise<Json> => (await completedMission(owner, contributor, verifier)).receipt

test('the rules are what the service goes by, and their hash is that of what is told', async () => {
  const body = await rules()
  expect(body.hash).toBe(sha256Hex(jcs(body.rules)))
  const { service, roles, machines, seeds, rates, limits, bounds, messages } = body.rules
  expect(service).toEqual({ name: 'Trellis', origin: world.base, api: 'v1' })
  expect(roles.verifiers).toContain(verifier.address)
  expect(machines.mission.transitions).toContainEqual(
    expect.objectContaining({ from: 'SEED', on: 'claim', to: 'CLAIMED' }),
  )
  expect(Object.keys(machines)).toEqual(['challenge', 'mission', 'post', 'proposal'])
  expect([seeds.missionCompleted, rates.write.walletMax, limits.requestBodyBytesMax]).toEqual([20, 40, 24 * 1024])
  expect(bounds.createChallenge.title).toEqual({ min: 3, max: 140 })
  expect(bounds.createMission['milestones.title']).toEqual({ min: 3, max: 140 })
  expect(messages.review.tag).toBe('svc-proof-review-v1')
  expect(messages.review.lines).toEqual([
    ...['Service', 'Domain', 'Mission', 'Milestone', 'Proof', 'Content SHA-256', 'Verdict', 'Verifier', 'Nonce'],
    ...['Issued At', 'Expires At', 'Reason'],
  ])
})

test('a receipt names the rules and the key that it was issued under; both stay readable when the rules are others', async () => {
  expect((await rules()).keys).toEqual([
    { algorithm: 'Ed25519', publicKey: expect.any(String), since: null, until: null },
  ])
  const before = await rules()
  const { rulesHash, serviceKey, issuedAt } = await receipt()
  expect(rulesHash).toBe(before.hash)

  process.env['VERIFIER_WALLETS'] = verifier.address
  const after = await rules()
  expect([after.rules.roles.verifiers, after.hash]).toEqual([[verifier.address], expect.not.stringMatching(rulesHash)])
  expect(after.keys).toEqual([{ algorithm: 'Ed25519', publicKey: serviceKey, since: issuedAt, until: null }])
  expect((await rules(rulesHash)).rules).toEqual(before.rules)
  expect((await receipt()).rulesHash).toBe(after.hash)
})

test('rules that no receipt names are not there', async () => {
  const unknown = await world.get(`/api/v1/rules?hash=${'0'.repeat(64)}`)
  expect(unknown.status).toBe(404)
  const bad = await world.get('/api/v1/rules?hash=1')
  expect([bad.status, bad.body.error.field]).toEqual([400, 'hash'])
})

test('a key that was replaced signs no more', async () => {
  const [{ publicKey }] = (await rules()).keys
  await receipt()
  await world.sql.query(`UPDATE "ServiceKey" SET until = now() WHERE "publicKey" = $1`, [publicKey])
  const mission = await completedMission(owner, contributor, verifier).catch(String)
  expect(mission).toContain('The service’s key was replaced')
  for (const change of ['until = NULL', 'since = now()'])
    await expect(world.sql.query(`UPDATE "ServiceKey" SET ${change}`)).rejects.toThrow('append-only')
})
