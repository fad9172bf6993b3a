import { afterAll, beforeAll, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { recordStatements } from '@/tests/support/flights'
import { AS_IF_MANY, planOf } from '@/tests/support/plan'
import {
  awaitingChallenge,
  claimedMission,
  completedMission,
  dayFromNow,
  decidedChallenge,
  draftChallenge,
  openChallenge,
  provenMission,
  seedMission,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  verifier = await world.verifier()
  admin = await world.admin()
})
afterAll(() => world.close())

async function me(wallet: Actor): Promise<Json> {
  const answer = await wallet.get('/api/v1/me')
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const told = (items: Json[]): string[][] => items.map(({ kind, on, recordId }: Json) => [kind ?? on, recordId])
const pair = () => Promise.all([world.wallet(), world.wallet()])

test('somebody who is not signed in is refused, and no cache keeps what a wallet is told', async () => {
  expectRefused(await world.get('/api/v1/me'), 401)
  const wallet = await world.wallet()
  const { headers, body } = await wallet.get('/api/v1/me')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    ...{ turns: [], drafts: [], waiting: [], signatures: [], receipts: [], unread: 0, more: false },
    queue: { review: 0, reports: 0 },
    roles: { isVerifier: false, isAdmin: false },
  })
})

test('an owner is told what is theirs to do, what waits for others, and their drafts', async () => {
  const [owner, contributor] = await pair()
  const awaiting = await awaitingChallenge(world, owner)
  const open = await openChallenge(owner)
  const decided = await decidedChallenge(world, owner)
  const draft = await draftChallenge(owner)
  const seed = await seedMission(owner)
  const claimed = await claimedMission(owner, contributor)
  const proven = await provenMission(owner, contributor)
  const verified = await verifiedMission(owner, contributor, verifier)
  const { turns, waiting, drafts, unread } = await me(owner)
  expect(told(turns)).toEqual([
    ['decide', awaiting.id],
    ['complete', verified.id],
  ])
  expect(turns[0]).toEqual({
    ...{ kind: 'decide', recordType: 'challenge', recordId: awaiting.id, title: awaiting.title },
    action: 'Record the decision',
    href: `/challenges/${awaiting.id}#act`,
    dueAt: `${dayFromNow(6)}T00:00:00.000Z`,
    since: awaiting.updatedAt,
  })
  expect(told(waiting).sort()).toEqual(
    [
      ['time', open.id],
      ['verifier', decided.id],
      ['anyone', seed.id],
      ['contributor', claimed.id],
      ['verifier', proven.mission.id],
    ].sort(),
  )
  const proof = waiting.find(({ recordId }: Json) => recordId === proven.mission.id)
  expect(proof).toMatchObject({ href: `/missions/${proven.mission.id}`, since: proven.proof.submittedAt })
  expect(told(drafts)).toEqual([['link', draft.id]])
  expect(unread).toBe((await owner.get('/api/v1/notifications')).body.unread)
})

test('a contributor is told what to claim and to prove; what they did is gone at once', async () => {
  const [owner, contributor] = await pair()
  const designated = await seedMission(owner, { contributorWallet: contributor.address })
  expect(told((await me(contributor)).turns)).toEqual([['claim', designated.id]])
  await contributor.post(`/api/v1/missions/${designated.id}/claim`)
  expect(told((await me(contributor)).turns)).toEqual([['prove', designated.id]])
  expect(told((await me(owner)).waiting)).toEqual([['contributor', designated.id]])
  const milestone = designated.milestones[0].id
  await contributor.post(`/api/v1/milestones/${milestone}/proof`, {
    kind: 'Link',
    url: 'https://example.org/',
    note: 'It.',
  })
  const { turns, waiting } = await me(contributor)
  expect([turns, told(waiting)]).toEqual([[], [['verifier', designated.id]]])
})

test('a verifier is told what they may judge, the oldest first, and not what they have a part in', async () => {
  const [owner, contributor] = await pair()
  const before = (await me(verifier)).queue.review
  const own = await provenMission(verifier, contributor)
  const proven = await provenMission(owner, contributor)
  const decided = await decidedChallenge(world, owner)
  const { turns, queue, roles } = await me(verifier)
  expect(roles.isVerifier).toBe(true)
  expect(queue.review).toBe(before + 2)
  expect(told(turns).slice(-2)).toEqual([
    ['review', proven.mission.id],
    ['verify', decided.id],
  ])
  expect(turns.map(({ recordId }: Json) => recordId)).not.toContain(own.mission.id)
  // Another verifier judges it: it is nobody's turn any more.
  const second = await world.verifier(1)
  expect(told((await me(second)).turns)).toContainEqual(['review', proven.mission.id])
  await second.signed(`/api/v1/proof/${proven.proof.id}/review`, { verdict: 'approve', reason: 'It is there.' })
  expect(told((await me(verifier)).turns)).not.toContainEqual(['review', proven.mission.id])
  expect((await me(owner)).turns).toMatchObject([{ kind: 'complete', recordId: proven.mission.id }])
})

