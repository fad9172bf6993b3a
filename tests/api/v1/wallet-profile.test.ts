import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import {
  bothLinks,
  completedMission,
  convertedMission,
  draftChallenge,
  openChallenge,
  proofBody,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, verifier, admin] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.admin(),
  ])
})
afterAll(() => world.close())

const profile = async (address: string): Promise<Json> => {
  const { status, text, body } = await world.get(`/api/v1/wallets/${address}`)
  expect(status, text).toBe(200)
  return body.wallet
}
const idsOf = (items: Json[]): Json[] => items.map(({ id }) => id)

const EMPTY = { items: [], next: null }
const NOTHING = {
  seeds: { balance: 0, ...EMPTY },
  muse: null,
  ownChallenges: EMPTY,
  ownMissions: EMPTY,
  contributedMissions: EMPTY,
  recordedLinks: EMPTY,
  reviews: EMPTY,
  ownReceipts: EMPTY,
  contributedReceipts: EMPTY,
}

/** What each list holds on its own, and the word that it goes by there. */
const LISTS: readonly (readonly [name: string, path: (address: string) => string, word: string])[] = [
  ['seeds', (address) => `/api/v1/rewards/wallet/${address}`, 'entries'],
  ['ownChallenges', (address) => `/api/v1/challenges?owner=${address}`, 'challenges'],
  ['ownMissions', (address) => `/api/v1/missions?owner=${address}`, 'missions'],
  ['contributedMissions', (address) => `/api/v1/missions?contributed=${address}`, 'missions'],
  ['recordedLinks', (address) => `/api/v1/wallets/${address}/links`, 'links'],
  ['reviews', (address) => `/api/v1/wallets/${address}/reviews`, 'reviews'],
  ['ownReceipts', (address) => `/api/v1/receipts?owner=${address}`, 'receipts'],
  ['contributedReceipts', (address) => `/api/v1/receipts?contributor=${address}`, 'receipts'],
]

