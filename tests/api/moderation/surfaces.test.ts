import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done, hide, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { look } from '@/tests/support/race'
import {
  awaitingChallenge,
  completedMission,
  conversionBody,
  convertedMission,
  dayFromNow,
  decisionBody,
  draftChallenge,
  openChallenge,
  proofBody,
  provenMission,
  seedMission,
} from '@/tests/support/story'
import { fileBody, filesOf, follow, samples, sendUpload } from '@/tests/support/upload'

// A hidden record is absent wherever the service tells of records, and takes no writes on either surface.

let world: PlatformWorld
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
beforeAll(async () => {
  world = await openPlatformWorld('on')
  ;[owner, contributor, verifier, admin] = await Promise.all([
    world.wallet(),
    world.wallet(),
    world.verifier(),
    world.admin(),
  ])
})
afterAll(() => world.close())

/** Which of these reads tell of an id, histories left out: they tell what the moderators did. */
async function telling(paths: readonly string[], id: string, who?: Actor): Promise<string[]> {
  const told = await Promise.all(
    paths.map(async (path) => {
      const { body } = await (who ?? world).get(path)
      const text = JSON.stringify(body, (key, value) => (key === 'history' || key === 'events' ? undefined : value))
      return text.includes(id) ? [path] : []
    }),
  )
  return told.flat()
}

async function expectHiddenAndBack(type: string, id: string, paths: readonly string[], who?: Actor): Promise<void> {
  expect(await telling(paths, id, who)).toEqual(paths)
  await done(hide(admin, type, id))
  expect(await telling(paths, id, who)).toEqual([])
  await done(restore(admin, type, id))
  expect(await telling(paths, id, who)).toEqual(paths)
}

const unread = async (who: Actor): Promise<number> => (await who.get('/api/v1/notifications')).body.unread