test('a moderator is told of open reports, until they are settled', async () => {
  const [owner, reporter] = await pair()
  const mission = await seedMission(owner)
  const report = { recordType: 'mission', recordId: mission.id, reason: 'It asks for a key.' }
  const { id } = (await reporter.post('/api/moderation/reports', report)).body.report
  expect((await me(reporter)).turns).toEqual([])
  const { turns, queue, roles } = await me(admin)
  expect([roles.isAdmin, queue.reports]).toEqual([true, 1])
  expect(turns).toMatchObject([{ kind: 'report', recordType: 'mission', title: mission.title, href: '/moderation' }])
  await admin.post(`/api/moderation/reports/${id}/dismiss`, { reason: 'It does not.' })
  expect(await me(admin)).toMatchObject({ turns: [], queue: { reports: 0 } })
})

test('what a moderator hid is nobody’s turn and waits for nobody, its receipt neither, until it is restored', async () => {
  const [owner, contributor] = await pair()
  const awaiting = await awaitingChallenge(world, owner)
  const claimed = await claimedMission(owner, contributor)
  const proven = await provenMission(owner, contributor)
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const shown = async () => {
    const [first, second, third] = await Promise.all([me(owner), me(contributor), me(verifier)])
    const ids = [...first.turns, ...first.waiting, ...second.turns, ...second.waiting, ...third.turns].map(
      ({ recordId }: Json) => recordId,
    )
    return { ids, receipts: [...first.receipts, ...second.receipts].map(({ id }: Json) => id) }
  }
  const before = await shown()
  expect(before.ids).toEqual(expect.arrayContaining([awaiting.id, claimed.id, proven.mission.id]))
  expect(before.receipts).toEqual([receipt.id, receipt.id])
  const hidden = [
    ['challenge', awaiting.id],
    ['mission', claimed.id],
    ['mission', proven.mission.id],
    ['mission', mission.id],
  ] as const
  for (const [type, id] of hidden) await done(hide(admin, type, id))
  const after = await shown()
  for (const [, id] of hidden) expect(after.ids).not.toContain(id)
  expect(after.receipts).toEqual([])
  for (const [type, id] of hidden) await done(restore(admin, type, id))
  expect((await shown()).ids.sort()).toEqual(before.ids.sort())
})

test('the newest five receipts that name a wallet are told, as owner and as contributor', async () => {
  const [one, other] = await pair()
  const issued: string[] = []
  for (let index = 0; index < 6; index++) {
    const [owner, contributor] = index % 2 ? [one, other] : [other, one]
    issued.unshift((await completedMission(owner, contributor, verifier)).receipt.id)
  }
  const ids = (await me(one)).receipts.map(({ id }: Json) => id)
  expect(ids).toEqual(issued.slice(0, 5))
})

test('a submission day that has ended is the owner’s turn with the first read', async () => {
  const owner = await world.wallet()
  const { id } = await openChallenge(owner)
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [id, dayFromNow(-2)])
  expect(told((await me(owner)).turns)).toEqual([['decide', id]])
})

test('of very many the newest hundred are told, and that there are more; indexes give them', async () => {
  const [owner, contributor] = await pair()
  const { id } = await claimedMission(owner, contributor)
  // The rows alone: what the read looks at is the row and its milestones.
  await world.sql.query(
    `INSERT INTO "Mission" SELECT (json_populate_record(m, json_build_object('id', gen_random_uuid(), 'challengeId', null))).*
      FROM "Mission" m, generate_series(1, 120) WHERE m.id = $1`,
    [id],
  )
  const [ofOwner, ofContributor] = await Promise.all([me(owner), me(contributor)])
  expect([ofOwner.waiting.length, ofOwner.more]).toEqual([100, true])
  expect([ofContributor.turns.length, ofContributor.more]).toEqual([100, true])
  await world.sql.query('ANALYZE "Mission"')
  const sent = recordStatements()
  await me(owner)
  const plan = (await planOf(world.sql, sent.at(-1) ?? '', AS_IF_MANY)).join('\n')
  expect(plan).toContain('Scan using "Mission_running_owner"')
  expect(plan).toContain('Scan using "Mission_list_contributor_state"')
  await world.sql.query('DELETE FROM "Mission" WHERE owner = $1 AND id <> $2', [owner.address, id])
})

test('designations, however many and urgent, push out nothing that a wallet has to do', async () => {
  const [owner, contributor] = await pair()
  const claimed = await claimedMission(owner, contributor, { deadline: dayFromNow(30) })
  const { id } = await seedMission(owner, { contributorWallet: contributor.address, deadline: dayFromNow(1) })
  await world.sql.query(
    `INSERT INTO "Mission" SELECT (json_populate_record(m, json_build_object('id', gen_random_uuid(), 'challengeId', null))).*
      FROM "Mission" m, generate_series(1, 120) WHERE m.id = $1`,
    [id],
  )
  const { turns, more } = await me(contributor)
  expect(told(turns)[0]).toEqual(['prove', claimed.id])
  expect([turns.length, more]).toEqual([100, true])
  await world.sql.query('DELETE FROM "Mission" WHERE owner = $1 AND id <> ALL($2)', [owner.address, [id, claimed.id]])
})
