import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import {
  awaitingChallenge,
  challengeBody,
  claimedMission,
  completedMission,
  convertedMission,
  dayFromNow,
  decidedChallenge,
  decisionBody,
  draftChallenge,
  proofBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Who is told of what (docs/decisions.md#notifications): each situation once, every party looked at, and never the wallet that acted.

let world: World
let owner: Actor
let contributor: Actor
let stranger: Actor
let verifier: Actor
let secondVerifier: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[verifier, secondVerifier] = await Promise.all([world.verifier(0), world.verifier(1)])
})
beforeEach(async () => {
  ;[owner, contributor, stranger] = await Promise.all([world.wallet(), world.wallet(), world.wallet()])
})
afterAll(() => world.close())

const challengePage = (id: string) => `/challenges/${id}`
const missionPage = (id: string) => `/missions/${id}`

/** What a wallet was told of one page, newest first. */
async function toldOf(wallet: Actor, href: string): Promise<string[]> {
  const { notifications } = (await wallet.get('/api/v1/notifications?limit=100')).body
  return notifications.filter((it: Json) => it.href === href).map(({ kind }: Json) => kind)
}

interface Told {
  readonly owner?: string[]
  readonly contributor?: string[]
  readonly stranger?: string[]
  readonly verifier?: string[]
  readonly secondVerifier?: string[]
}

/** Holds what every party was told of one page against what they should have been; who is not named was told nothing. */
async function expectTold(href: string, told: Told): Promise<void> {
  const parties = { owner, contributor, stranger, verifier, secondVerifier }
  const found = await Promise.all(
    Object.entries(parties).map(async ([name, wallet]) => [name, await toldOf(wallet, href)] as const),
  )
  expect(Object.fromEntries(found.filter(([, kinds]) => kinds.length > 0))).toEqual(told)
}

test('a response link: the owner is told of another’s, not of their own', async () => {
  const { id } = await draftChallenge(owner, challengeBody({ submissions: [] }))
  await owner.post(`/api/v1/challenges/${id}/submissions`, { side: 'A', url: 'https://example.org/a' })
  await expectTold(challengePage(id), {})
  await stranger.post(`/api/v1/challenges/${id}/submissions`, { side: 'B', url: 'https://example.org/b' })
  await expectTold(challengePage(id), { owner: ['link-recorded'] })
})

test('a submission day that ended: the owner, once', async () => {
  const { id } = await awaitingChallenge(world, owner)
  await world.get(`/api/v1/challenges/${id}`)
  await expectTold(challengePage(id), { owner: ['deadline-passed'] })
})

test('a decision: every verifier', async () => {
  const { id } = await decidedChallenge(world, owner)
  await expectTold(challengePage(id), {
    owner: ['deadline-passed'],
    verifier: ['decision-waiting'],
    secondVerifier: ['decision-waiting'],
  })
})

test('a decision by an owner who is a verifier: the other verifiers only', async () => {
  const { id } = await decidedChallenge(world, verifier)
  await expectTold(challengePage(id), { verifier: ['deadline-passed'], secondVerifier: ['decision-waiting'] })
})

test('a decision judged: the owner, of a rejection and of an approval, and not who signed', async () => {
  const { id } = await decidedChallenge(world, owner)
  const at = `/api/v1/challenges/${id}`
  await verifier.signed(`${at}/verify-decision`, { verdict: 'reject', explanation: 'The post says otherwise.' })
  await expectTold(challengePage(id), {
    owner: ['decision-rejected', 'deadline-passed'],
    verifier: ['decision-waiting'],
    secondVerifier: ['decision-waiting'],
  })
  await owner.post(`${at}/decision`, decisionBody)
  await secondVerifier.signed(`${at}/verify-decision`, { verdict: 'approve', explanation: 'Now it does.' })
  await expectTold(challengePage(id), {
    owner: ['decision-verified', 'decision-rejected', 'deadline-passed'],
    verifier: ['decision-waiting', 'decision-waiting'],
    secondVerifier: ['decision-waiting', 'decision-waiting'],
  })
})