describe('a hidden challenge', () => {
  test('is in no list and no search, on either surface', async () => {
    const someone = await world.wallet()
    const { id } = await openChallenge(someone, { title: 'Quixotic zebras' })
    const queries = ['', `?owner=${someone.address}`, '?state=OPEN', '?q=xotic', `?q=zebras&owner=${someone.address}`]
    const paths = ['/api/v1/challenges', '/api/battles'].flatMap((path) => queries.map((query) => path + query))
    await expectHiddenAndBack('challenge', id, paths)
  })

  test('takes no writes', async () => {
    const someone = await world.wallet()
    const { id } = await draftChallenge(someone)
    const mission = await seedMission(someone)
    await done(hide(admin, 'challenge', id))
    const link = { side: 'A', url: 'https://example.org/a' }
    const at = `/api/v1/challenges/${id}`
    const writes: [string, unknown][] = [
      [`${at}/submissions`, link],
      [`/api/battles/${id}/responses`, link],
      [`${at}/decision`, decisionBody],
      [`${at}/convert`, conversionBody()],
      [`${at}/cancel`, { reason: 'Over.' }],
      [`${at}/musebook`, { channel: 'lobby' }],
      [`${at}/musebook/sync`, {}],
    ]
    for (const [path, body] of writes) expectRefused(await someone.post(path, body), 410)
    const post = { kind: 'announce', challengeId: id, channel: 'lobby' }
    expectRefused(await admin.post('/api/v1/platform-outbox', post), 410)
    expect((await look(world, `SELECT count(*)::int AS n FROM "Submission" WHERE "challengeId" = $1`, [id])).n).toBe(0)
    expect((await world.get(`/api/v1/missions/${mission.id}`)).status).toBe(200)
  })

  test('is not named by the mission that grew from it, which stays', async () => {
    const mission = await convertedMission(world, owner, verifier)
    const { challengeId } = mission.source
    const paths = [`/api/v1/missions/${mission.id}`, `/api/projects/${mission.id}`]
    const lists = [`/api/v1/missions?owner=${owner.address}`, `/api/projects?owner=${owner.address}`]
    const source = async (path: string): Promise<Json> => Object.values<Json>((await world.get(path)).body)[0].source
    const before = await source(paths[0] ?? '')
    for (const path of [...paths, ...lists]) expect((await world.get(path)).text).toContain(challengeId)
    await done(hide(admin, 'challenge', challengeId))
    for (const path of paths) {
      expect(await source(path)).toEqual({
        ...before,
        challengeId: null,
        chosenSide: null,
        otherSide: null,
      })
    }
    for (const path of lists) {
      const [found] = Object.values<Json>((await world.get(path)).body)[0].filter(({ id }: Json) => id === mission.id)
      expect(found.source.challengeId).toBeNull()
    }
    await done(restore(admin, 'challenge', challengeId))
    for (const path of paths) expect(await source(path)).toEqual(before)
  })

  test('is not named by a receipt that is issued meanwhile', async () => {
    const mission = await convertedMission(world, owner, verifier)
    await done(hide(admin, 'challenge', mission.source.challengeId))
    const body = { outcome: 'abandoned', statement: 'Given up.' }
    const { receipt } = (await owner.post(`/api/v1/missions/${mission.id}/complete`, body)).body
    expect(receipt.discussion).toEqual({
      challengeId: null,
      prompt: null,
      sourceUrl: null,
      decisionUrl: mission.source.decisionUrl,
      chosenSide: null,
      explanation: null,
      submissions: null,
      withheld: true,
    })
    expect(receipt.decisionVerification).toBeNull()
  })

  test('passes no deadline until it is restored', async () => {
    const someone = await world.wallet()
    const { id } = await openChallenge(someone)
    await done(hide(admin, 'challenge', id))
    await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [id, dayFromNow(-9)])
    await world.tick()
    await world.get('/api/v1/challenges')
    const stored = () => look(world, `SELECT state FROM "Challenge" WHERE id = $1`, [id])
    expect((await stored()).state).toBe('OPEN')
    await done(restore(admin, 'challenge', id))
    await world.tick()
    expect((await stored()).state).toBe('AWAITING_DECISION')
    expect((await someone.get('/api/v1/notifications')).body.notifications[0].kind).toBe('deadline-passed')
  })

  test('is led to by no notification', async () => {
    const someone = await world.wallet()
    const { id } = await awaitingChallenge(world, someone)
    await expectHiddenWithoutOwn(someone, 'challenge', id)
  })

  test('keeps its thread unread by the schedule, and its posts out of the outbox', async () => {
    const someone = await world.wallet()
    const { id } = await draftChallenge(someone)
    const { item } = (
      await admin.post('/api/v1/platform-outbox', { kind: 'announce', challengeId: id, channel: 'lobby' })
    ).body
    const approval = { payloadHash: item.payloadHash }
    await done(hide(admin, 'challenge', id))
    expectRefused(await admin.post(`/api/v1/platform-outbox/${item.id}/approve`, approval), 410)
    await done(restore(admin, 'challenge', id))
    const sent = await admin.post(`/api/v1/platform-outbox/${item.id}/approve`, approval)
    expect([sent.status, sent.body.item.state], sent.text).toEqual([201, 'sent'])
    const root = Number(sent.body.item.postId)
    await someone.post(`/api/v1/challenges/${id}/musebook/sync`)
    await world.sandbox.postAnonymously('Ada', { text: 'Late.', parent: root })
    await world.sql.query(`UPDATE "PlatformThread" SET "triedAt" = now() - interval '1 day' WHERE "challengeId" = $1`, [
      id,
    ])
    await expectHiddenAndBack('challenge', id, ['/api/v1/platform-outbox', '/api/v1/musebook-outbox'])
    await done(hide(admin, 'challenge', id))
    await world.tick()
    const proposals = () => look(world, `SELECT count(*)::int AS n FROM "Proposal" WHERE "challengeId" = $1`, [id])
    expect((await proposals()).n).toBe(0)
    await done(restore(admin, 'challenge', id))
    await world.tick()
    expect((await proposals()).n).toBe(1)
  })
})

