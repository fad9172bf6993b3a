import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done, hide, lastEvent, restore } from '@/tests/api/moderation/moderating'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json } from '@/tests/support/client'
import { countFlights } from '@/tests/support/flights'
import { openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { claimedMission, completedMission, draftChallenge, provenMission, seedMission } from '@/tests/support/story'
import { fileBody, samples, sendUpload } from '@/tests/support/upload'
import { UNKNOWN_ID } from '@/tests/support/walk'

// Every type of record is hidden and restored; nothing of it is told meanwhile, and nothing is deleted (docs/decisions.md#moderation).

const ROUND_TRIPS_MAX = 5

let world: PlatformWorld
let flights: () => number
let owner: Actor
let contributor: Actor
let admin: Actor
beforeAll(async () => {
  world = await openPlatformWorld('off')
  ;[owner, contributor, admin] = await Promise.all([world.wallet(), world.wallet(), world.admin()])
  flights = countFlights()
})
afterAll(() => world.close())

/** A record to hide: what it is a part of, or itself, and the reads that show it. */
interface Made {
  readonly type: string
  readonly id: string
  readonly parent: string
  readonly author: Actor | null
  readonly reads: readonly string[]
}

const challengeReads = (id: string) => [`/api/v1/challenges/${id}`, `/api/battles/${id}`]
const missionReads = (id: string) => [`/api/v1/missions/${id}`, `/api/projects/${id}`]

async function added(who: Actor, path: string, body: unknown, name: string): Promise<string> {
  const reply = await who.post(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body[name].id
}

/** A part that a wallet adds to a project. */
async function projectPart(type: string, list: string, body: unknown, name: string): Promise<Made> {
  const { id: parent } = await seedMission(owner)
  const id = await added(contributor, `/api/projects/${parent}/${list}`, body, name)
  return {
    type,
    id,
    parent,
    author: contributor,
    reads: [`/api/projects/${parent}`, `/api/projects/${parent}/${list}`],
  }
}

const MAKE: Record<string, () => Promise<Made>> = {
  challenge: async () => {
    const { id } = await draftChallenge(owner)
    await owner.post(`/api/v1/challenges/${id}/cancel`, { reason: 'Room for the next.' })
    return { type: 'challenge', id, parent: id, author: owner, reads: challengeReads(id) }
  },
  mission: async () => {
    const { id } = await seedMission(owner)
    return { type: 'mission', id, parent: id, author: owner, reads: missionReads(id) }
  },
  proof: async () => {
    const { mission, proof } = await provenMission(owner, contributor)
    const reads = [...missionReads(mission.id), `/api/v1/missions/${mission.id}/proof`]
    return { type: 'proof', id: proof.id, parent: mission.id, author: contributor, reads }
  },
  proposal: async () => {
    const someone = await world.wallet()
    const { id: parent } = await draftChallenge(someone)
    const root = await world.sandbox.post(world.own, { text: 'Which one?' })
    await world.sandbox.postAnonymously('Ada', { text: 'Mine, of course.', parent: root })
    const at = `/api/v1/challenges/${parent}/musebook`
    await someone.post(at, { channel: 'lobby', originPostUrl: world.sandbox.url(root) })
    const { proposals } = (await someone.post(`${at}/sync`)).body
    return { type: 'proposal', id: proposals[0].id, parent, author: null, reads: [at] }
  },
  file: async () => {
    const { id: parent } = await claimedMission(owner, contributor)
    const answer = await sendUpload(world.base, contributor, parent, fileBody(samples['text/plain']('a file')))
    const reads = [...missionReads(parent), `/api/v1/missions/${parent}/files`]
    return { type: 'evidence', id: answer.body.file.id, parent, author: contributor, reads }
  },
  evidence: () =>
    projectPart('evidence', 'evidence', { kind: 'Link', url: 'https://example.org/shown' }, 'evidenceItem'),
  commitment: () => projectPart('commitment', 'commitments', { kind: 'work', description: 'I help.' }, 'commitment'),
  funding: () =>
    projectPart('funding', 'funding', { transactionUrl: 'https://example.org/tx/1', amount: '5' }, 'fundingRecord'),
  decision: () =>
    projectPart('decision', 'decisions', { verdict: 'reject', reason: 'No.', reviewerName: 'Ada' }, 'decision'),
}

/** Whether a read tells anything of a record, its history left out: that tells what the moderators did. */
async function tells(path: string, id: string): Promise<boolean> {
  const { status, body } = await world.get(path)
  const told = JSON.stringify(body, (key, value) => (key === 'history' || key === 'events' ? undefined : value))
  return status === 200 && told.includes(id)
}

const shownAt = ({ reads, id }: Made) => Promise.all(reads.map((path) => tells(path, id)))
const all = (made: Made, shown: boolean) => made.reads.map(() => shown)
const hidings = async (): Promise<Json[]> => (await admin.get('/api/moderation?limit=100')).body.hidings
const toldOf = async (who: Actor): Promise<Json> => (await who.get('/api/v1/notifications')).body.notifications[0]

describe.each(Object.entries(MAKE))('a record: %s', (_name, make) => {
  let made: Made
  beforeAll(async () => {
    made = await make()
  })

  test('is shown, hidden, and shown again', async () => {
    const { type, id, parent } = made
    expect(await shownAt(made)).toEqual(all(made, true))

    flights()
    const hidden = await done(hide(admin, type, id))
    expect(flights()).toBeLessThanOrEqual(ROUND_TRIPS_MAX)
    const deed = { recordType: type, recordId: id, moderator: admin.address, seeds: 0, at: expect.any(String) }
    expect(hidden).toEqual({ ...deed, action: 'hide', reason: 'It leads to malware.', hidden: true })
    expect(await shownAt(made)).toEqual(all(made, false))
    for (const path of made.reads) expect((await world.get(path)).status).toBe(id === parent ? 404 : 200)
    expectRefused(await hide(admin, type, id), 409)
    const data = { recordType: type, recordId: id, reason: 'It leads to malware.' }
    expect(await lastEvent(world, parent)).toMatchObject({ kind: 'record-hidden', actor: admin.address, data })
    expect(await hidings()).toContainEqual({
      id: expect.any(String),
      recordType: type,
      recordId: id,
      challengeId: ['challenge', 'proposal'].includes(type) ? parent : null,
      missionId: ['challenge', 'proposal'].includes(type) ? null : parent,
      title: expect.any(String),
      excerpt: expect.stringMatching(/./),
      hidden: true,
      reason: 'It leads to malware.',
      hiddenBy: admin.address,
      hiddenAt: hidden.at,
      restoreReason: null,
      restoredBy: null,
      restoredAt: null,
    })

    const restored = await done(restore(admin, type, id))
    expect(restored).toEqual({ ...deed, action: 'restore', reason: 'It was harmless.', hidden: false })
    expect(await shownAt(made)).toEqual(all(made, true))
    expectRefused(await restore(admin, type, id), 409)
    expect(await lastEvent(world, parent)).toMatchObject({ kind: 'record-restored', actor: admin.address })
    expect((await hidings()).find(({ recordId }) => recordId === id)).toMatchObject({
      hidden: false,
      restoreReason: 'It was harmless.',
      restoredBy: admin.address,
      restoredAt: restored.at,
    })
  })

  test('tells whoever made it, and leads to where the rest is told', async () => {
    const { type, id, parent, author } = made
    await done(hide(admin, type, id, 'It is spam.'))
    if (author) {
      const page = id === parent ? `/${type}s/${id}` : `/missions/${parent}`
      expect(await toldOf(author)).toMatchObject({
        kind: 'record-hidden',
        body: expect.stringContaining('It is spam.'),
        href: page,
      })
    }
    await done(restore(admin, type, id))
    if (author)
      expect(await toldOf(author)).toMatchObject({ kind: 'record-restored', href: expect.stringContaining(parent) })
  })

  test('is 404 for an id that no such record has', async () => {
    for (const act of [hide, restore]) {
      for (const id of [UNKNOWN_ID, 'none', '%00', '']) expectRefused(await act(admin, made.type, id), 404)
    }
    const other = made.type === 'funding' ? 'commitment' : 'funding'
    expectRefused(await hide(admin, other, made.id), 404)
  })

  test('can be hidden again', async () => {
    await done(hide(admin, made.type, made.id.toUpperCase(), 'Again.'))
    expect(await shownAt(made)).toEqual(all(made, false))
    const own = (await hidings()).filter(({ recordId }) => recordId === made.id)
    expect(own.map(({ reason, hidden }) => [reason, hidden])).toEqual([
      ['Again.', true],
      ['It is spam.', false],
      ['It leads to malware.', false],
    ])
  })
})

test.each([
  ['recordType', { recordType: 'milestone' }],
  ['recordType', { recordType: undefined }],
  ['recordId', { recordId: 7 }],
  ['recordId', { recordId: undefined }],
  ['action', { action: 'delete' }],
  ['action', { action: undefined }],
  ['reason', { reason: ' ' }],
  ['reason', { reason: 'x'.repeat(2001) }],
  ['reason', { reason: undefined }],
])('a wrong %s is refused by its name: %j', async (field, over) => {
  const body = { recordType: 'mission', recordId: UNKNOWN_ID, action: 'hide', reason: 'x', ...over }
  expectRefused(await admin.post('/api/moderation', body), 400, field)
})

test('only moderators hide, restore and see what was hidden', async () => {
  const { id } = await seedMission(owner)
  expectRefused(await world.send('POST', '/api/moderation', {}), 401)
  for (const who of [owner, await world.verifier()]) {
    expectRefused(await hide(who, 'mission', id), 403)
    expectRefused(await restore(who, 'mission', id), 403)
    expectRefused(await who.get('/api/moderation'), 403)
  }
  expectRefused(await world.get('/api/moderation'), 401)
})

test('the list goes by state and by page, newest first', async () => {
  const first = await seedMission(owner)
  const second = await seedMission(owner)
  for (const { id } of [first, second]) await done(hide(admin, 'mission', id))
  await done(restore(admin, 'mission', first.id))
  const list = async (query: string): Promise<Json> => (await admin.get(`/api/moderation?${query}`)).body
  const page = await list('limit=1')
  expect(page.hidings.map((hiding: Json) => hiding.recordId)).toEqual([second.id])
  const next = await list(`limit=1&cursor=${page.nextCursor}`)
  expect(next.hidings.map((hiding: Json) => hiding.recordId)).toEqual([first.id])
  for (const [state, hidden] of [
    ['hidden', true],
    ['restored', false],
  ] as const) {
    const { hidings: found } = await list(`state=${state}&limit=100`)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map((hiding: Json) => hiding.hidden))).toEqual(new Set([hidden]))
  }
  for (const query of ['state=gone', 'limit=0', 'cursor=!']) {
    expectRefused(await admin.get(`/api/moderation?${query}`), 400, query.split('=')[0])
  }
})

