import { expect } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import { PLATFORM } from '@/tests/support/environment'
import { findSharedService } from '@/tests/support/shared-service'
import type { World } from '@/tests/support/world'

// The stations of the main story, each reached through the API alone, for tests that begin at one of them.

/** The community platform of the service under test: the page tests', else what its environment names. */
const platform = () => findSharedService()?.community ?? process.env.COMMUNITY_URL ?? PLATFORM

/** A UTC day so many days from now, whatever the world's clock says. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

export function challengeBody(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'Which greeting helps a newcomer?',
    prompt: 'Two greetings, one page each. Which one should stay?',
    submissionDeadline: dayFromNow(1),
    decisionDeadline: dayFromNow(5),
    rewardDescription: 'Seeds for whoever writes it out.',
    contenderA: 'The short one',
    contenderB: 'The friendly one',
    ...over,
  }
}

export const bothLinks = [
  { side: 'A', url: 'https://example.org/a' },
  { side: 'B', url: 'https://example.org/b' },
]

export const decisionBody = {
  side: 'A',
  get decisionUrl() {
    return `${platform()}/board/lobby/42`
  },
  explanation: 'The thread closed in favour of the short one.',
}

export function conversionBody(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    deliverable: 'The greeting, final and published.',
    deadline: dayFromNow(60),
    rewardTerms: 'Thirty Seeds and a thank-you.',
    requiredProof: 'A link to the published page.',
    milestones: [
      { title: 'Draft is public', required: true },
      { title: 'Translated', amount: '12.5', required: false },
    ],
    ...over,
  }
}

export function missionBody(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    sourceUrl: `${platform()}/board/lobby/7`,
    title: 'Write the newcomer guide',
    summary: 'One page that answers the first ten questions.',
    definitionOfDone: 'The page is public and answers all ten.',
    deadline: dayFromNow(60),
    approvalRule: 'Owner records the outcome',
    requiredProof: 'A link to the page.',
    milestones: [{ title: 'The page is public', required: true }],
    ...over,
  }
}

export const proofBody = { kind: 'Link', url: 'https://example.org/proof', note: 'The page is live.' }

/** The body of a reply that must be 201. */
export async function created(reply: Promise<{ status: number; text: string; body: Json }>): Promise<Json> {
  const { status, text, body } = await reply
  expect(status, text).toBe(201)
  return body
}

/** `DRAFT`: no response link yet. */
export const draftChallenge = async (owner: Actor, over: Record<string, unknown> = {}): Promise<Json> =>
  (await created(owner.post('/api/v1/challenges', challengeBody(over)))).challenge

/** `OPEN`: both sides have their link. */
export const openChallenge = (owner: Actor, over: Record<string, unknown> = {}) =>
  draftChallenge(owner, { submissions: bothLinks, ...over })

/** `DECISION_SUBMITTED`, reached by setting the submission deadline into the past: the clock of the world stays. */
export async function decidedChallenge(world: World, owner: Actor): Promise<Json> {
  const { id } = await awaitingChallenge(world, owner)
  return (await created(owner.post(`/api/v1/challenges/${id}/decision`, decisionBody))).challenge
}

/** `AWAITING_DECISION`. The deadline is moved in the database, so that tests of one file need not share a moving clock. */
export async function awaitingChallenge(world: World, owner: Actor): Promise<Json> {
  const { id } = await openChallenge(owner)
  await world.sql.query(`UPDATE "Challenge" SET "submissionDeadline" = $2::date WHERE id = $1`, [id, dayFromNow(-3650)])
  return (await world.get(`/api/v1/challenges/${id}`)).body.challenge
}

/** `DECISION_VERIFIED`. */
export async function verifiedChallenge(world: World, owner: Actor, verifier: Actor): Promise<Json> {
  const { id } = await decidedChallenge(world, owner)
  const body = { verdict: 'approve', explanation: 'The linked post says so.' }
  return (await created(verifier.signed(`/api/v1/challenges/${id}/verify-decision`, body))).challenge
}

/** `SEED`, converted from a challenge. */
export async function convertedMission(
  world: World,
  owner: Actor,
  verifier: Actor,
  over: Record<string, unknown> = {},
): Promise<Json> {
  const { id } = await verifiedChallenge(world, owner, verifier)
  return (await created(owner.post(`/api/v1/challenges/${id}/convert`, conversionBody(over)))).mission
}

/** `SEED`, published directly. */
export const seedMission = async (owner: Actor, over: Record<string, unknown> = {}): Promise<Json> =>
  (await created(owner.post('/api/v1/missions', missionBody(over)))).mission

/** `CLAIMED`. */
export async function claimedMission(
  owner: Actor,
  contributor: Actor,
  over: Record<string, unknown> = {},
): Promise<Json> {
  const { id } = await seedMission(owner, over)
  return (await created(contributor.post(`/api/v1/missions/${id}/claim`))).mission
}

/** `PROOF_SUBMITTED`: proof waits for the first milestone. */
export async function provenMission(
  owner: Actor,
  contributor: Actor,
  over: Record<string, unknown> = {},
): Promise<{ mission: Json; proof: Json }> {
  const mission = await claimedMission(owner, contributor, over)
  const { proof } = await created(contributor.post(`/api/v1/milestones/${mission.milestones[0].id}/proof`, proofBody))
  return { mission, proof }
}

/** `VERIFIED`: the only required milestone is approved. */
export async function verifiedMission(
  owner: Actor,
  contributor: Actor,
  verifier: Actor,
  over: Record<string, unknown> = {},
): Promise<Json> {
  const { mission, proof } = await provenMission(owner, contributor, over)
  await created(verifier.signed(`/api/v1/proof/${proof.id}/review`, { verdict: 'approve', reason: 'It is there.' }))
  return mission
}

/** `COMPLETED` with its receipt. */
export async function completedMission(
  owner: Actor,
  contributor: Actor,
  verifier: Actor,
  over: Record<string, unknown> = {},
): Promise<{ mission: Json; receipt: Json }> {
  const { id } = await verifiedMission(owner, contributor, verifier, over)
  return created(owner.post(`/api/v1/missions/${id}/complete`, { outcome: 'completed', statement: 'Done, and well.' }))
}
