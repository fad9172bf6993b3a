import { randomBytes } from 'node:crypto'
import type { Actor, Json } from '@/tests/support/client'
import { claimedMission, dayFromNow, missionBody, seedMission } from '@/tests/support/story'
import type { World } from '@/tests/support/world'

// What the tests of projects share: bodies, stations, and looks at what was left behind.

export const NOWHERE = '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e'

export const txHash = () => `0x${randomBytes(32).toString('hex')}`
let numbers = 0
/** Another number at each call, for words and URLs that must differ. */
const another = () => ++numbers

export function projectBody(over: Record<string, unknown> = {}): Record<string, unknown> {
  const { approvalRule: _rule, ...body } = missionBody()
  return { ...body, ...over }
}

export const commitmentBody = (over: object = {}) => ({ kind: 'work', description: `I do part ${another()}.`, ...over })
export const decisionBody = (over: object = {}) => ({
  verdict: 'approve',
  reason: 'The plan is clear.',
  reviewerName: 'Ada',
  ...over,
})
export const fundingBody = (over: object = {}) => ({ transactionUrl: `https://basescan.org/tx/${txHash()}`, ...over })
export const evidenceBody = (over: object = {}) => ({
  kind: 'Link',
  url: `https://example.org/evidence/${another()}`,
  ...over,
})

export const at = (id: string, part = '') => `/api/projects/${id}${part && `/${part}`}`
export const readProject = async (world: World, id: string): Promise<Json> => (await world.get(at(id))).body.project
export const readMission = async (world: World, id: string): Promise<Json> =>
  (await world.get(`/api/v1/missions/${id}`)).body.mission

/** A mission that has no contributor yet, with two required milestones and an optional one. */
export const project = (owner: Actor, over: Record<string, unknown> = {}): Promise<Json> =>
  seedMission(owner, { milestones: MILESTONES, ...over })

const MILESTONES = [
  { title: 'First required', required: true },
  { title: 'Second required', required: true },
  { title: 'If there is time', amount: '5', required: false },
]

export const claimedProject = (owner: Actor, contributor: Actor): Promise<Json> =>
  claimedMission(owner, contributor, { milestones: MILESTONES })

/** Moves the deadline of a project into the past, in the database: the clock of the world stays. */
export const outlive = (world: World, id: string, days = -1) =>
  world.sql.query(`UPDATE "Mission" SET deadline = $2::date WHERE id = $1`, [id, dayFromNow(days)])

export const hide = (world: World, table: string, id: string) =>
  world.sql.query(`UPDATE "${table}" SET "hiddenAt" = now() WHERE id = $1`, [id])

/** How long a project's history is: what a refused write must leave as it was. */
export const historyOf = async (world: World, id: string): Promise<number> =>
  Number((await world.sql.query('SELECT count(*) FROM "HistoryEvent" WHERE "recordId" = $1', [id])).rows[0].count)