test('what becomes of a post about a hidden challenge is recorded, and its owner is told nothing', async () => {
  const { settlePost } = await import('@/lib/community/settle-post')
  const someone = await world.wallet()
  const { id } = await draftChallenge(someone)
  const post = { kind: 'announce', challengeId: id, channel: 'lobby' }
  const { item } = (await admin.post('/api/v1/platform-outbox', post)).body
  const sending = `UPDATE "OutboxItem" SET state = 'sending', attempts = 1, "attemptedAt" = now() WHERE id = $1`
  await world.sql.query(sending, [item.id])
  await done(hide(admin, 'challenge', id))
  const before = await unread(someone)
  await settlePost({ id: item.id, attempts: 1 }, { kind: 'refused', message: 'It was refused.' }, null, new Date())
  expect((await look(world, `SELECT state FROM "OutboxItem" WHERE id = $1`, [item.id])).state).toBe('failed')
  expect(await unread(someone)).toBe(before)
  await done(restore(admin, 'challenge', id))
  const { notifications } = (await someone.get('/api/v1/notifications')).body
  expect(notifications.map(({ kind }: Json) => kind)).not.toContain('post-failed')
})

/** The notifications that lead to a record go and come with it; what the moderator tells its owner stays. */
async function expectHiddenWithoutOwn(who: Actor, type: string, id: string): Promise<void> {
  const notifications = async (): Promise<Json[]> =>
    (await who.get('/api/v1/notifications?limit=100')).body.notifications
  const own = ['record-hidden', 'record-restored']
  const leading = async () =>
    (await notifications()).filter(({ kind, href }) => href.includes(id) && !own.includes(kind))
  const before = await leading()
  const count = await unread(who)
  expect(before.length).toBeGreaterThan(0)
  await done(hide(admin, type, id))
  expect(await leading()).toEqual([])
  expect((await notifications())[0]).toMatchObject({ kind: 'record-hidden', read: false })
  expect(await unread(who)).toBe(count - before.length + 1)
  await who.post('/api/v1/notifications/read', { all: true })
  expect(await unread(who)).toBe(0)
  await done(restore(admin, type, id))
  expect(await leading()).toEqual(before)
  expect((await notifications()).slice(0, 2).map(({ kind }) => kind)).toEqual(own.toReversed())
  expect(await unread(who)).toBe(before.length + 1)
}

