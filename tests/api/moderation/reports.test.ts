import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { allAtOnce } from '@/tests/api/v1/all-at-once'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { draftChallenge, provenMission, seedMission } from '@/tests/support/story'
import { UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

let world: World
let owner: Actor
let contributor: Actor
let reporter: Actor
let admin: Actor
beforeAll(async () => {
  world = await openWorld()
  ;[owner, contributor, admin] = await Promise.all([world.wallet(), world.wallet(), world.admin()])
})
beforeEach(async () => {
  reporter = await world.wallet()
})
afterAll(() => world.close())

const REPORTS = '/api/moderation/reports'
const report = (who: Actor, recordType: string, recordId: string, reason = 'It asks for a private key.') =>
  who.post(REPORTS, { recordType, recordId, reason })
async function reported(who: Actor, recordType: string, recordId: string, reason?: string): Promise<Json> {
  const reply = await report(who, recordType, recordId, reason)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.report
}
const dismiss = (who: Actor, id: string, reason = 'It keeps to the rules.') =>
  who.post(`${REPORTS}/${id}/dismiss`, { reason })
const list = async (query = 'limit=100'): Promise<Json> => (await admin.get(`${REPORTS}?${query}`)).body
const newest = async (who: Actor): Promise<Json> => (await who.get('/api/v1/notifications')).body.notifications[0]

describe('a report', () => {
  test('is shown to whoever made it and to moderators, and tells these', async () => {
    const { mission, proof } = await provenMission(owner, contributor)
    const made = await reported(reporter, 'proof', proof.id.toUpperCase(), 'The link leads to malware.')
    expect(made).toEqual({
      id: expect.any(String),
      recordType: 'proof',
      recordId: proof.id,
      challengeId: null,
      missionId: mission.id,
      title: mission.title,
      excerpt: 'https://example.org/proof\nThe page is live.',
      reason: 'The link leads to malware.',
      reportedBy: reporter.address,
      reportedAt: expect.any(String),
      state: 'open',
      settledBy: null,
      settledAt: null,
      settleReason: null,
    })
    expect((await list()).reports[0]).toEqual(made)
    const told = await newest(admin)
    expect(told).toMatchObject({ kind: 'record-reported', href: '/moderation' })
    expect(told.body).not.toContain('malware')
    expect(told.body).not.toContain(reporter.address)
    expect((await world.get(`/api/v1/missions/${mission.id}`)).text).not.toContain(reporter.address)
  })

  test('is told to moderators for as long as they are: who is none any more reads no title of what was hidden since', async () => {
    const { id } = await seedMission(owner, { title: 'A title that leads to malware' })
    await reported(reporter, 'mission', id)
    await done(hide(admin, 'mission', id))
    const seedling = await seedMission(owner, { contributorWallet: admin.address })
    const read = async () => {
      const { body, text } = await admin.get('/api/v1/notifications')
      const me = (await admin.get('/api/v1/me')).body.unread
      return { isTold: text.includes('malware'), hrefs: body.notifications.map(({ href }: Json) => href), me, body }
    }
    const before = await read()
    expect(before.isTold).toBe(true)
    const others = before.hrefs.filter((href: string) => href !== '/moderation').length
    const listed = process.env['ADMIN_WALLETS']
    process.env['ADMIN_WALLETS'] = ''
    try {
      const after = await read()
      expect(after.isTold).toBe(false)
      expect(after.hrefs).not.toContain('/moderation')
      expect(after.hrefs).toContain(`/missions/${seedling.id}`)
      expect([after.body.unread, after.me]).toEqual([others, others])
      expect((await admin.post('/api/v1/notifications/read', { all: true })).body).toEqual({ unread: 0 })
    } finally {
      process.env['ADMIN_WALLETS'] = listed
    }
    // What they could not read, they have not read.
    const { isTold, body } = await read()
    expect([isTold, body.unread]).toEqual([true, before.body.unread - others])
  })

  test('is made once per wallet and record', async () => {
    const { id } = await seedMission(owner)
    await reported(reporter, 'mission', id)
    expectRefused(await report(reporter, 'mission', id, 'Once more.'), 409)
    await reported(await world.wallet(), 'mission', id)
    expect((await list()).reports.filter(({ recordId }: Json) => recordId === id)).toHaveLength(2)
  })

  test('needs a session, and a record that is there', async () => {
    expectRefused(await world.send('POST', REPORTS, {}), 401)
    const types = [
      'challenge',
      'submission',
      'mission',
      'proof',
      'proposal',
      'evidence',
      'commitment',
      'funding',
      'decision',
      'muse-link',
      'release',
    ]
    for (const type of types) {
      for (const id of [UNKNOWN_ID, 'none', '']) expectRefused(await report(reporter, type, id), 404)
    }
  })

  test.each([
    ['recordType', { recordType: 'wallet' }],
    ['recordId', { recordId: 7 }],
    ['reason', { reason: '' }],
    ['reason', { reason: 'x'.repeat(2001) }],
  ])('with a wrong %s is refused by its name', async (field, over) => {
    const body = { recordType: 'mission', recordId: UNKNOWN_ID, reason: 'x', ...over }
    expectRefused(await reporter.post(REPORTS, body), 400, field)
  })

  test('of a hidden record is 410, of a part of a hidden mission too', async () => {
    const { mission, proof } = await provenMission(owner, contributor)
    await done(hide(admin, 'proof', proof.id))
    expectRefused(await report(reporter, 'proof', proof.id), 410)
    await done(restore(admin, 'proof', proof.id))
    await done(hide(admin, 'mission', mission.id))
    expectRefused(await report(reporter, 'proof', proof.id), 410)
    expectRefused(await report(reporter, 'mission', mission.id), 410)
  })

  test('is settled when its record is hidden, and stays so when it is restored', async () => {
    const { id } = await draftChallenge(await world.wallet())
    const first = await reported(reporter, 'challenge', id)
    const second = await reported(await world.wallet(), 'challenge', id)
    await done(hide(admin, 'challenge', id, 'It does.'))
    const settled = {
      state: 'hidden',
      settledBy: admin.address,
      settleReason: 'It does.',
      settledAt: expect.any(String),
    }
    for (const made of [first, second]) {
      expect((await list('state=hidden')).reports).toContainEqual({ ...made, ...settled })
      expectRefused(await dismiss(admin, made.id), 409)
    }
    expect(await newest(reporter)).toMatchObject({ kind: 'report-settled', href: `/challenges/${id}` })
    await done(restore(admin, 'challenge', id))
    expect((await list('state=hidden')).reports.map((made: Json) => made.id)).toContain(first.id)
    expectRefused(await report(reporter, 'challenge', id), 409)
  })
})

describe('dismissing', () => {
  test('of a report just before the record is hidden ends it: the hiding tells whoever made it nothing more', async () => {
    const { id } = await seedMission(owner)
    const made = await reported(reporter, 'mission', id)
    const lock = `UPDATE "Report" SET state = 'dismissed', "settledBy" = $2, "settledAt" = now(), "settleReason" = 'No.' WHERE id = $1`
    const dismissed = { lock, values: [made.id, admin.address], waiting: 1 }
    const [hidden] = await allAtOnce(world, dismissed, () => [hide(admin, 'mission', id)])
    expect(hidden?.status, hidden?.text).toBe(201)
    expect((await list('state=dismissed')).reports.map((report: Json) => report.id)).toContain(made.id)
    expect(await newest(reporter)).toBeUndefined()
  })

  test('settles a report, hides nothing and tells whoever made it', async () => {
    const { id } = await seedMission(owner)
    const made = await reported(reporter, 'mission', id)
    const reply = await dismiss(admin, made.id)
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body.report).toEqual({
      ...made,
      state: 'dismissed',
      settledBy: admin.address,
      settledAt: expect.any(String),
      settleReason: 'It keeps to the rules.',
    })
    expect((await world.get(`/api/v1/missions/${id}`)).status).toBe(200)
    const told = await newest(reporter)
    expect(told).toMatchObject({ kind: 'report-settled', href: `/missions/${id}` })
    expect(told.body).toContain('It keeps to the rules.')
    expectRefused(await dismiss(admin, made.id), 409)
  })

  test('is the moderators’, of a report that is there, with a reason', async () => {
    const { id } = await seedMission(owner)
    const made = await reported(reporter, 'mission', id)
    expectRefused(await world.send('POST', `${REPORTS}/${made.id}/dismiss`, {}), 401)
    for (const who of [reporter, owner, await world.verifier()]) expectRefused(await dismiss(who, made.id), 403)
    for (const unknown of [UNKNOWN_ID, 'none']) expectRefused(await dismiss(admin, unknown), 404)
    expectRefused(await dismiss(admin, made.id, ' '), 400, 'reason')
    expect((await list('state=open')).reports.map((open: Json) => open.id)).toContain(made.id)
  })
})

