import { expect } from 'vitest'
import type { Actor, Json } from '@/tests/support/client'
import type { PlatformWorld } from '@/tests/support/platform-world'
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

// For each write of an owner or a contributor, a record that would take it.

/** A record that would take the write, and the two wallets that have a part in it. */
export interface Stage {
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

/** Who plays which part, in which world. */
interface Parts extends Pick<Stage, 'owner' | 'contributor'> {
  readonly world: PlatformWorld
  readonly verifier: Actor
}
export type Maker = (parts: Parts) => Promise<Stage>

const ofChallenge = ({ owner, contributor }: Parts, { id }: Json, over: Partial<Stage> = {}): Stage => ({
  owner,
  contributor,
  recordType: 'challenge',
  recordId: id,
  params: { id },
  ...over,
})
const ofMission = ({ owner, contributor }: Parts, { id }: Json, over: Partial<Stage> = {}): Stage => ({
  owner,
  contributor,
  recordType: 'mission',
  recordId: id,
  params: { id },
  ...over,
})

const draft: Maker = async (parts) => ofChallenge(parts, await draftChallenge(parts.owner))
const claimed: Maker = async (parts) => ofMission(parts, await claimedMission(parts.owner, parts.contributor))

const discussed: Maker = async (parts) => {
  const stage = await draft(parts)
  const root = await parts.world.sandbox.post(parts.world.own, { text: 'What do you think?' })
  await parts.world.sandbox.post(await parts.world.sandbox.muse(), { text: 'Here is mine.', parent: root })
  const link = { channel: 'lobby', originPostUrl: parts.world.sandbox.url(root) }
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

const decided: Maker = async (parts) => ofChallenge(parts, await decidedChallenge(parts.world, parts.owner))
const moreTime: Maker = async (parts) => ({
  ...(await draft(parts)),
  body: { decisionDeadline: dayFromNow(90), reason: 'Later.' },
})
const moreWorkingTime: Maker = async (parts) => ({
  ...(await claimed(parts)),
  body: { deadline: dayFromNow(90), reason: 'Later.' },
})

/** For each operation where its write would be taken; of a write to several types of records, once for each. */
export const STAGES: Readonly<Record<string, readonly Maker[]>> = {
  cancelChallenge: [draft],
  moveDeadlines: [moreTime],
  moveBattleDeadlines: [moreTime],
  moveDeadline: [moreWorkingTime],
  moveProjectDeadline: [moreWorkingTime],
  submitDecision: [
    async (parts) => ofChallenge(parts, await awaitingChallenge(parts.world, parts.owner), { body: decisionBody }),
  ],
  withdrawDecision: [decided],
  withdrawBattleDecision: [decided],
  convertChallenge: [
    async (parts) =>
      ofChallenge(parts, await verifiedChallenge(parts.world, parts.owner, parts.verifier), { body: conversionBody() }),
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
  completeMission: [
    async (parts) => ofMission(parts, await verifiedMission(parts.owner, parts.contributor, parts.verifier)),
  ],
  recordPayment: [
    async (parts) => ofMission(parts, (await completedMission(parts.owner, parts.contributor, parts.verifier)).mission),
  ],
  addMilestone: [claimed],
  setMilestoneStatus: [
    async (parts) => {
      const mission = await claimedMission(parts.owner, parts.contributor)
      return ofMission(parts, mission, { params: { id: mission.id, milestoneId: mission.milestones[0].id } })
    },
  ],
}