test('a decision that is only prepared, or signed by nobody: nobody', async () => {
  const { id } = await decidedChallenge(world, owner)
  await verifier.post(`/api/v1/challenges/${id}/verify-decision`, { verdict: 'approve', explanation: 'Yes.' })
  expect(await toldOf(owner, challengePage(id))).toEqual(['deadline-passed'])
})

test('a designated contributor: told when the mission is published, and when it is converted', async () => {
  const published = await seedMission(owner, { contributorWallet: contributor.address })
  await expectTold(missionPage(published.id), { contributor: ['designated'] })
  const converted = await convertedMission(world, owner, verifier, { contributorWallet: contributor.address })
  await expectTold(missionPage(converted.id), { contributor: ['designated'] })
})

test('a mission for anybody: nobody, until it is claimed, then the owner', async () => {
  const { id } = await seedMission(owner)
  await expectTold(missionPage(id), {})
  await contributor.post(`/api/v1/missions/${id}/claim`)
  await expectTold(missionPage(id), { owner: ['mission-claimed'] })
})

test('a proof: the owner, and the verifiers', async () => {
  const { mission } = await provenMission(owner, contributor)
  await expectTold(missionPage(mission.id), {
    owner: ['proof-submitted', 'mission-claimed'],
    verifier: ['proof-waiting'],
    secondVerifier: ['proof-waiting'],
  })
})

test('a proof to a verifier who owns the mission, or who contributes: not as to a verifier', async () => {
  const owned = await provenMission(verifier, contributor)
  await expectTold(missionPage(owned.mission.id), {
    verifier: ['proof-submitted', 'mission-claimed'],
    secondVerifier: ['proof-waiting'],
  })
  const contributed = await provenMission(owner, verifier)
  await expectTold(missionPage(contributed.mission.id), {
    owner: ['proof-submitted', 'mission-claimed'],
    secondVerifier: ['proof-waiting'],
  })
})

test.each(['approve', 'request-changes', 'reject'])('a review that says %s: owner and contributor', async (verdict) => {
  const { mission, proof } = await provenMission(owner, contributor)
  await secondVerifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: 'Looked at it.' })
  await expectTold(missionPage(mission.id), {
    owner: ['proof-reviewed', 'proof-submitted', 'mission-claimed'],
    contributor: ['proof-reviewed'],
    verifier: ['proof-waiting'],
    secondVerifier: ['proof-waiting'],
  })
})

test('a second attempt: everybody once more', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'request-changes', reason: 'Say more.' })
  await contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody)
  await expectTold(missionPage(mission.id), {
    owner: ['proof-submitted', 'proof-reviewed', 'proof-submitted', 'mission-claimed'],
    contributor: ['proof-reviewed'],
    verifier: ['proof-waiting', 'proof-waiting'],
    secondVerifier: ['proof-waiting', 'proof-waiting'],
  })
})

test('a receipt: the contributor, for every outcome; nobody where there is none', async () => {
  const { receipt } = await completedMission(owner, contributor, verifier)
  await expectTold(`/receipts/${receipt.id}`, { contributor: ['receipt'] })

  const claimed = await claimedMission(owner, contributor)
  const ended = await owner.post(`/api/v1/missions/${claimed.id}/complete`, { outcome: 'failed', statement: 'No.' })
  await expectTold(`/receipts/${ended.body.receipt.id}`, { contributor: ['receipt'] })

  const { id } = await seedMission(owner)
  const left = await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'abandoned', statement: 'Nobody came.' })
  await expectTold(`/receipts/${left.body.receipt.id}`, {})
})

const transaction = () => ({ chainId: '8453', txHash: `0x${randomBytes(32).toString('hex')}` })

test('a payment by the owner: the contributor', async () => {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  await owner.post(`/api/v1/missions/${mission.id}/payment`, transaction())
  await expectTold(`/receipts/${receipt.id}`, { contributor: ['payment', 'receipt'] })
})