describe('a hidden mission', () => {
  test('is in no list and no search, on either surface', async () => {
    const someone = await world.wallet()
    const mission = await seedMission(someone, { title: 'Quixotic yaks' })
    await contributor.post(`/api/v1/missions/${mission.id}/claim`)
    const queries = [
      '',
      `?owner=${someone.address}`,
      '?state=CLAIMED',
      `?contributor=${contributor.address}`,
      '?q=xotic',
      `?q=yaks&owner=${someone.address}`,
    ]
    const paths = ['/api/v1/missions', '/api/projects'].flatMap((path) => queries.map((query) => path + query))
    await expectHiddenAndBack('mission', mission.id, paths)
  })

  test('is read in no part', async () => {
    const { mission } = await completedMission(owner, contributor, verifier)
    await done(hide(admin, 'mission', mission.id))
    const v1 = ['', '/milestones', '/proof', '/files'].map((part) => `/api/v1/missions/${mission.id}${part}`)
    const earlier = ['', '/commitments', '/decisions', '/funding', '/evidence', '/milestones'].map(
      (part) => `/api/projects/${mission.id}${part}`,
    )
    for (const path of [...v1, ...earlier]) expectRefused(await world.get(path), 404)
  })

  test('takes no writes', async () => {
    const { mission, proof } = await provenMission(owner, contributor)
    const [milestone] = mission.milestones
    await done(hide(admin, 'mission', mission.id))
    const review = { verdict: 'approve', reason: 'Yes.' }
    const outcome = { outcome: 'failed', statement: 'Over.' }
    const [v1, earlier] = [`/api/v1/missions/${mission.id}`, `/api/projects/${mission.id}`]
    const replies: Promise<Reply>[] = [
      contributor.post(`${v1}/claim`),
      contributor.post(`/api/v1/milestones/${milestone.id}/proof`, proofBody),
      verifier.post(`/api/v1/proof/${proof.id}/review`, review),
      owner.post(`${v1}/complete`, outcome),
      owner.post(`${v1}/payment`, { chainId: '1', txHash: `0x${'ab'.repeat(32)}` }),
      contributor.post(`${earlier}/commitments`, { kind: 'work', description: 'I help.' }),
      admin.post(`${earlier}/decisions`, { verdict: 'approve', reason: 'Yes.', reviewerName: 'Ada' }),
      contributor.post(`${earlier}/funding`, { transactionUrl: 'https://example.org/tx' }),
      contributor.post(`${earlier}/evidence`, { kind: 'Link', url: 'https://example.org/' }),
      owner.post(`${earlier}/milestones`, { title: 'One more', required: false }),
      owner.patch(`${earlier}/milestones/${milestone.id}`, { status: 'Delivered' }),
      owner.post(`${earlier}/outcome`, outcome),
      admin.post('/api/v1/platform-outbox', {
        kind: 'mission-update',
        missionId: mission.id,
        summary: 'News.',
        channel: 'lobby',
      }),
    ]
    for (const reply of replies) expectRefused(await reply, 410)
    const upload = await sendUpload(world.base, contributor, mission.id, fileBody(samples['text/plain']('late')))
    expect(upload.status).toBe(410)
  })

  test('keeps its files to itself, also by a link that was given before', async () => {
    const { mission } = await provenMission(owner, contributor)
    await sendUpload(world.base, contributor, mission.id, fileBody(samples['text/plain']('kept')))
    const [file] = await filesOf(world.base, mission.id)
    expect((await follow(world.base, file.downloadUrl)).status).toBe(200)
    await done(hide(admin, 'mission', mission.id))
    expect((await follow(world.base, file.downloadUrl)).status).toBe(404)
    await done(restore(admin, 'mission', mission.id))
    expect((await follow(world.base, file.downloadUrl)).status).toBe(200)
    await done(hide(admin, 'evidence', file.id))
    expect((await follow(world.base, file.downloadUrl)).status).toBe(404)
    expect(await filesOf(world.base, mission.id)).toEqual([])
  })

  test('is not named by the challenge that it grew from, and not converted again', async () => {
    const mission = await convertedMission(world, owner, verifier)
    const { challengeId } = mission.source
    const paths = [
      `/api/v1/challenges/${challengeId}`,
      `/api/battles/${challengeId}`,
      `/api/v1/challenges?owner=${owner.address}`,
      `/api/battles?owner=${owner.address}`,
    ]
    await expectHiddenAndBack('mission', mission.id, paths)
    await done(hide(admin, 'mission', mission.id))
    const convert = () => owner.post(`/api/v1/challenges/${challengeId}/convert`, conversionBody())
    expectRefused(await convert(), 410)
    await done(restore(admin, 'mission', mission.id))
    expect((await convert()).body.mission.id).toBe(mission.id)
    const { history } = (await world.get(`/api/v1/challenges/${challengeId}`)).body.challenge
    expect(history.slice(-4).map(({ kind }: Json) => kind)).toEqual([
      'record-hidden',
      'record-restored',
      'record-hidden',
      'record-restored',
    ])
  })

  test('is led to by no notification, nor is its receipt', async () => {
    const [someone, helper] = [await world.wallet(), await world.wallet()]
    const { mission, receipt } = await completedMission(someone, helper, verifier)
    const leading = async (): Promise<string[]> =>
      (await helper.get('/api/v1/notifications')).body.notifications.map(({ href }: Json) => href)
    expect(await leading()).toContain(`/receipts/${receipt.id}`)
    await done(hide(admin, 'mission', mission.id))
    expect(await leading()).toEqual([`/missions/${mission.id}`])
    await done(restore(admin, 'mission', mission.id))
    expect(await leading()).toContain(`/receipts/${receipt.id}`)
    await expectHiddenWithoutOwn(someone, 'mission', mission.id)
  })

  test('has its posts in nobody’s outbox but the moderators’', async () => {
    const { id } = await seedMission(owner)
    const body = { kind: 'mission-update', missionId: id, summary: 'News.', channel: 'lobby' }
    await admin.post('/api/v1/platform-outbox', body)
    await done(hide(admin, 'mission', id))
    expect(await telling(['/api/v1/platform-outbox'], id, admin)).toEqual(['/api/v1/platform-outbox'])
    expect(await telling(['/api/v1/platform-outbox'], id, owner)).toEqual([])
  })

  test('has its transactions looked up by nobody until it is restored', async () => {
    const { takeDue } = await import('@/lib/chain/queue')
    const { now } = await import('@/lib/clock')
    const txHash = `0x${'3c'.repeat(32)}`
    const bounty = { bountyChainId: '777', bountyTxHash: txHash, bountyAmount: '1', bountyCurrency: 'ETH' }
    const [first, second] = [await seedMission(owner, bounty), await seedMission(owner, bounty)]
    const later = () => new Date(now().getTime() + 3_600_000)
    const taken = async () => (await takeDue('777', 8, later())).taken.map((check) => check.txHash)
    const again = () => world.sql.query(`UPDATE "TransactionCheck" SET "nextCheckAt" = now() WHERE "chainId" = '777'`)
    await done(hide(admin, 'mission', first.id))
    expect(await taken(), 'a shown mission names it too').toEqual([txHash])
    await again()
    await done(hide(admin, 'mission', second.id))
    expect(await taken()).toEqual([])
    await done(restore(admin, 'mission', first.id))
    expect(await taken()).toEqual([txHash])
  })

  test('holds up no transaction of another, however many it names, and has them looked up again when it is restored', async () => {
    const { takeDue } = await import('@/lib/chain/queue')
    const { now } = await import('@/lib/clock')
    const [{ id }, shown] = [await seedMission(owner), `0x${'5e'.repeat(32)}`]
    const count = 100
    await world.sql.query(
      `WITH named AS (INSERT INTO "ProjectEvidence" (id, "missionId", kind, "chainId", "txHash", "submittedBy", "submittedAt")
          SELECT gen_random_uuid(), $1, 'Transaction', '778', '0x' || lpad(to_hex(n), 64, '0'), $2, now() FROM generate_series(1, $3::int) n
          RETURNING id, "txHash")
        INSERT INTO "TransactionCheck" ("recordId", "chainId", "txHash", status, "askedAt", "nextCheckAt")
          SELECT id, '778', "txHash", 'unavailable'::"CheckStatus", now(), now() - interval '1 hour' FROM named
          UNION ALL SELECT gen_random_uuid(), '778', $4, 'unavailable', now() - interval '1 hour', now() FROM generate_series(1, 1)`,
      [id, owner.address, count, shown],
    )
    const dueCount = async (at: Date) => {
      const due = `SELECT count(*)::int AS count FROM "TransactionCheck" WHERE "chainId" = '778' AND "nextCheckAt" <= $1`
      return (await world.sql.query(due, [at])).rows[0].count
    }
    await done(hide(admin, 'mission', id))
    const at = new Date(now().getTime() + 1_000)
    const taken: string[] = []
    for (let goesOn = true; goesOn; ) {
      const batch = await takeDue('778', 8, at)
      taken.push(...batch.taken.map(({ txHash }) => txHash))
      goesOn = batch.putOff
    }
    expect(taken).toEqual([shown])
    expect(await dueCount(at), 'none of them is walked again').toBe(0)
    await done(restore(admin, 'mission', id))
    expect(await dueCount(new Date(now().getTime() + 1_000))).toBe(count)
  })
})
