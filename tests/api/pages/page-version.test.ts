import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import {
  completedMission,
  convertedMission,
  created,
  dayFromNow,
  draftChallenge,
  openChallenge,
  proofBody,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// What a page shows never changes without its version, whatever it is that changes; and what it does not show leaves the
// version alone. Pages are read here as their files in `app/` read them.

let world: World
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
let mission: Json
let challengeId: string
let proof: Json
let receiptId = ''

beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor] = [await world.wallet(), await world.wallet()]
  ;[verifier, admin] = [await world.verifier(), await world.admin()]
  mission = await convertedMission(world, owner, verifier)
  challengeId = mission.source.challengeId
})
afterAll(() => world.close())

/** What each page shows, by its path. */
async function pages(): Promise<Map<string, () => Promise<unknown>>> {
  const { listChallenges, getChallengePage } = await import('@/lib/challenges/queries')
  const { listMissions, findProofPage } = await import('@/lib/missions/queries')
  const { getMissionPage } = await import('@/lib/projects/queries')
  const { findHistoryBlock } = await import('@/lib/history/queries')
  const { getDiscussion } = await import('@/lib/community/queries')
  const { listMissionPosts } = await import('@/lib/community/queries')
  const { getReceipt, listReceipts } = await import('@/lib/receipts/queries')
  const { trustedKeys } = await import('@/lib/receipts/signed-under')
  const { getWalletSeeds } = await import('@/lib/seeds/queries')
  const { listMuseLinks } = await import('@/lib/muses/queries')
  const { listReviewsBy } = await import('@/lib/review/signed')
  const { ON_HOME, ON_WALLET_PAGE } = await import('@/lib/pages/page-version')
  const wallet =
    ({ account: { address } }: Actor) =>
    () =>
      Promise.all([
        getWalletSeeds(address, { limit: 50 }),
        listChallenges({ ...ON_WALLET_PAGE, owner: address }),
        listMissions({ ...ON_WALLET_PAGE, owner: address }),
        listMissions({ ...ON_WALLET_PAGE, contributed: address }),
        trustedKeys(),
        listMuseLinks({ wallet: address }),
        listReviewsBy(address, ON_WALLET_PAGE),
      ])
  const { id } = mission
  return new Map<string, () => Promise<unknown>>([
    [
      '/',
      () =>
        Promise.all([
          listChallenges(ON_HOME.challenges),
          listMissions(ON_HOME.missions),
          listReceipts(ON_HOME.receipts),
        ]),
    ],
    ['/challenges', () => listChallenges({ limit: 20 })],
    ['/missions', () => listMissions({ limit: 20 })],
    [`/challenges/${challengeId}`, () => Promise.all([getChallengePage(challengeId), getDiscussion(challengeId)])],
    [`/challenges/${challengeId}/history/1`, () => findHistoryBlock('challenge', challengeId, 1)],
    [`/missions/${id}`, () => Promise.all([getMissionPage(id), listMissionPosts(id)])],
    [`/missions/${id}/history/1`, () => findHistoryBlock('mission', id, 1)],
    [`/missions/${id}/proof/1`, () => findProofPage(id, 1)],
    ['/verify', trustedKeys],
    ...(receiptId === ''
      ? []
      : [[`/receipts/${receiptId}`, () => Promise.all([getReceipt(receiptId), trustedKeys()])] as const]),
    ...[owner, contributor, verifier].map((who) => [`/wallets/${who.address}`, wallet(who)] as const),
  ])
}

type Shown = Map<string, { readonly version: string | null; readonly content: string }>

/** A page may be gone: hidden. */
function notFound(fault: unknown): string {
  if (fault instanceof Error && 'code' in fault && fault.code === 'not_found') return fault.message
  throw fault
}

async function look(): Promise<Shown> {
  const { pageVersion } = await import('@/lib/pages/page-version')
  const shown: Shown = new Map()
  for (const [path, read] of await pages()) {
    // As a request does: first the version, then what is shown.
    const version = await pageVersion(path, '')
    const content = JSON.stringify(await read().catch(notFound))
    shown.set(path, { version, content })
  }
  return shown
}

