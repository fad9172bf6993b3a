import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectRefused } from '@/tests/api/v1/refused'
import type { Actor, Json, Reply } from '@/tests/support/client'
import {
  awaitingChallenge,
  conversionBody,
  decidedChallenge,
  decisionBody,
  draftChallenge,
  openChallenge,
  proofBody,
  provenMission,
  seedMission,
  verifiedChallenge,
  verifiedMission,
} from '@/tests/support/story'
import { openWorld, type World } from '@/tests/support/world'

// Every operation in every state: what the interface's tables (docs/interface.md#states) do not allow is 409 and leaves nothing behind.

let world: World
let verifier: Actor
beforeAll(async () => {
  world = await openWorld()
  verifier = await world.verifier()
})
afterAll(() => world.close())

const read = async (path: string) => (await world.get(path)).body

describe('challenges', () => {
  const at = (id: string) => `/api/v1/challenges/${id}`
  const cancel = (owner: Actor, id: string) => owner.post(`${at(id)}/cancel`, { reason: 'Over.' })

  const OPERATIONS: Record<string, (owner: Actor, id: string) => Promise<Reply>> = {
    link: (owner, id) => owner.post(`${at(id)}/submissions`, { side: 'A', url: 'https://example.org/new' }),
    withdraw: (owner, id) => owner.post(`${at(id)}/decision/withdraw`, { reason: 'Another link.' }),
    decide: (owner, id) => owner.post(`${at(id)}/decision`, decisionBody),
    'verify approve': (_owner, id) =>
      verifier.post(`${at(id)}/verify-decision`, { verdict: 'approve', explanation: 'Yes.' }),
    'verify reject': (_owner, id) =>
      verifier.post(`${at(id)}/verify-decision`, { verdict: 'reject', explanation: 'No.' }),
    convert: (owner, id) => owner.post(`${at(id)}/convert`, conversionBody()),
    cancel,
  }

  async function converted(owner: Actor): Promise<Json> {
    const challenge = await verifiedChallenge(world, owner, verifier)
    await owner.post(`${at(challenge.id)}/convert`, conversionBody())
    return challenge
  }
  async function cancelled(owner: Actor): Promise<Json> {
    const challenge = await draftChallenge(owner)
    await cancel(owner, challenge.id)
    return challenge
  }

  const WAYS = new Map<string, (owner: Actor) => Promise<Json>>([
    ['DRAFT', draftChallenge],
    ['OPEN', openChallenge],
    ['AWAITING_DECISION', (owner) => awaitingChallenge(world, owner)],
    ['DECISION_SUBMITTED', (owner) => decidedChallenge(world, owner)],
    ['DECISION_VERIFIED', (owner) => verifiedChallenge(world, owner, verifier)],
    ['CONVERTED_TO_MISSION', converted],
    ['CANCELLED', cancelled],
  ])

  /** What is allowed, with the status of success; everything else is 409. Preparing a verification answers 200. */
  const ALLOWED: Record<string, Record<string, number>> = {
    DRAFT: { link: 201, cancel: 201 },
    OPEN: { cancel: 201 },
    AWAITING_DECISION: { decide: 201, cancel: 201 },
    DECISION_SUBMITTED: { withdraw: 201, 'verify approve': 200, 'verify reject': 200, cancel: 201 },
    DECISION_VERIFIED: { convert: 201 },
    CONVERTED_TO_MISSION: { convert: 200 },
    CANCELLED: {},
  }

  async function reach(state: string) {
    const owner = await world.wallet()
    const { id } = (await WAYS.get(state)?.(owner)) ?? {}
    const { challenge } = await read(at(id))
    expect(challenge.state).toBe(state)
    return { owner, id, challenge }
  }

  test.each([...WAYS.keys()])(
    '%s refuses every operation that the interface does not allow, and is left as it was',
    async (state) => {
      const { owner, id, challenge } = await reach(state)
      const refused = Object.entries(OPERATIONS).filter(([name]) => ALLOWED[state]?.[name] === undefined)
      expect(refused.length).toBeGreaterThan(2)
      for (const [, operate] of refused) expectRefused(await operate(owner, id), 409)
      expect((await read(at(id))).challenge).toEqual(challenge)
    },
  )

  const allowed = Object.entries(ALLOWED).flatMap(([state, names]) =>
    Object.entries(names).map(([name, status]) => ({ state, name, status })),
  )
  test.each(allowed)('$state allows $name', async ({ state, name, status }) => {
    const { owner, id } = await reach(state)
    const reply = await OPERATIONS[name]?.(owner, id)
    expect(reply?.status, reply?.text).toBe(status)
  })
})

