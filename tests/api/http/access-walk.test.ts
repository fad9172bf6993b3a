import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor, Json } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { type Response, request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import { stored } from '@/tests/support/stored'
import {
  awaitingChallenge,
  claimedMission,
  completedMission,
  conversionBody,
  dayFromNow,
  decidedChallenge,
  decisionBody,
  draftChallenge,
  proofBody,
  verifiedChallenge,
  verifiedMission,
} from '@/tests/support/story'
import { fileBody, sendUpload } from '@/tests/support/upload'
import { exampleBody, expectError, jsonHeaders, named, UNKNOWN_ID } from '@/tests/support/walk'

// What a contract says of `owner` and `contributor` is true: each such write is sent to a record that would take it, by
// every wallet but the one that is meant, and at last by that one.

/** A record that would take the write, and the two wallets that have a part in it. */
interface Stage {
  readonly owner: Actor
  readonly contributor: Actor
  /** The record that the write belongs to, as moderators name it. */
  readonly recordType: 'challenge' | 'mission'
  readonly recordId: string
  /** What fills the path, by the names in it. */
  readonly params: Readonly<Record<string, string>>
  /** The body, where it is not the contract's example. */
  readonly body?: Record<string, unknown>
}

type Parts = Pick<Stage, 'owner' | 'contributor'>
type Maker = (parts: Parts) => Promise<Stage>

let world: PlatformWorld
let stranger: Actor
let verifier: Actor
let moderator: Actor

/** A wallet with a linked Muse, so that nothing but a missing part in the record can refuse it. */
async function member(wallet: Promise<Actor>): Promise<Actor> {
  const actor = await wallet
  await linkMuse(actor, await world.sandbox.muse())
  return actor
}
const newMember = () => member(openSession(world.base, world.sql))

beforeAll(async () => {
  world = await openPlatformWorld('off')
  stranger = await newMember()
  verifier = await member(world.verifier())
  moderator = await world.admin()
})
afterAll(() => world?.close())

const ofChallenge = (parts: Parts, { id }: Json, over: Partial<Stage> = {}): Stage => ({
  ...parts,
  recordType: 'challenge',
  recordId: id,
  params: { id },
  ...over,
})
const ofMission = (parts: Parts, { id }: Json, over: Partial<Stage> = {}): Stage => ({
  ...parts,
  recordType: 'mission',
  recordId: id,
  params: { id },
  ...over,
})

const draft: Maker = async (parts) => ofChallenge(parts, await draftChallenge(parts.owner))
const claimed: Maker = async (parts) => ofMission(parts, await claimedMission(parts.owner, parts.contributor))

const discussed: Maker = async (parts) => {
  const stage = await draft(parts)
  const root = await world.sandbox.post(world.own, { text: 'What do you think?' })
  await world.sandbox.post(await world.sandbox.muse(), { text: 'Here is mine.', parent: root })
  const link = { channel: 'lobby', originPostUrl: world.sandbox.url(root) }
  expect((await parts.owner.post(`/api/v1/challenges/${stage.recordId}/musebook`, link)).status).toBe(201)
  return stage
}

const proposed: Maker = async (parts) => {
  const stage = await discussed(parts)
  const { body } = await parts.owner.post(`/api/v1/challenges/${stage.recordId}/musebook/sync`)
  return { ...stage, params: { id: stage.recordId, pid: body.proposals[0].id } }
}

const announced: Maker = async (parts) => {
  const stage = await draft(parts)
  return { ...stage, params: {}, body: { kind: 'announce', challengeId: stage.recordId, channel: 'lobby' } }
}
const updated: Maker = async (parts) => {
  const stage = await claimed(parts)
  const body = { kind: 'mission-update', missionId: stage.recordId, channel: 'lobby', summary: 'It goes on.' }
  return { ...stage, params: {}, body }
}

const decided: Maker = async (parts) => ofChallenge(parts, await decidedChallenge(world, parts.owner))
const moreTime: Maker = async (parts) => ({
  ...(await draft(parts)),
  body: { decisionDeadline: dayFromNow(90), reason: 'Later.' },
})
const moreWorkingTime: Maker = async (parts) => ({
  ...(await claimed(parts)),
  body: { deadline: dayFromNow(90), reason: 'Later.' },
})

/** For each contract where its write would be taken; of a write to several types of records, once for each. */
const STAGES: Readonly<Record<string, readonly Maker[]>> = {
  cancelChallenge: [draft],
  moveDeadlines: [moreTime],
  moveBattleDeadlines: [moreTime],
  moveDeadline: [moreWorkingTime],
  moveProjectDeadline: [moreWorkingTime],
  submitDecision: [
    async (parts) => ofChallenge(parts, await awaitingChallenge(world, parts.owner), { body: decisionBody }),
  ],
  withdrawDecision: [decided],
  withdrawBattleDecision: [decided],
  convertChallenge: [
    async (parts) =>
      ofChallenge(parts, await verifiedChallenge(world, parts.owner, verifier), { body: conversionBody() }),
  ],
  linkDiscussion: [draft],
  syncDiscussion: [discussed],
  acceptProposal: [proposed],
  rejectProposal: [proposed],
  queuePlatformPost: [announced, updated],
  queueMusebookPost: [announced, updated],
  submitProof: [
    async (parts) => {
      const mission = await claimedMission(parts.owner, parts.contributor)
      return ofMission(parts, mission, { params: { id: mission.milestones[0].id }, body: proofBody })
    },
  ],
  uploadFile: [claimed],
  completeMission: [async (parts) => ofMission(parts, await verifiedMission(parts.owner, parts.contributor, verifier))],
  recordPayment: [
    async (parts) => ofMission(parts, (await completedMission(parts.owner, parts.contributor, verifier)).mission),
  ],
  addMilestone: [claimed],
  setMilestoneStatus: [
    async (parts) => {
      const mission = await claimedMission(parts.owner, parts.contributor)
      return ofMission(parts, mission, { params: { id: mission.id, milestoneId: mission.milestones[0].id } })
    },
  ],
}

/** Where a moderator may do what the owner may. */
const MODERATORS_TOO = ['rejectProposal', 'queuePlatformPost', 'queueMusebookPost']

const guarded = contracts.filter(({ access }) => access === 'owner' || access === 'contributor')

async function ask(endpoint: Endpoint, who: Actor, { params, body }: Stage): Promise<Response> {
  if (endpoint.kind === 'upload') return sendUpload(world.base, who, params['id'] ?? '', fileBody('It is done.'))
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? name)
  const headers = { ...who.authorization, ...jsonHeaders() }
  const sent = JSON.stringify(body ?? exampleBody(endpoint))
  return request(world.base, { method: endpoint.method, path, headers, body: sent })
}