/** @returns the pages that another version was found of. */
async function moved(act: () => Promise<unknown>): Promise<string[]> {
  const before = await look()
  await act()
  const after = await look()
  const paths = [...after.keys()].filter((path) => before.has(path))
  const changed = (key: 'version' | 'content') =>
    paths.filter((path) => before.get(path)?.[key] !== after.get(path)?.[key])
  expect(changed('version'), 'pages that changed have another version').toEqual(
    expect.arrayContaining(changed('content')),
  )
  expect(changed('content').length, 'something changed').toBeGreaterThan(0)
  return changed('version')
}

const change = (statement: string, ...values: unknown[]) => world.sql.query(statement, values)
const TX = `0x${'ab'.repeat(32)}`

test('nothing of a record moves with another record', async () => {
  const paths = await moved(async () => {
    await openChallenge(await world.wallet())
    await seedMission(await world.wallet())
  })
  expect(paths.sort()).toEqual(['/', '/challenges', '/missions'])
})

test('a list does not move with what it does not show', async () => {
  const { pageVersion } = await import('@/lib/pages/page-version')
  const stranger = await world.wallet()
  const first = await draftChallenge(stranger)
  for (let count = 0; count < 21; count += 1) await openChallenge(await world.wallet())
  const before = await pageVersion('/challenges', '')
  await created(stranger.post(`/api/v1/challenges/${first.id}/cancel`, { reason: 'It stands on a later page.' }))
  expect(await pageVersion('/challenges', '')).toBe(before)
})

test('what stands on a project', async () => {
  const at = `/api/projects/${mission.id}`
  const transactionUrl = `https://basescan.org/tx/0x${'cd'.repeat(32)}`
  let funding = ''
  await moved(async () => {
    const body = { transactionUrl, amount: '40', currency: 'USDC', note: 'For the boards.' }
    funding = (await created(contributor.post(`${at}/funding`, body))).fundingRecord.id
  })
  await moved(() =>
    change(
      `UPDATE "TransactionCheck" SET status = 'not-found'::"CheckStatus", "checkedAt" = now() WHERE "recordId" = $1`,
      funding,
    ),
  )
})

test('every step of a mission', async () => {
  const [milestone] = mission.milestones
  await moved(() => created(contributor.post(`/api/v1/missions/${mission.id}/claim`)))
  await moved(async () => {
    proof = (
      await created(
        contributor.post(`/api/v1/milestones/${milestone.id}/proof`, {
          ...proofBody,
          kind: 'Transaction',
          txHash: TX,
          chainId: '8453',
        }),
      )
    ).proof
  })
  await moved(() =>
    change(`UPDATE "TransactionCheck" SET status = 'pending', "checkedAt" = now() WHERE "recordId" = $1`, proof.id),
  )
  await moved(() =>
    change(`UPDATE "TransactionCheck" SET status = 'confirmed', "blockNumber" = '7' WHERE "recordId" = $1`, proof.id),
  )
  await moved(() =>
    created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' })),
  )
  await moved(async () => {
    const { receipt } = await created(
      owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'completed', statement: 'Done, and well.' }),
    )
    receiptId = receipt.id
  })
})

test('a list of verifiers that changes: what says how many may judge it, and whose role it is', async () => {
  const listed = process.env['VERIFIER_WALLETS'] ?? ''
  const { id } = await seedMission(await world.wallet())
  const open = await openChallenge(await world.wallet())
  const { pageVersion } = await import('@/lib/pages/page-version')
  const { getMissionPage } = await import('@/lib/projects/queries')
  const { getChallengePage } = await import('@/lib/challenges/queries')
  const showing = [`/missions/${id}`, `/challenges/${open.id}`, `/wallets/${verifier.address}`]
  const versions = () => Promise.all(showing.map(async (path) => pageVersion(path, '')))
  const counts = async () =>
    [await getMissionPage(id), await getChallengePage(open.id)].map(({ eligibleVerifiers }) => eligibleVerifiers)
  const lists = () => Promise.all(['/', '/missions'].map((path) => pageVersion(path, '')))
  const before = { versions: await versions(), lists: await lists() }
  expect(await counts()).toEqual([2, 2])
  process.env['VERIFIER_WALLETS'] = ''
  try {
    expect(await counts()).toEqual([0, 0])
    const after = await versions()
    expect(after.filter((version, at) => version === before.versions[at])).toEqual([])
    expect(await lists()).toEqual(before.lists)
  } finally {
    process.env['VERIFIER_WALLETS'] = listed
  }
  expect(await versions()).toEqual(before.versions)
})