describe('missions', () => {
  const at = (id: string) => `/api/v1/missions/${id}`
  interface Reached {
    readonly owner: Actor
    readonly contributor: Actor
    readonly mission: Json
    readonly proofId: string
  }

  const complete =
    (outcome: string) =>
    ({ owner, mission }: Reached) =>
      owner.post(`${at(mission.id)}/complete`, { outcome, statement: 'So.' })
  const OPERATIONS: Record<string, (reached: Reached) => Promise<Reply>> = {
    claim: ({ contributor, mission }) => contributor.post(`${at(mission.id)}/claim`),
    proof: ({ contributor, mission }) =>
      contributor.post(`/api/v1/milestones/${mission.milestones[1].id}/proof`, proofBody),
    review: ({ proofId }) => verifier.post(`/api/v1/proof/${proofId}/review`, { verdict: 'approve', reason: 'Yes.' }),
    release: ({ contributor, mission }) => contributor.post(`${at(mission.id)}/release`, { reason: 'No time.' }),
    'complete completed': complete('completed'),
    'complete failed': complete('failed'),
    'complete abandoned': complete('abandoned'),
  }

  const required = {
    milestones: [
      { title: 'First page', required: true },
      { title: 'An extra', required: false },
    ],
  }
  const growing = {
    milestones: [
      { title: 'First page', required: true },
      { title: 'Second page', required: true },
    ],
  }

  async function reviewed(owner: Actor, contributor: Actor, verdict: string, over: Record<string, unknown>) {
    const { mission, proof } = await provenMission(owner, contributor, over)
    expect((await verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict, reason: 'Looked.' })).status).toBe(201)
    return mission
  }
  async function ended(owner: Actor, contributor: Actor, outcome: string) {
    const mission = await verifiedMission(owner, contributor, verifier, required)
    expect((await owner.post(`${at(mission.id)}/complete`, { outcome, statement: 'So.' })).status).toBe(201)
    return mission
  }

  async function claimed(owner: Actor, contributor: Actor) {
    const mission = await seedMission(owner, required)
    await contributor.post(`${at(mission.id)}/claim`)
    return mission
  }

  const WAYS = new Map<string, (owner: Actor, contributor: Actor) => Promise<Json>>([
    ['SEED', (owner, contributor) => seedMission(owner, { ...required, contributorWallet: contributor.address })],
    ['CLAIMED', claimed],
    ['PROOF_SUBMITTED', async (owner, contributor) => (await provenMission(owner, contributor, required)).mission],
    ['CHANGES_REQUESTED', (owner, contributor) => reviewed(owner, contributor, 'reject', required)],
    ['GROWING', (owner, contributor) => reviewed(owner, contributor, 'approve', growing)],
    ['VERIFIED', (owner, contributor) => verifiedMission(owner, contributor, verifier, required)],
    ['COMPLETED', (owner, contributor) => ended(owner, contributor, 'completed')],
    ['FAILED', (owner, contributor) => ended(owner, contributor, 'failed')],
    ['ABANDONED', (owner, contributor) => ended(owner, contributor, 'abandoned')],
  ])

  const ending = { 'complete failed': 201, 'complete abandoned': 201 }
  const ALLOWED: Record<string, Record<string, number>> = {
    SEED: { claim: 201, ...ending },
    CLAIMED: { proof: 201, release: 201, ...ending },
    PROOF_SUBMITTED: { review: 200, ...ending },
    CHANGES_REQUESTED: { proof: 201, release: 201, ...ending },
    GROWING: { proof: 201, release: 201, ...ending },
    VERIFIED: { proof: 201, 'complete completed': 201, ...ending },
    COMPLETED: {},
    FAILED: {},
    ABANDONED: {},
  }

  async function reach(state: string): Promise<Reached> {
    const [owner, contributor] = await Promise.all([world.wallet(), world.wallet()])
    const { id } = (await WAYS.get(state)?.(owner, contributor)) ?? {}
    const { mission } = await read(at(id))
    expect(mission.state).toBe(state)
    return { owner, contributor, mission, proofId: mission.proofs[0]?.id ?? '' }
  }

  /** A waiting proof where no proof can be: only the mission's state stands between it and a review. */
  async function strayProof(mission: Json, by: Actor): Promise<string> {
    const { rows } = await world.sql.query(
      `INSERT INTO "Proof" (id, "missionId", "milestoneId", kind, url, note, status, "submittedBy", "submittedAt")
       VALUES (gen_random_uuid(), $1, $2, 'Link', 'https://example.org/', 'Stray.', 'submitted', $3, now()) RETURNING id`,
      [mission.id, mission.milestones[0].id, by.address],
    )
    return rows[0].id
  }

  test.each([...WAYS.keys()])(
    '%s refuses every operation that the interface does not allow, and is left as it was',
    async (state) => {
      const found = await reach(state)
      const reached = { ...found, proofId: found.proofId || (await strayProof(found.mission, found.contributor)) }
      const { mission: before } = await read(at(reached.mission.id))
      const refused = Object.entries(OPERATIONS).filter(([name]) => ALLOWED[state]?.[name] === undefined)
      expect(refused.length).toBeGreaterThan(2)
      for (const [, operate] of refused) expectRefused(await operate(reached), 409)
      expect((await read(at(reached.mission.id))).mission).toEqual(before)
    },
  )

  const allowed = Object.entries(ALLOWED).flatMap(([state, names]) =>
    Object.entries(names).map(([name, status]) => ({ state, name, status })),
  )
  test.each(allowed)('$state allows $name', async ({ state, name, status }) => {
    const reply = await OPERATIONS[name]?.(await reach(state))
    expect(reply?.status, reply?.text).toBe(status)
  })
})
