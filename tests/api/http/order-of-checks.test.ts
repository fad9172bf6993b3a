import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '@/tests/support/client'
import { type Response, request } from '@/tests/support/request'
import { claimedMission, draftChallenge, proofBody, provenMission } from '@/tests/support/story'
import { UNKNOWN_ID } from '@/tests/support/walk'
import { openWorld, type World } from '@/tests/support/world'

// A review's first step is the write that can be refused for every reason of docs/decisions.md#the-write-pipeline. Each fault below is put
// into a good request; where two are in one request, the one that stands earlier in the list is told.
const FAULTS = [
  { fault: 'method', status: 405, code: 'method_not_allowed', words: /answers/ },
  { fault: 'origin', status: 403, code: 'forbidden', words: /another site/ },
  { fault: 'session', status: 401, code: 'unauthenticated', words: /Sign in/ },
  { fault: 'no key', status: 428, code: 'idempotency_key_required', words: /Idempotency-Key/ },
  { fault: 'malformed key', status: 400, code: 'invalid_request', field: 'Idempotency-Key', words: /8 to 100/ },
  { fault: 'content type', status: 415, code: 'unsupported_media_type', words: /application\/json/ },
  { fault: 'too large', status: 413, code: 'payload_too_large', words: /24 KB/ },
  { fault: 'limit', status: 429, code: 'rate_limited', words: /Too many/ },
  { fault: 'role', status: 403, code: 'forbidden', words: /verifier wallet/ },
  { fault: 'not JSON', status: 400, code: 'invalid_request', field: null, words: /JSON/ },
  { fault: 'key reused', status: 422, code: 'idempotency_key_reused', words: /different request/ },
  { fault: 'field', status: 400, code: 'invalid_request', field: 'verdict', words: /./ },
  { fault: 'unknown record', status: 404, code: 'not_found', words: /no such/ },
  { fault: 'hidden record', status: 410, code: 'expired', words: /hidden/ },
  { fault: 'own record', status: 403, code: 'forbidden', words: /You own/ },
  { fault: 'moved record', status: 409, code: 'conflict', words: /waiting/ },
] as const
type Fault = (typeof FAULTS)[number]['fault']

/** Faults that say different things of one header or record cannot stand in one request. */
const EXCLUSIVE: readonly (readonly Fault[])[] = [
  ['no key', 'malformed key', 'key reused'],
  ['unknown record', 'hidden record'],
  ['unknown record', 'own record'],
  ['unknown record', 'moved record'],
]

interface Reviewer {
  readonly actor: Actor
  /** A key that already holds the answer to another request. */
  readonly usedKey: string
  /** Proofs of the reviewer's own missions, by what happened to them. */
  readonly own: Record<Fortune, string>
}
type Fortune = 'waiting' | 'moved' | 'hidden' | 'hidden and moved'
const FORTUNES: readonly Fortune[] = ['waiting', 'moved', 'hidden', 'hidden and moved']

let world: World
let others: Record<Fortune, string>
const reviewers = new Map<string, Reviewer>()

beforeAll(async () => {
  world = await openWorld()
  const actors = {
    verifier: await world.verifier(0),
    'spent verifier': await world.verifier(1),
    wallet: await world.wallet(),
    'spent wallet': await world.wallet(),
  }
  others = await proofsOf(await world.wallet(), actors.verifier)
  for (const [name, actor] of Object.entries(actors)) {
    const usedKey = randomUUID()
    expect((await actor.post('/api/v1/missions', { title: 'x' }, { key: usedKey })).status).toBe(400)
    expect(
      (
        await actor.post(
          `/api/v1/challenges/${(await draftChallenge(actor)).id}/cancel`,
          { reason: 'Used.' },
          { key: usedKey },
        )
      ).status,
    ).toBe(201)
    const own = await proofsOf(actor, name === 'verifier' ? actors['spent verifier'] : actors.verifier)
    reviewers.set(name, { actor, usedKey, own })
  }
  for (const actor of [actors['spent verifier'], actors['spent wallet']]) await spend(actor)
})
afterAll(() => world.close())

async function proofsOf(owner: Actor, reviewer: Actor): Promise<Record<Fortune, string>> {
  const made: Partial<Record<Fortune, string>> = {}
  for (const fortune of FORTUNES) {
    const { mission, proof } = await provenMission(owner, await world.wallet())
    made[fortune] = proof.id
    if (fortune.includes('moved'))
      await reviewer.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'reject', reason: 'No.' })
    if (fortune.includes('hidden'))
      await world.sql.query(`UPDATE "Mission" SET "hiddenAt" = now() WHERE id = $1`, [mission.id])
  }
  return made as Record<Fortune, string> // every fortune was made in the loop
}

/** Uses up a wallet's limit of this window and the next, so that no turn of the clock can give it back. */
async function spend({ address }: Actor): Promise<void> {
  await world.sql.query(
    `INSERT INTO "RateLimit" ("limitGroup", subject, "windowStart", count, "expiresAt")
     SELECT 'verifier', $1, s, 1000000, s + interval '10 minutes'
     FROM generate_series(to_timestamp(floor(extract(epoch FROM now()) / 600) * 600), now() + interval '10 minutes', interval '10 minutes') s
     ON CONFLICT ("limitGroup", subject, "windowStart") DO UPDATE SET count = 1000000`,
    [`w:${address}`],
  )
}