test('a payment, and what is found of it', async () => {
  await moved(() => created(owner.post(`/api/v1/missions/${mission.id}/payment`, { chainId: '8453', txHash: TX })))
  const { rows } = await world.sql.query(`SELECT id FROM "Payment" WHERE "receiptId" = $1`, [receiptId])
  await moved(() =>
    change(
      `UPDATE "TransactionCheck" SET status = 'confirmed', "paysPayee" = true, "checkedAt" = now() WHERE "recordId" = $1`,
      rows[0].id,
    ),
  )
})

test('a discussion: its thread, an import, what was posted', async () => {
  await moved(() =>
    change(
      `INSERT INTO "PlatformThread" ("challengeId", channel, "linkedBy", "linkedAt") VALUES ($1, 'lobby', $2, now())`,
      challengeId,
      owner.address,
    ),
  )
  await moved(() =>
    change(
      `UPDATE "PlatformThread" SET "syncedAt" = now(), "lastSync" = '{"at":"2026-01-01T00:00:00.000Z","status":"complete","imported":0,"message":null}' WHERE "challengeId" = $1`,
      challengeId,
    ),
  )
  for (const [column, id, kind] of [
    ['challengeId', challengeId, 'announce'],
    ['missionId', mission.id, 'receipt'],
  ])
    await moved(() =>
      change(
        `INSERT INTO "OutboxItem" (id, kind, state, "${column}", channel, payload, "payloadHash", "createdBy", "createdAt", "postUrl", "postId", "sentAt", "historySeq", "historyHead")
         VALUES (gen_random_uuid(), $3::"OutboxKind", 'sent', $1, 'lobby', '{"text":"Said."}', encode(sha256('{"text":"Said."}'), 'hex'), $2, now(), 'https://example.org/p/1', floor(random() * 1e9), now(), 1, repeat('b', 64))`,
        id,
        owner.address,
        kind,
      ),
    )
})

test('a Muse of a wallet', async () => {
  await moved(() =>
    change(
      `INSERT INTO "MuseLink" (id, "museId", wallet, method, "linkedAt", "postUrl", code)
       VALUES (gen_random_uuid(), 'muse_a', $1, 'signed-post'::"MuseLinkMethod", now(), 'https://example.org/p/1', 'a line')`,
      contributor.address,
    ),
  )
  await moved(() =>
    change(`UPDATE "MuseLink" SET "unlinkedAt" = now(), "unlinkedBy" = wallet WHERE wallet = $1`, contributor.address),
  )
})

test('what a moderator hides and shows again', async () => {
  const act = (recordType: string, recordId: string, action: string) =>
    created(admin.post('/api/moderation', { recordType, recordId, action, reason: 'A test of pages.' }))
  for (const [type, id] of [
    ['proof', proof.id],
    ['mission', mission.id],
    ['challenge', challengeId],
  ] as const)
    for (const action of ['hide', 'restore']) await moved(() => act(type, id, action))
})

test('no version comes back when a mission comes into the list of a wallet by a proof that is restored, and leaves it by its end', async () => {
  const { pageVersion } = await import('@/lib/pages/page-version')
  const { listMissions } = await import('@/lib/missions/queries')
  const [publisher, designated] = await Promise.all([world.wallet(), world.wallet()])
  const { mission: reserved, proof: sent } = await provenMission(publisher, designated, {
    contributorWallet: designated.address,
  })
  const path = `/missions/${reserved.id}`
  await created(verifier.signed(`/api/v1/proof/${sent.id}/review`, { verdict: 'reject', reason: 'Not this.' }))
  await created(designated.post(`/api/v1${path}/release`, { reason: 'No time.' }))
  // The first receipt makes the key of the service known, which moves these pages too.
  await completedMission(publisher, await world.wallet(), verifier)
  const version = () => pageVersion(`/wallets/${designated.address}`, '')
  const { account } = designated
  const listed = async () => (await listMissions({ limit: 5, contributed: account.address })).missions.length
  await done(hide(admin, 'proof', sent.id))
  const [before, without] = [await version(), await listed()]
  await done(restore(admin, 'proof', sent.id))
  const [meanwhile, within] = [await version(), await listed()]
  await created(publisher.post(`/api/v1${path}/complete`, { outcome: 'failed', statement: 'Over.' }))
  expect([without, within, await listed()]).toEqual([0, 1, 0])
  expect(new Set([before, meanwhile, await version()]).size).toBe(3)
})

