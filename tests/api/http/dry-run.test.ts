import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { writesRecord } from '@/lib/contract/endpoint'
import * as projects from '@/tests/api/legacy/project-story'
import { hide, restore } from '@/tests/api/moderation/moderating'
import { takenBy } from '@/tests/support/agent-request'
import { type Actor, type Json, type Reply, rehearseWrites } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { openSession } from '@/tests/support/session'
import { stored } from '@/tests/support/stored'
import {
  bothLinks,
  challengeBody,
  claimedMission,
  completedMission,
  convertedMission,
  dayFromNow,
  decidedChallenge,
  draftChallenge,
  provenMission,
  verifiedMission,
} from '@/tests/support/story'
import { fileBody, sendUpload } from '@/tests/support/upload'

// Whatever is written here is tried first (`Dry-Run: ?1`), with the same key: nothing is stored by the trial, and the write
// that follows answers what the trial said it would, but for ids, times and what is made of them.

let world: PlatformWorld
let owner: Actor
let contributor: Actor
let verifier: Actor
let admin: Actor
/** The operations that were rehearsed and then worked. */
const worked = new Set<string>()

const operations = contracts.filter(writesRecord).map((endpoint) => ({
  ...endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Ids, times, hashes, signatures and nonces differ from one run of a command to the next. */
const alike = (body: unknown): Json =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/"(id|reversesId)":\d+/g, '"$1":0')
      .replaceAll(/\b[0-9a-f]{32,64}\b/g, 'hash')
      .replaceAll(/[\w-]{86}(?=")/g, 'signature'),
  )

beforeAll(async () => {
  world = await openPlatformWorld('off')
  ;[owner, contributor, verifier, admin] = [
    await openSession(world.base, world.sql),
    await openSession(world.base, world.sql),
    await world.verifier(),
    await world.admin(),
  ]
  rehearseWrites(async (method, path, dryRun) => {
    const before = await stored(world.sql)
    const tried = await dryRun()
    expect(await stored(world.sql), `${path} left something`).toEqual(before)
    return (answer) => {
      if (answer.status >= 300) {
        expect([tried.status, tried.body]).toEqual([answer.status, answer.body])
        return
      }
      expect(tried.status, tried.text).toBe(200)
      expect(tried.headers.get('idempotency-replayed')).toBeNull()
      expect({ path, status: tried.body.dryRun.status, body: alike(tried.body.dryRun.body) }).toEqual({
        path,
        status: answer.status,
        body: alike(answer.body),
      })
      const operation = operations.find((one) => one.method === method && one.pattern.test(path))
      if (operation) worked.add(operation.operationId)
    }
  })
})
afterAll(() => world?.close())

const done = async (reply: Promise<Reply>): Promise<Json> => {
  const { status, text, body } = await reply
  expect([200, 201], text).toContain(status)
  return body
}
const linkBody = (side: string) => bothLinks.find((link) => link.side === side)

describe('a write that is tried first', () => {
  test('of a challenge', async () => {
    const { id } = await draftChallenge(owner)
    const later = { submissionDeadline: dayFromNow(40), decisionDeadline: dayFromNow(90), reason: 'Later.' }
    await done(owner.post(`/api/v1/challenges/${id}/deadlines`, later))
    await done(contributor.post(`/api/v1/challenges/${id}/submissions`, linkBody('A')))
    await done(owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'No.' }))
    const decided = await decidedChallenge(world, owner)
    await done(owner.post(`/api/v1/challenges/${decided.id}/decision/withdraw`, { reason: 'Too soon.' }))
    const mission = await convertedMission(world, owner, verifier)
    expect(
      (await owner.post(`/api/v1/challenges/${mission.source.challengeId}/cancel`, { reason: 'No.' })).status,
    ).toBe(409)
  })

  test('of a challenge by its earlier name', async () => {
    const { battle } = await done(owner.post('/api/battles', challengeBody()))
    const later = { decisionDeadline: dayFromNow(90), reason: 'Later.' }
    await done(owner.post(`/api/battles/${battle.id}/deadlines`, later))
    await done(contributor.post(`/api/battles/${battle.id}/responses`, linkBody('B')))
    const decided = await decidedChallenge(world, owner)
    await done(owner.post(`/api/battles/${decided.id}/decision/withdraw`, { reason: 'Too soon.' }))
  })

  test('of a mission', async () => {
    const { id } = await claimedMission(owner, contributor)
    await done(contributor.post(`/api/v1/missions/${id}/release`, { reason: 'No time.' }))
    await done(owner.post(`/api/v1/missions/${id}/deadline`, { deadline: dayFromNow(200), reason: 'More time.' }))
    const { proof } = await provenMission(owner, contributor)
    const changes = { verdict: 'request-changes', reason: 'Not yet.' }
    await done(verifier.signed(`/api/v1/proof/${proof.id}/review`, changes))
    const { mission } = await completedMission(owner, contributor, verifier)
    await done(owner.post(`/api/v1/missions/${mission.id}/payment`, { chainId: '1', txHash: projects.txHash() }))
  })

  test('of a project', async () => {
    const { project } = await done(owner.post('/api/projects', projects.projectBody()))
    const at = (part: string) => projects.at(project.id, part)
    await done(contributor.post(at('commitments'), projects.commitmentBody()))
    await done(contributor.post(at('decisions'), projects.decisionBody()))
    await done(contributor.post(at('funding'), projects.fundingBody()))
    await done(contributor.post(at('evidence'), projects.evidenceBody()))
    await done(owner.post(at('deadline'), { deadline: dayFromNow(200), reason: 'More time.' }))
    const { milestone } = await done(owner.post(at('milestones'), { title: 'One more', required: false }))
    await done(owner.patch(at(`milestones/${milestone.id}`), { status: 'Cancelled' }))
    const words = { verdict: 'approve', reason: 'The plan is clear.' }
    const { nonce, message } = await done(verifier.post(at('verifications/prepare'), words))
    const signature = await verifier.account.signMessage({ message })
    await done(verifier.post(at('verifications'), { nonce, signature }))
    await done(contributor.post(`/api/v1/missions/${project.id}/claim`))
    await done(contributor.post(at('release'), { reason: 'No time.' }))
    await done(owner.post(at('outcome'), { outcome: 'abandoned', statement: 'Nobody came.' }))
  })

  test('of moderation', async () => {
    const mission = await verifiedMission(owner, contributor, verifier)
    const report = { recordType: 'mission', recordId: mission.id, reason: 'It leads to malware.' }
    await done(contributor.post('/api/moderation/reports', report))
    const { body } = await admin.get('/api/moderation/reports')
    await done(admin.post(`/api/moderation/reports/${body.reports[0].id}/dismiss`, { reason: 'It does not.' }))
    await done(hide(admin, 'mission', mission.id))
    expect(
      (await owner.post(`/api/v1/missions/${mission.id}/complete`, { outcome: 'completed', statement: 'Yes.' })).status,
    ).toBe(410)
    await done(restore(admin, 'mission', mission.id))
  })

  test('of a discussion, a post and a Muse', async () => {
    const muse = await world.sandbox.muse()
    await linkMuse(owner, muse)
    const { id } = await draftChallenge(owner)
    const root = await world.sandbox.post(world.own, { text: 'What do you think?' })
    await world.sandbox.post(await world.sandbox.muse(), { text: 'Here is mine.', parent: root })
    await world.sandbox.post(await world.sandbox.muse(), { text: 'And mine.', parent: root })
    const link = { channel: 'lobby', originPostUrl: world.sandbox.url(root) }
    await done(owner.post(`/api/v1/challenges/${id}/musebook`, link))
    const { proposals } = await done(owner.post(`/api/v1/challenges/${id}/musebook/sync`))
    await done(owner.post(`/api/v1/challenges/${id}/proposals/${proposals[0].id}/accept`, { side: 'A' }))
    await done(owner.post(`/api/v1/challenges/${id}/proposals/${proposals[1].id}/reject`))
    for (const outbox of ['/api/v1/platform-outbox', '/api/v1/musebook-outbox']) {
      const mine = await draftChallenge(owner)
      const { item } = await done(owner.post(outbox, { kind: 'announce', challengeId: mine.id, channel: 'lobby' }))
      await done(admin.post(`${outbox}/${item.id}/approve`, { payloadHash: item.payloadHash }))
      await done(admin.post(`${outbox}/${item.id}/cancel`, { reason: 'Not now.' }))
      await done(owner.post(`/api/v1/challenges/${mine.id}/cancel`, { reason: 'Enough.' }))
    }
    await done(owner.post('/api/v1/muse-links/unlink', { reason: 'Mine no more.' }))
  })

  test('of what is a wallet’s own', async () => {
    const { notifications } = await done(owner.get('/api/v1/notifications'))
    await done(owner.post('/api/v1/notifications/read', { ids: [notifications[0].id] }))
    await done(owner.post(`/api/v1/agent-requests/${await takenBy(owner)}/stop`, {}))
    await done(owner.post('/api/v1/private-feed', {}))
    await done(owner.post('/api/v1/private-feed/revoke', {}))
    const { sessions } = await done(contributor.get('/api/v1/sessions'))
    const other = await openSession(world.base, world.sql)
    const { sessions: others } = await done(other.get('/api/v1/sessions'))
    expect(sessions.length).toBeGreaterThan(0)
    await done(other.post(`/api/v1/sessions/${others[0].id}/revoke`))
    const last = await openSession(world.base, world.sql)
    await done(last.post('/api/v1/sessions/revoke-all'))
  })

  test('every write was among them', () => {
    // A file has a test of its own below. The others end with what comes after the commit, which no trial does; where they
    // are refused and what they store is the same code.
    const apart = ['uploadFile', 'settlePlatformPost', 'settleMusebookPost', 'recheckTransaction']
    expect([...worked, ...apart].sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
  })
})

test('a file is looked at, and not kept', async () => {
  const { id } = await claimedMission(owner, contributor)
  const before = await stored(world.sql)
  const key = 'a-file-that-is-tried'
  const tried = await sendUpload(world.base, contributor, id, fileBody('It is done.'), {
    key,
    headers: { 'dry-run': '?1' },
  })
  expect([tried.status, tried.body.dryRun.status, tried.body.dryRun.body.file.bytes]).toEqual([200, 201, 11])
  expect(await stored(world.sql)).toEqual(before)
  expect((await world.sql.query('SELECT sum(bytes)::int AS bytes FROM "EvidenceUsage"')).rows).toEqual([{ bytes: 0 }])
  const refused = await sendUpload(world.base, contributor, id, fileBody(Buffer.from([0, 1, 2])), {
    headers: { 'dry-run': '?1' },
  })
  expect([refused.status, refused.body.error.field]).toEqual([400, 'file'])
  expect((await sendUpload(world.base, contributor, id, fileBody('It is done.'), { key })).status).toBe(201)
})

test.each(['1', 'true', '?2', '?1, ?1', ''])(
  'a header that is no boolean, %j, is refused and nothing is written',
  async (value) => {
    const before = await stored(world.sql)
    const reply = await owner.post('/api/v1/challenges', challengeBody(), { headers: { 'dry-run': value } })
    expect([reply.status, reply.body.error.field]).toEqual([400, 'Dry-Run'])
    expect(await stored(world.sql)).toEqual(before)
  },
)