/** The same with a record that does not exist, once for each id that leads to it. */
function astray(stage: Stage): Stage[] {
  const { params, body, recordId } = stage
  const byPath = Object.keys(params).map((name) => ({ ...stage, params: { ...params, [name]: UNKNOWN_ID } }))
  if (byPath.length > 0) return byPath
  const unknown = Object.entries(body ?? {}).map(([name, value]) => [name, value === recordId ? UNKNOWN_ID : value])
  return [{ ...stage, body: Object.fromEntries(unknown) }]
}

/** A refusal that leaves nothing. */
async function expectNothing(answer: () => Promise<Response>, status: number, code: string): Promise<void> {
  const before = await stored(world.sql)
  expectError(await answer(), status, code)
  expect(await stored(world.sql)).toEqual(before)
}

test('every contract for an owner or a contributor has a record that would take it', () => {
  expect(Object.keys(STAGES).sort()).toEqual(guarded.map(({ operationId }) => operationId).sort())
})

const rows = named(guarded).flatMap(([name, endpoint]) =>
  (STAGES[name] ?? []).map(
    (make, at) => [at === 0 ? name : `${name}, another type of record`, endpoint, make] as const,
  ),
)

describe.each(rows)('%s', (_name, endpoint, make) => {
  let stage: Stage
  let rightful: Actor
  let others: Actor[]
  beforeAll(async () => {
    stage = await make({ owner: await newMember(), contributor: await newMember() })
    const { owner, contributor } = stage
    rightful = endpoint.access === 'owner' ? owner : contributor
    const allowlisted = MODERATORS_TOO.includes(endpoint.operationId) ? [verifier] : [verifier, moderator]
    others = [stranger, endpoint.access === 'owner' ? contributor : owner, ...allowlisted]
  })

  test('refuses a stranger, the other part, verifiers and moderators, and leaves nothing', async () => {
    for (const other of others) await expectNothing(() => ask(endpoint, other, stage), 403, 'forbidden')
  })

  test('answers 404 where there is no such record', async () => {
    for (const lost of astray(stage)) await expectNothing(() => ask(endpoint, rightful, lost), 404, 'not_found')
  })

  test('answers 410 while a moderator hides the record', async () => {
    const { recordType, recordId } = stage
    expect((await hide(moderator, recordType, recordId)).status).toBe(201)
    await expectNothing(() => ask(endpoint, rightful, stage), 410, 'expired')
    await expectNothing(() => ask(endpoint, stranger, stage), 410, 'expired')
    expect((await restore(moderator, recordType, recordId)).status).toBe(201)
  })

  test('lets the wallet that is meant', async () => {
    const { status, text } = await ask(endpoint, rightful, stage)
    expect(status, text).toBe(201)
  })
})