test('what the history tells of a hidden part is withheld until it is restored', async () => {
  const { mission, proof } = await provenMission(owner, contributor)
  await done(hide(admin, 'proof', proof.id))
  for (const [path, name, list] of [
    [`/api/v1/missions/${mission.id}`, 'mission', 'history'],
    [`/api/projects/${mission.id}`, 'project', 'events'],
  ] as const) {
    const { text, body } = await world.get(path)
    const events: Json[] = body[name][list]
    expect(text).not.toContain('https://example.org/proof')
    expect(events.map(({ kind, withheld }) => [kind, withheld])).toEqual([
      ['mission-created', undefined],
      ['mission-claimed', undefined],
      ['proof-submitted', true],
      ['record-hidden', undefined],
    ])
    expect(events[2]).toMatchObject({ data: {}, prevHash: events[1].hash, hash: events[3].prevHash })
  }
  await done(restore(admin, 'proof', proof.id))
  const { history } = (await world.get(`/api/v1/missions/${mission.id}`)).body.mission
  expect(history[2]).toMatchObject({ data: { proofId: proof.id, url: 'https://example.org/proof' } })
  expect(history[2].withheld).toBeUndefined()
})

test('what the history tells of a hidden proposal is withheld too', async () => {
  const { id, parent } = await (MAKE['proposal'] ?? expect.fail)()
  const read = async (): Promise<Json> => (await world.get(`/api/v1/challenges/${parent}`)).body.challenge.history
  const before = await read()
  expect(before.at(-1)).toMatchObject({ kind: 'proposals-imported', data: { proposals: [{ proposalId: id }] } })
  await done(hide(admin, 'proposal', id))
  const hidden = await read()
  expect(hidden.slice(0, -1)).toEqual([...before.slice(0, -1), { ...before.at(-1), data: {}, withheld: true }])
  await done(restore(admin, 'proposal', id))
  expect((await read()).slice(0, before.length)).toEqual(before)
})

test('a receipt stays as it was issued when a part of its mission is hidden, and goes with the mission', async () => {
  const verifier = await world.verifier()
  const { mission, receipt } = await completedMission(owner, contributor, verifier)
  const path = `/api/v1/receipts/${receipt.id}`
  const issued = (await world.get(path)).text
  await done(hide(admin, 'proof', receipt.evidence[0].proofId))
  expect((await world.get(path)).text).toBe(issued)
  await done(hide(admin, 'mission', mission.id))
  expectRefused(await world.get(path), 404)
  await done(restore(admin, 'mission', mission.id))
  expect((await world.get(path)).text).toBe(issued)
})
