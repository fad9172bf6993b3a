import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { SCHEDULE } from '@/tests/support/environment'
import { recordStatements } from '@/tests/support/flights'
import {
  decidedChallenge,
  openChallenge,
  proofBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Nobody judges what they have a part in; where that leaves nobody, those concerned are told.

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let second: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier, second, admin] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(0),
    world.verifier(1),
    world.admin(),
  ])
})
afterEach(() => list(verifier, second))
afterAll(() => world.close())

const list = (...wallets: Actor[]) => {
  process.env['VERIFIER_WALLETS'] = wallets.map(({ address }) => address).join(',')
}
const tick = async () => {
  expect((await world.get('/api/cron/deadlines', SCHEDULE)).status).toBe(200)
}
const told = async (wallet: Actor, page: string): Promise<Json[]> =>
  (await wallet.get('/api/v1/notifications?limit=100')).body.notifications.filter(
    ({ kind, href }: Json) => kind === 'no-verifier' && href === page,
  )
const counts = async (page: string, ...wallets: Actor[]) =>
  Promise.all(wallets.map(async (wallet) => (await told(wallet, page)).length))
const withoutVerifier = async (): Promise<number> => (await world.get('/api/v1/status')).body.withoutVerifier
let offsetSeconds = 0
/** The count once the one that the service has kept is too old. */
const stuck = () => {
  offsetSeconds += 5
  world.setClock(offsetSeconds)
  return withoutVerifier()
}
const read = async (path: string): Promise<Json> => Object.values((await world.get(path)).body)[0]
const eligible = async (path: string) => (await read(path)).eligibleVerifiers

test('a proof that no verifier may judge is told to owner and contributor once, whoever submitted it', async () => {
  const before = await stuck()
  const { mission, proof } = await provenMission(verifier, second)
  const page = `/missions/${mission.id}`
  expect(await stuck()).toBe(before + 1)
  expect((await read('/api/v1/review')).find(({ id }: Json) => id === proof.id).eligibleVerifiers).toBe(0)
  for (const wallet of [verifier, second])
    expectRefused(await wallet.post(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'Mine.' }), 403)
  await tick()
  expect(await counts(page, verifier, second, owner)).toEqual([1, 1, 0])
  expect((await told(second, page))[0]).toMatchObject({
    title: 'No verifier can judge this',
    body: expect.stringContaining(mission.title),
  })
  await tick()
  await done(hide(admin, 'proof', proof.id))
  expect(await stuck()).toBe(before)
  await done(restore(admin, 'proof', proof.id))
  await tick()
  expect(await counts(page, verifier, second)).toEqual([1, 1])
})

test('the next proof that waits is told of anew', async () => {
  const third = await world.wallet()
  list(verifier, second, third)
  const { mission, proof } = await provenMission(verifier, second)
  const page = `/missions/${mission.id}`
  await tick()
  expect(await counts(page, verifier, second)).toEqual([0, 0])
  await third.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'reject', reason: 'Not yet.' })
  list(verifier, second)
  await tick()
  expect(await counts(page, verifier, second)).toEqual([0, 0])
  for (const times of [1, 2]) {
    await second.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody)
    await tick()
    expect(await counts(page, verifier, second)).toEqual([times, times])
    list(verifier, second, third)
    const { proofs } = await read(`/api/v1/missions/${mission.id}`)
    const review = { verdict: 'reject', reason: 'Not yet.' }
    expect((await third.signed(`/api/v1/proof/${proofs.at(-1).id}/review`, review)).status).toBe(201)
    list(verifier, second)
  }
})

test('of a record that is being hidden or erased nobody is told what it said before', async () => {
  const { mission } = await provenMission(verifier, second)
  const eraser = await world.sql.connect()
  await eraser.query('BEGIN')
  await eraser.query('SELECT 1 FROM "Mission" WHERE id = $1 FOR UPDATE', [mission.id])
  await tick()
  await eraser.query('COMMIT')
  eraser.release()
  expect(await counts(`/missions/${mission.id}`, verifier, second)).toEqual([0, 0])
  await tick()
  expect(await counts(`/missions/${mission.id}`, verifier, second)).toEqual([1, 1])
})

test('a decision that only its owner could verify is told to the owner', async () => {
  list(verifier)
  const { id } = await decidedChallenge(world, verifier)
  await tick()
  expect(await counts(`/challenges/${id}`, verifier, second)).toEqual([1, 0])
  list(verifier, second)
  const verdict = { verdict: 'approve', explanation: 'The post says so.' }
  expect((await second.signed(`/api/v1/challenges/${id}/verify-decision`, verdict)).status).toBe(201)
})