test('a payment by the sponsor: owner and contributor', async () => {
  const bounty = transaction()
  const terms = { bountyChainId: bounty.chainId, bountyTxHash: bounty.txHash, bountyAmount: '10' }
  const { id } = await verifiedMission(owner, contributor, verifier, terms)
  await world.sql.query(
    `UPDATE "TransactionCheck" SET status = 'confirmed', sender = $3 WHERE "chainId" = $1 AND "txHash" = $2`,
    [bounty.chainId, bounty.txHash, stranger.address],
  )
  const ended = await owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done.' })
  await stranger.post(`/api/v1/missions/${id}/payment`, transaction())
  await expectTold(`/receipts/${ended.body.receipt.id}`, { owner: ['payment'], contributor: ['payment', 'receipt'] })
})

test('a claim given back: the owner; one that the owner ends: the contributor', async () => {
  const { id } = await claimedMission(owner, contributor)
  await contributor.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' })
  await expectTold(missionPage(id), { owner: ['mission-released', 'mission-claimed'] })
  const late = await claimedMission(owner, contributor)
  await world.sql.query(`UPDATE "Mission" SET deadline = '2020-01-01' WHERE id = $1`, [late.id])
  await owner.post(`/api/projects/${late.id}/release`, { reason: 'No answer.' })
  await expectTold(missionPage(late.id), { owner: ['mission-claimed'], contributor: ['mission-released'] })
})

test('a deadline that was moved: whoever contributes, or is to; whoever recorded a link', async () => {
  const later = { deadline: dayFromNow(90), reason: 'More time.' }
  const claimed = await claimedMission(owner, contributor)
  await owner.post(`/api/v1/missions/${claimed.id}/deadline`, later)
  await expectTold(missionPage(claimed.id), { owner: ['mission-claimed'], contributor: ['deadline-moved'] })
  const open = await seedMission(owner)
  await owner.post(`/api/projects/${open.id}/deadline`, later)
  await expectTold(missionPage(open.id), {})
  const { id } = await draftChallenge(owner)
  await stranger.post(`/api/v1/challenges/${id}/submissions`, { side: 'B', url: 'https://example.org/b' })
  await owner.post(`/api/battles/${id}/deadlines`, { decisionDeadline: dayFromNow(90), reason: 'More time.' })
  await expectTold(challengePage(id), { owner: ['link-recorded'], stranger: ['deadline-moved'] })
})

test('a decision that was withdrawn: the verifiers', async () => {
  const { id } = await decidedChallenge(world, owner)
  await owner.post(`/api/v1/challenges/${id}/decision/withdraw`, { reason: 'Another link.' })
  await expectTold(challengePage(id), {
    owner: ['deadline-passed'],
    verifier: ['decision-withdrawn', 'decision-waiting'],
    secondVerifier: ['decision-withdrawn', 'decision-waiting'],
  })
})

test('a challenge that ended while its decision waited: the verifiers; one that ended before: none of them', async () => {
  for (const isDecided of [true, false]) {
    const { id } = isDecided ? await decidedChallenge(world, owner) : await awaitingChallenge(world, owner)
    await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'It rains.' })
    const verifiers = isDecided ? ['decision-withdrawn', 'decision-waiting'] : []
    await expectTold(challengePage(id), {
      owner: ['deadline-passed'],
      ...(isDecided ? { verifier: verifiers, secondVerifier: verifiers } : {}),
    })
  }
})

test('changed milestones: whoever contributes, or is to, each time', async () => {
  const { id, milestones } = await claimedMission(owner, contributor)
  const optional = { title: 'A picture', required: false }
  const { body } = await owner.post(`/api/projects/${id}/milestones`, optional)
  const set = (milestoneId: string, status: string) =>
    owner.patch(`/api/projects/${id}/milestones/${milestoneId}`, { status })
  await set(milestones[0].id, 'Delivered')
  await set(body.milestone.id, 'Cancelled')
  await set(body.milestone.id, 'Cancelled')
  await expectTold(missionPage(id), { owner: ['mission-claimed'], contributor: Array(3).fill('milestones-changed') })
  const { notifications } = (await contributor.get('/api/v1/notifications?limit=3')).body
  expect(notifications.map((it: Json) => it.body)).toEqual([
    expect.stringContaining('cancelled the milestone “A picture”'),
    expect.stringContaining(`noted the milestone “${milestones[0].title}” as delivered`),
    expect.stringContaining('added the milestone “A picture”'),
  ])
})
