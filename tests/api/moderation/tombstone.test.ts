import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  claimedMission,
  completedMission,
  convertedMission,
  draftChallenge,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

// Whoever is concerned by something hidden is told by whom, when and why; to everybody else it is as if it never was.

let world: World
let owner: Actor
let contributor: Actor
let stranger: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[verifier, admin, stranger] = await Promise.all([world.verifier(), world.admin(), world.wallet()])
})
beforeEach(async () => {
  ;[owner, contributor] = await Promise.all([world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const at = (type: string, id: string) => `/api/v1/moderation/tombstone?recordType=${type}&recordId=${id}`
const notices = async (who: Actor): Promise<Json[]> =>
  (await who.get('/api/v1/notifications?limit=5')).body.notifications

async function expectToldTo(wallets: readonly Actor[], type: string, id: string, told: Json): Promise<void> {
  for (const wallet of wallets) {
    const { status, text, body } = await wallet.get(at(type, id))
    expect(status, text).toBe(200)
    expect(body.tombstone).toMatchObject({ restorable: wallet === admin, ...told })
  }
}

/** The very answer that a record which never was gets. */
async function expectAbsentFor(wallets: readonly Actor[], type: string, id: string): Promise<void> {
  for (const wallet of wallets) {
    const answer = await wallet.get(at(type, id))
    expectRefused(answer, 404)
    expect(answer.text).toBe((await wallet.get(at(type, UNKNOWN_ID))).text)
  }
}

test('a hidden mission is told to owner, contributor, reporter and moderators, by its receipt too', async () => {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const reporter = await world.wallet()
  const everybody = [owner, contributor, reporter, stranger, verifier, admin]
  await reporter.post('/api/moderation/reports', { recordType: 'mission', recordId: mission.id, reason: 'Look.' })
  await expectAbsentFor(everybody, 'mission', mission.id)

  const { at: hiddenAt } = await done(hide(admin, 'mission', mission.id))
  const told = {
    recordType: 'mission',
    recordId: mission.id,
    missionId: mission.id,
    challengeId: null,
    title: mission.title,
    reason: 'It leads to malware.',
    hiddenBy: admin.address,
    hiddenAt,
    seeds: -30,
  }
  for (const [type, id] of [
    ['mission', mission.id],
    ['mission', mission.id.toUpperCase()],
    ['receipt', receipt.id],
  ]) {
    await expectToldTo([owner, contributor, reporter, admin], type, id, told)
    await expectAbsentFor([stranger, verifier], type, id)
  }
  for (const type of ['challenge', 'proof', 'muse-link']) await expectAbsentFor([owner, admin], type, mission.id)
  expectRefused(await world.get(at('mission', mission.id)), 401)

  await done(restore(admin, 'mission', mission.id))
  await expectAbsentFor(everybody, 'mission', mission.id)
  await expectAbsentFor(everybody, 'receipt', receipt.id)
})

test('a hidden challenge is told to its owner, on either surface by one id', async () => {
  const { id } = await draftChallenge(owner)
  await done(hide(admin, 'challenge', id))
  for (const surface of ['challenges', 'battles']) {
    const path = surface === 'battles' ? `/api/battles/${id}` : `/api/v1/challenges/${id}`
    expectRefused(await owner.get(path), 404)
  }
  await expectToldTo([owner, admin], 'challenge', id, { challengeId: id, missionId: null, seeds: 0 })
  await expectAbsentFor([stranger, contributor, verifier], 'challenge', id)
})

test('a hidden part is told to whoever made it, and to owner and contributor of its mission', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'proof', proof.id))
  await expectToldTo([owner, contributor, admin], 'proof', proof.id, { missionId: mission.id, seeds: 0 })
  await expectAbsentFor([stranger, verifier], 'proof', proof.id)
  const { body } = await stranger.post(`/api/projects/${mission.id}/commitments`, {
    kind: 'work',
    description: 'I bring the tea.',
  })
  await done(hide(admin, 'commitment', body.commitment.id))
  await expectToldTo([stranger], 'commitment', body.commitment.id, { recordType: 'commitment' })
  await expectAbsentFor([verifier], 'commitment', body.commitment.id)
})

test('a malformed id is absent, and an unknown type is refused by its name', async () => {
  for (const id of ['', 'none', '%00']) expectRefused(await admin.get(at('mission', id)), 404)
  expectRefused(await admin.get(at('battle', UNKNOWN_ID)), 400, 'recordType')
  expectRefused(await admin.get('/api/v1/moderation/tombstone?recordType=mission'), 400, 'recordId')
})

test('the contributor is told that their mission is hidden and shown again, and what they are told stays', async () => {
  const { id, title } = await claimedMission(owner, contributor)
  await done(hide(admin, 'mission', id, 'It is spam.'))
  for (const wallet of [owner, contributor]) {
    const [newest, ...older] = await notices(wallet)
    expect(newest).toMatchObject({ kind: 'record-hidden', href: `/missions/${id}` })
    expect(newest.body).toContain(`“${title}”`)
    expect(newest.body).toContain('It is spam.')
    expect(older.filter(({ href }) => href === `/missions/${id}`)).toEqual([])
  }
  await done(restore(admin, 'mission', id, 'It was not.'))
  for (const wallet of [owner, contributor]) {
    const [newest] = await notices(wallet)
    expect(newest).toMatchObject({ kind: 'record-restored', href: `/missions/${id}` })
    expect(newest.body).toContain('It was not.')
  }
  expect((await notices(owner)).map(({ kind }) => kind)).toEqual([
    'record-restored',
    'record-hidden',
    'mission-claimed',
  ])
})

test('a reversal says why wherever the ledger is read; a receipt stays as it was', async () => {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  await done(hide(admin, 'mission', mission.id, 'First reason.'))
  const ledger = async (): Promise<Json[]> =>
    (await world.get(`/api/v1/rewards/wallet/${contributor.address}?limit=100`)).body.entries
  expect((await ledger()).map(({ kind, reason }) => [kind, reason])).toEqual([
    ['reversal', 'First reason.'],
    ['reversal', 'First reason.'],
    ['mission-completed', undefined],
    ['milestone-verified', undefined],
  ])
  await done(restore(admin, 'mission', mission.id))
  const [proof] = (await world.get(`/api/v1/missions/${mission.id}`)).body.mission.proofs
  world.setClock(1)
  await done(hide(admin, 'proof', proof.id, 'Second reason.'))
  for (const surface of ['/api/v1/missions', '/api/projects']) {
    const { seeds } = Object.values<Json>((await world.get(`${surface}/${mission.id}`)).body)[0]
    const reversals = seeds.filter(({ kind }: Json) => kind === 'reversal')
    expect(reversals.map(({ reason }: Json) => reason)).toEqual(['First reason.', 'First reason.', 'Second reason.'])
  }
  const kept = (await world.get(`/api/v1/receipts/${receipt.id}`)).body.receipt
  expect(kept.seeds).toEqual(receipt.seeds)
  world.setClock(0)
})

test('a challenge whose mission is hidden names none, on either surface', async () => {
  const mission = await convertedMission(world, owner, verifier)
  const { challengeId } = mission.source
  await done(hide(admin, 'mission', mission.id))
  for (const surface of ['/api/v1/challenges', '/api/battles']) {
    const [challenge] = Object.values<Json>((await world.get(`${surface}/${challengeId}`)).body)
    expect(challenge).toMatchObject({ state: 'CONVERTED_TO_MISSION', missionId: null })
  }
  await expectToldTo([owner], 'mission', mission.id, { challengeId: null, missionId: mission.id })
  expect((await seedMission(owner)).id).not.toBe(mission.id)
})
