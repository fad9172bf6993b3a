import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  claimedMission,
  completedMission,
  convertedMission,
  created,
  draftChallenge,
  proofBody,
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

/** A mission with a commitment of a stranger, which another one has reported. */
async function withCommitment(isClaimed = true) {
  const over = { title: 'A title for those concerned' }
  const mission = isClaimed ? await claimedMission(owner, contributor, over) : await seedMission(owner, over)
  const [author, reporter] = [await world.wallet(), await world.wallet()]
  const offer = { kind: 'work', description: 'I bring the tea.' }
  const { commitment } = await created(author.post(`/api/projects/${mission.id}/commitments`, offer))
  const report = { recordType: 'commitment', recordId: commitment.id, reason: 'Look.' }
  const made = (await created(reporter.post('/api/moderation/reports', report))).report
  const everything = async (who: Actor) => (await who.get('/api/v1/notifications')).text
  return { mission, commitment, report: made, author, reporter, everything }
}

test.each([
  ['that somebody holds', true],
  ['that nobody holds', false],
])(
  'whoever had a part in a mission %s, or reported one, is told of it no more once it is hidden',
  async (_, isClaimed) => {
    const { mission, commitment, author, reporter, everything } = await withCommitment(isClaimed)
    const parties = isClaimed ? [owner, contributor] : [owner]
    await done(hide(admin, 'commitment', commitment.id, 'No tea here.'))
    for (const who of [author, reporter]) expect(await everything(who)).toContain(mission.title)
    await done(hide(admin, 'mission', mission.id))
    for (const who of [author, reporter]) {
      const { notifications, unread } = (await who.get('/api/v1/notifications')).body
      expect([notifications, unread]).toEqual([[], 0])
    }
    for (const who of parties) expect(await everything(who)).toContain(mission.title)
    await done(restore(admin, 'mission', mission.id))
    for (const who of [author, reporter]) expect(await everything(who)).toContain('No tea here.')
  },
)

test('a decision on a part of a mission that is hidden as a whole names it to no stranger', async () => {
  const { mission, commitment, author, reporter, report, everything } = await withCommitment()
  const settled = await withCommitment()
  for (const { id } of [mission, settled.mission]) await done(hide(admin, 'mission', id))
  await done(hide(admin, 'commitment', commitment.id, 'No tea here.'))
  await created(admin.post(`/api/moderation/reports/${settled.report.id}/dismiss`, { reason: 'No tea here.' }))
  expect(report.state).toBe('open')
  for (const who of [author, reporter, settled.reporter]) {
    const [newest] = await notices(who)
    expect(newest).toMatchObject({ href: '/notifications', body: expect.stringContaining('No tea here.') })
    expect(await everything(who)).not.toContain(mission.title)
  }
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const order = { type: 'mission' as const, part: null, reason: 'Law 7', fields: [], dryRun: false }
  for (const { id } of [mission, settled.mission]) await eraseRecord({ ...order, id })
  for (const who of [author, reporter, settled.reporter]) expect(await everything(who)).not.toContain('No tea here.')
})

test('what verifiers wrote of a proof is in no notification and no feed while the proof is hidden', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  const words = 'Words on a hidden proof.'
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'request-changes', reason: words }))
  const { proof: other } = await created(
    contributor.post(`/api/v1/milestones/${proof.milestoneId}/proof`, { ...proofBody, note: 'Better.' }),
  )
  await created(verifier.signed(`/api/v1/proof/${other.id}/review`, { verdict: 'approve', reason: 'It stays.' }))
  const { newsDocument } = await import('@/lib/feeds/private-documents')
  const told = async (text: string) => {
    const site = { name: 'Trellis', base: 'https://trellis.example' }
    const feeds = await Promise.all(
      [owner, contributor].map(({ address }) => newsDocument(address, site, 'x'.repeat(43))),
    )
    const inboxes = await Promise.all(
      [owner, contributor].map(async (who) => (await who.get('/api/v1/notifications')).text),
    )
    return [...feeds, ...inboxes].map((read) => read.includes(text))
  }
  const [everywhere, nowhere] = [
    [true, true, true, true],
    [false, false, false, false],
  ]
  expect(await told(words)).toEqual(everywhere)
  await done(hide(admin, 'proof', proof.id))
  expect([await told(words), await told('It stays.')]).toEqual([nowhere, everywhere])
  await done(hide(admin, 'mission', mission.id))
  await done(restore(admin, 'mission', mission.id))
  expect([await told(words), await told('It stays.')]).toEqual([nowhere, everywhere])
  await done(hide(admin, 'mission', mission.id))
  await done(restore(admin, 'proof', proof.id))
  expect([await told(words), await told('It stays.')]).toEqual([nowhere, nowhere])
  await done(restore(admin, 'mission', mission.id))
  expect(await told(words)).toEqual(everywhere)
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
