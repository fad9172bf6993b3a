import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import type { Endpoint } from '@/lib/contract/endpoint'
import { hide, restore } from '@/tests/api/moderation/moderating'
import type { Actor } from '@/tests/support/client'
import { linkMuse, openPlatformWorld, type PlatformWorld } from '@/tests/support/platform-world'
import { type Response, request } from '@/tests/support/request'
import { openSession } from '@/tests/support/session'
import { STAGES, type Stage } from '@/tests/support/stages'
import { stored } from '@/tests/support/stored'
import { fileBody, sendUpload } from '@/tests/support/upload'
import { exampleBody, expectError, jsonHeaders, named, UNKNOWN_ID } from '@/tests/support/walk'

// What a contract says of `owner` and `contributor` is true: each such write is sent to a record that would take it, by
// every wallet but the one that is meant, and at last by that one.

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
    stage = await make({ world, verifier, owner: await newMember(), contributor: await newMember() })
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