function proofFor(faults: ReadonlySet<Fault>, own: Record<Fortune, string>): string {
  if (faults.has('unknown record')) return UNKNOWN_ID
  const told = [faults.has('hidden record') ? 'hidden' : '', faults.has('moved record') ? 'moved' : '']
    .filter(Boolean)
    .join(' and ')
  return (faults.has('own record') ? own : others)[(told || 'waiting') as Fortune] // one of the four by construction
}

function bodyWith(faults: ReadonlySet<Fault>): string {
  const text = JSON.stringify({ verdict: faults.has('field') ? 'perhaps' : 'approve', reason: 'It is there.' })
  return (faults.has('not JSON') ? text.slice(0, -1) : text).padEnd(faults.has('too large') ? 24 * 1024 + 1 : 0)
}

function headersWith(faults: ReadonlySet<Fault>, { actor, usedKey }: Reviewer): Record<string, string> {
  const key = faults.has('malformed key') ? 'short' : faults.has('key reused') ? usedKey : randomUUID()
  return {
    ...(faults.has('session') ? {} : actor.authorization),
    ...(faults.has('no key') ? {} : { 'idempotency-key': key }),
    ...(faults.has('origin') ? { origin: 'https://evil.example' } : {}),
    'content-type': faults.has('content type') ? 'text/plain' : 'application/json',
  }
}

function review(...given: Fault[]): Promise<Response> {
  const faults = new Set(given)
  const name = `${faults.has('limit') ? 'spent ' : ''}${faults.has('role') ? 'wallet' : 'verifier'}`
  const reviewer = reviewers.get(name)
  if (!reviewer) throw new Error(`There is no ${name}.`)
  const path = `/api/v1/proof/${proofFor(faults, reviewer.own)}/review`
  return request(world.base, {
    method: faults.has('method') ? 'PUT' : 'POST',
    path,
    headers: headersWith(faults, reviewer),
    body: bodyWith(faults),
  })
}

function expectFault(answer: Response, { status, code, words, ...rest }: (typeof FAULTS)[number]): void {
  const field = 'field' in rest ? rest.field : null
  expect({ status: answer.status, ...answer.body.error }).toEqual({
    status,
    code,
    field,
    message: expect.stringMatching(words),
  })
}

test('a review without a fault is answered with the message to sign', async () => {
  const answer = await review()
  expect([answer.status, answer.body.signatureRequired]).toEqual([200, true])
})

test.each(FAULTS)('$fault alone is told with $status', async (one) => {
  expectFault(await review(one.fault), one)
})

const pairs = FAULTS.flatMap((first, place) =>
  FAULTS.slice(place + 1)
    .filter((second) => !EXCLUSIVE.some((group) => group.includes(first.fault) && group.includes(second.fault)))
    .map((second) => ({
      first,
      second,
      name: `${first.fault} (${first.status}) is told before ${second.fault} (${second.status})`,
    })),
)

test('every neighbour in the list is compared with the next that can stand beside it', () => {
  for (const [place, { fault }] of FAULTS.slice(0, -1).entries()) {
    const later = FAULTS.slice(place + 1).map((one) => one.fault)
    expect(
      pairs.some(({ first, second }) => first.fault === fault && later.includes(second.fault)) ||
        fault === 'unknown record',
      fault,
    ).toBe(true)
  }
})

test.each(pairs)('$name', async ({ first, second }) => {
  expectFault(await review(first.fault, second.fault), first)
})

test('all faults of the request at once are told as the first', async () => {
  const all: Fault[] = [
    'origin',
    'session',
    'no key',
    'content type',
    'too large',
    'limit',
    'role',
    'not JSON',
    'unknown record',
  ]
  for (let left = all; left.length > 0; left = left.slice(1)) {
    const told = FAULTS.find(({ fault }) => fault === left[0])
    if (told) expectFault(await review(...left), told)
  }
})

test('a replay is given only to a wallet that still has the role', async () => {
  const { actor } = reviewers.get('verifier') ?? { actor: await world.verifier() }
  const key = randomUUID()
  const again = () =>
    actor.post(`/api/v1/proof/${others.waiting}/review`, { verdict: 'approve', reason: 'It is there.' }, { key })
  expect((await again()).status).toBe(200)
  const listed = process.env.VERIFIER_WALLETS
  process.env.VERIFIER_WALLETS = ''
  try {
    expect((await again()).status).toBe(403)
  } finally {
    process.env.VERIFIER_WALLETS = listed
  }
  expect((await again()).headers.get('idempotency-replayed')).toBe('true')
})

test('a replay is given before the record is looked at, and a bad field is told before that', async () => {
  const contributor = await world.wallet()
  const mission = await claimedMission(await world.wallet(), contributor)
  const path = `/api/v1/milestones/${mission.milestones[0].id}/proof`
  const key = randomUUID()
  expect((await contributor.post(path, proofBody, { key })).status).toBe(201)
  expect((await contributor.post(path, proofBody, { key })).status).toBe(200)
  expect((await contributor.post(path, proofBody)).status).toBe(409)
  expect((await contributor.post(path, { ...proofBody, note: '' })).status).toBe(400)
})