test('an allowlist that changes while a proof waits is seen, by however many ticks at once', async () => {
  const { mission } = await provenMission(owner, contributor)
  const { id } = await decidedChallenge(world, owner)
  await tick()
  expect(await counts(`/missions/${mission.id}`, owner, contributor)).toEqual([0, 0])
  list(owner, contributor)
  await Promise.all(Array.from({ length: 5 }, tick))
  expect(await counts(`/missions/${mission.id}`, owner, contributor)).toEqual([1, 1])
  expect(await counts(`/challenges/${id}`, owner)).toEqual([0])
  list()
  expect(await stuck()).toBeGreaterThanOrEqual(2)
  await Promise.all(Array.from({ length: 5 }, tick))
  expect(await counts(`/missions/${mission.id}`, owner, contributor)).toEqual([1, 1])
  expect(await counts(`/challenges/${id}`, owner)).toEqual([1])
})

test('what is hidden, judged or ended is told to nobody', async () => {
  const hidden = await provenMission(verifier, second)
  const ended = await provenMission(verifier, second)
  await done(hide(admin, 'mission', hidden.mission.id))
  await verifier.post(`/api/v1/missions/${ended.mission.id}/complete`, { outcome: 'failed', statement: 'Over.' })
  await tick()
  for (const { mission } of [hidden, ended])
    expect(await counts(`/missions/${mission.id}`, verifier, second)).toEqual([0, 0])
})

test('a mission says how many may judge its next proof, so that a claim can be weighed', async () => {
  const { id } = await seedMission(owner)
  const both = async () => {
    const [mission, project] = await Promise.all([eligible(`/api/v1/missions/${id}`), eligible(`/api/projects/${id}`)])
    expect(project).toBe(mission)
    return mission
  }
  expect(await both()).toBe(2)
  await verifier.post(`/api/v1/missions/${id}/claim`)
  expect(await both()).toBe(1)
  list(verifier)
  expect(await both()).toBe(0)
  list()
  expect(await both()).toBe(0)
  await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'failed', statement: 'Over.' })
  expect(await both()).toBeNull()
})

test('a verified mission waits for no verifier, unless a milestone or a proof is left to judge', async () => {
  const both = async ({ id }: Json) => {
    const [mission, project] = await Promise.all([eligible(`/api/v1/missions/${id}`), eligible(`/api/projects/${id}`)])
    expect(project).toBe(mission)
    return mission
  }
  const whole = await verifiedMission(owner, contributor, verifier)
  const milestones = [
    { title: 'The page is public', required: true },
    { title: 'It is translated', required: false },
  ]
  const open = await verifiedMission(owner, contributor, verifier, { milestones })
  list()
  expect([await both(whole), await both(open)]).toEqual([null, 0])
  list(verifier, second)
  expect([await both(whole), await both(open)]).toEqual([null, 2])
  const submitted = await contributor.post(`/api/v1/milestones/${open.milestones[1].id}/proof`, proofBody)
  expect([submitted.status, await both(open)]).toEqual([201, 2])
  await verifier.signed(`/api/v1/proof/${submitted.body.proof.id}/review`, { verdict: 'reject', reason: 'Not yet.' })
  expect(await both(open)).toBe(2)
  const milestone = `/api/projects/${open.id}/milestones/${open.milestones[1].id}`
  expect((await owner.patch(milestone, { status: 'Cancelled' })).status).toBe(201)
  expect(await both(open)).toBeNull()
})

test('a challenge says how many may verify its decision, until one has', async () => {
  const { id } = await openChallenge(verifier)
  for (const surface of ['/api/v1/challenges', '/api/battles']) expect(await eligible(`${surface}/${id}`)).toBe(1)
  const decided = await decidedChallenge(world, owner)
  const at = `/api/v1/challenges/${decided.id}`
  expect(await eligible(at)).toBe(2)
  await second.signed(`${at}/verify-decision`, { verdict: 'approve', explanation: 'The post says so.' })
  expect(await eligible(at)).toBeNull()
})

test('the status says that something waits for nobody, with what to do', async () => {
  const { readStatus } = await import('@/lib/status/facts')
  const detail = async () =>
    (await readStatus()).groups.flatMap(({ parts }) => parts).find(({ name }) => name === 'Verifiers')?.detail
  await provenMission(verifier, second)
  expect(await detail()).toMatch(/wait.* that none of them may judge: another has to be listed\.$/)
  list(verifier, second, owner, contributor)
  expect([await stuck(), await detail()]).toEqual([0, '4 wallets on the allowlist.'])
})

test('what nobody may judge is counted once in five seconds, however many ask, and anew for another allowlist', async () => {
  const before = await stuck()
  const sent = recordStatements()
  const counts = () => sent.filter((text) => text.includes('<@ ARRAY')).length
  await provenMission(verifier, second)
  expect(await Promise.all([withoutVerifier(), withoutVerifier(), withoutVerifier()])).toEqual([before, before, before])
  expect(counts()).toBe(0)
  expect(await stuck()).toBe(before + 1)
  expect(counts()).toBe(1)
  list(verifier)
  await withoutVerifier()
  expect(counts()).toBe(2)
})