test('a page has no version where there is none, and one spelling of its path', async () => {
  const { pageVersion } = await import('@/lib/pages/page-version')
  for (const path of [
    '/nothing',
    '/status',
    '/challenges/none',
    `/challenges/${mission.id}`,
    `/missions/${mission.id.toUpperCase()}`,
    `/missions/${mission.id}/`,
    `/missions/${mission.id}/history`,
    `/wallets/${owner.address.toLowerCase()}`,
    '/constructor/x',
  ])
    expect(await pageVersion(path, ''), path).toBe(null)
  expect(await pageVersion('/challenges', '?state=OPEN')).toBe(null)
  expect(await pageVersion('/docs', '')).not.toBe(null)
})

test('an erasure by a command whose clock is behind that of an earlier one', async () => {
  const { ON_WALLET_PAGE } = await import('@/lib/pages/page-version')
  const { eraseRecord } = await import('@/lib/erasure/erase-record')
  const erase = (id: string) =>
    eraseRecord({ type: 'mission', id, part: null, fields: [], reason: 'Court order 17', dryRun: false })
  const publisher = await world.wallet()
  const { id } = await seedMission(publisher)
  const { id: hidden } = await verifiedMission(publisher, contributor, verifier)
  const { proofs } = (await world.get(`/api/v1/missions/${hidden}/proof`)).body
  await created(hide(admin, 'proof', proofs[0].id))
  // The wallet's page lists newer missions, and of this one the ledger alone.
  for (let count = 0; count <= ON_WALLET_PAGE.limit; count += 1) {
    const { id: newer } = await seedMission(publisher)
    await created(contributor.post(`/api/v1/missions/${newer}/claim`))
  }
  world.setClock(3600)
  await erase(id)
  world.setClock(0)
  const paths = await moved(() => erase(hidden))
  expect(paths).toContain(`/wallets/${contributor.address}`)
})

test('a key of the service that ended: wherever receipts are checked', async () => {
  const paths = await moved(() => change(`UPDATE "ServiceKey" SET until = now() WHERE until IS NULL`))
  expect(paths).toEqual(expect.arrayContaining(['/verify', `/receipts/${receiptId}`, `/wallets/${owner.address}`]))
  expect(paths).not.toContain(`/missions/${mission.id}`)
})

test('the page that checks receipts, which shows no keys where the database failed while it was rendered', async () => {
  const { pageVersion } = await import('@/lib/pages/page-version')
  const { ServerSilent, translateFault } = await import('@/lib/db/faults')
  const failures = [() => new ServerSilent(), () => translateFault(new Error('read ECONNRESET'))]
  for (const fail of failures) {
    const [before, elsewhere] = [await pageVersion('/verify', ''), await pageVersion('/missions', '')]
    expect(await pageVersion('/verify', '')).toBe(before)
    fail()
    expect(await pageVersion('/verify', '')).not.toBe(before)
    expect(await pageVersion('/missions', '')).toBe(elsewhere)
  }
})

test('a list whose conditions name the day, once a day has passed', async () => {
  const { ON_HOME } = await import('@/lib/pages/page-version')
  const publisher = await world.wallet()
  const { id } = await seedMission(publisher)
  for (let count = 1; count < ON_HOME.missions.limit; count += 1) await seedMission(publisher)
  // As many as the home page shows and one, newer than those that it shows once their day has passed.
  for (let count = 0; count <= ON_HOME.missions.limit; count += 1)
    await seedMission(publisher, { deadline: dayFromNow(1) })
  await look()
  world.passDays(2)
  // The first reading moves what else is due.
  await look()
  const paths = await moved(async () => created((await world.wallet()).post(`/api/v1/missions/${id}/claim`)))
  expect(paths).toContain('/')
})