test('a wallet that nobody has seen is empty, in any case of its address', async () => {
  const { address } = await world.wallet()
  for (const spelt of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
    expect(await profile(spelt)).toEqual({ address, roles: { isVerifier: false, isAdmin: false }, ...NOTHING })
  expect((await profile(verifier.address)).roles).toEqual({ isVerifier: true, isAdmin: false })
  expect((await profile(admin.address)).roles).toEqual({ isVerifier: false, isAdmin: true })
})

test.each(['0x12', 'nobody', '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '%00'])(
  '%s is no address: 404 on each read of a wallet',
  async (text) => {
    for (const part of ['', '/links', '/reviews']) expectRefused(await world.get(`/api/v1/wallets/${text}${part}`), 404)
  },
)

test('what a wallet owns, contributes, recorded, reviewed and earned stands in its lists', async () => {
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const challenge = await draftChallenge(await world.wallet())
  const url = 'https://example.org/a'
  await contributor.post(`/api/v1/challenges/${challenge.id}/submissions`, { side: 'A', url })

  const owning = await profile(owner.address)
  expect(owning.ownMissions.items).toEqual([
    (await world.get(`/api/v1/missions?owner=${owner.address}`)).body.missions[0],
  ])
  expect(idsOf(owning.ownReceipts.items)).toEqual([receipt.id])
  expect(owning.contributedReceipts).toEqual(EMPTY)

  const contributing = await profile(contributor.address)
  expect(idsOf(contributing.contributedMissions.items)).toEqual([mission.id])
  expect(idsOf(contributing.contributedReceipts.items)).toEqual([receipt.id])
  expect(contributing.seeds).toMatchObject({
    balance: 30,
    items: [{ kind: 'mission-completed' }, { kind: 'milestone-verified' }],
  })
  const { title } = challenge
  expect(contributing.recordedLinks.items).toEqual([
    {
      ...{ id: expect.any(String), challengeId: challenge.id, title, side: 'A', url, proposalId: null },
      submittedAt: expect.stringMatching(/Z$/),
    },
  ])
  expect((await profile(verifier.address)).reviews.items).toMatchObject([
    { kind: 'proof', recordId: mission.id, verdict: 'approve', verifier: verifier.address },
  ])
})

test('a mission that only designates a wallet is none that it contributes to; one that it worked on and gave back stays', async () => {
  const designated = await world.wallet()
  const listed = async () => idsOf((await profile(designated.address)).contributedMissions.items)
  const { id, milestones } = await seedMission(owner, {
    contributorWallet: designated.address,
    milestones: [
      { title: 'One', required: true },
      { title: 'Two', required: true },
    ],
  })
  expect(await listed()).toEqual([])
  const claim = () => done(designated.post(`/api/v1/missions/${id}/claim`))
  const release = () => done(designated.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' }))
  await claim()
  expect(await listed()).toEqual([id])
  await release()
  expect(await listed()).toEqual([])
  await claim()
  const { proof } = (await designated.post(`/api/v1/milestones/${milestones[0].id}/proof`, proofBody)).body
  await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' })
  await release()
  expect(await listed()).toEqual([id])
  await done(hide(admin, 'proof', proof.id))
  expect(await listed()).toEqual([])
})

test('a linked Muse is shown while the link is active', async () => {
  const { address } = await world.wallet()
  const link = (id: string, muse: string, unlinkedAt: string | null) =>
    world.sql.query(
      `INSERT INTO "MuseLink" (id, "museId", wallet, method, "postUrl", code, "linkedAt", "unlinkedAt", "unlinkedBy")
        VALUES ($1, $2, $3, 'signed-post', 'https://community.example/p/1', 'a line', now(), $4, $5)`,
      [id, muse, address, unlinkedAt, unlinkedAt && address],
    )
  await link('019aa35c-0c00-7c3e-8f10-000000000001', 'muse_first', '2026-11-21T00:00:00Z')
  expect((await profile(address)).muse).toBeNull()
  await link('019aa35c-0c00-7c3e-8f10-000000000002', 'muse_second', null)
  expect((await profile(address)).muse).toMatchObject({ museId: 'muse_second', active: true, wallet: address })
})

test('a list that is longer than the profile shows goes on where its next leads', async () => {
  // One wallet in every role, with seven of each.
  const many = await world.wallet()
  for (let index = 0; index < 7; index++) {
    await completedMission(many, contributor, verifier)
    await completedMission(owner, many, verifier)
    const { source } = await convertedMission(world, many, verifier)
    expect(source.challengeId).not.toBeNull()
    await provenMission(many, contributor)
    await seedMission(owner, { contributorWallet: many.address })
  }
  const whole = async (path: string, word: string) =>
    (await world.get(`${path}${path.includes('?') ? '&' : '?'}limit=100`)).body[word]
  for (const wallet of [many, contributor, verifier, owner]) {
    const shown = await profile(wallet.address)
    for (const [name, path, word] of LISTS) {
      const all = await whole(path(wallet.address), word)
      expect(shown[name].items, name).toEqual(all.slice(0, 5))
      expect(shown[name].next === null, name).toBe(all.length <= 5)
      if (shown[name].next === null) continue
      expect(await whole(shown[name].next, word), name).toEqual(all.slice(5))
    }
  }
})

test('what a moderator hid is in no list of the wallet', async () => {
  const by = await world.wallet()
  const hidden = await seedMission(by)
  const shown = await seedMission(by)
  const open = await openChallenge(by)
  const links = open.submissions
  const read = async () => {
    const { ownMissions, ownChallenges, recordedLinks } = await profile(by.address)
    return [ownMissions, ownChallenges, recordedLinks].map(({ items }) => idsOf(items))
  }
  const both = [links.B.id, links.A.id]
  const all = [[shown.id, hidden.id], [open.id], expect.arrayContaining(both)]
  expect(await read()).toEqual(all)
  await done(hide(admin, 'mission', hidden.id))
  await done(hide(admin, 'submission', links.A.id))
  expect(await read()).toEqual([[shown.id], [open.id], [links.B.id]])
  await done(restore(admin, 'submission', links.A.id))
  await done(hide(admin, 'challenge', open.id))
  expect(await read()).toEqual([[shown.id], [], []])
  await done(restore(admin, 'challenge', open.id))
  await done(restore(admin, 'mission', hidden.id))
  expect(await read()).toEqual(all)
})

test.each([1, 2, 3])(
  'recorded links walked by pages of %i while one is recorded give each old one once',
  async (limit) => {
    const by = await world.wallet()
    const record = async () => {
      const { id } = await draftChallenge(await world.wallet())
      for (const link of bothLinks) await by.post(`/api/v1/challenges/${id}/submissions`, link)
    }
    await record()
    await record()
    const at = `/api/v1/wallets/${by.address}/links`
    const before = idsOf((await world.get(at)).body.links)
    expect(before).toHaveLength(4)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body }: Json = await world.get(`${at}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      if (cursor === '') await record()
      seen.push(...idsOf(body.links))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(before)
  },
)