test('the list is the moderators’, by state and by page, newest first', async () => {
  const made: Json[] = []
  for (const title of ['One of them', 'Another of them', 'The last of them']) {
    made.unshift(await reported(reporter, 'mission', (await seedMission(owner, { title })).id))
  }
  await dismiss(admin, made[1].id)
  const first = await list('limit=2')
  expect(first.reports.map(({ id }: Json) => id)).toEqual([made[0].id, made[1].id])
  expect((await list(`limit=2&cursor=${first.nextCursor}`)).reports[0].id).toBe(made[2].id)
  expect((await list('state=dismissed&limit=1')).reports[0].id).toBe(made[1].id)
  expect((await list('state=open&limit=2')).reports.map(({ id }: Json) => id)).toEqual([made[0].id, made[2].id])
  expectRefused(await admin.get(`${REPORTS}?state=closed`), 400, 'state')
  expectRefused(await reporter.get(REPORTS), 403)
  expectRefused(await world.get(REPORTS), 401)
})

test('a dismissal that waits for whoever changes what was reported tells what that has left', async () => {
  const { id } = await seedMission(owner)
  const made = await reported(reporter, 'mission', id)
  const lock = `WITH held AS (SELECT "parentId" FROM "Report" WHERE id = $1 FOR UPDATE)
    UPDATE "Mission" m SET "hiddenAt" = now() FROM held WHERE m.id = held."parentId"`
  const [dismissed] = await allAtOnce(world, { lock, values: [made.id], waiting: 1 }, () => [dismiss(admin, made.id)])
  expect(dismissed?.status).toBe(201)
  expect((await newest(reporter)).href).toBe('/notifications')
})
