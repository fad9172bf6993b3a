import type { ChallengeState } from '@/lib/challenges/states'
import type { MissionState } from '@/lib/missions/states'

// What the model knows of the world: only what docs/interface.md and docs/decisions.md say that one can see of it. Records
// are named by their place in a list, people by name, days by their distance from the first.

export const PEOPLE = ['ada', 'ben', 'cleo', 'vera', 'vito', 'mod'] as const
export type Person = (typeof PEOPLE)[number]
export const VERIFIERS: readonly Person[] = ['vera', 'vito']
export const MODERATOR: Person = 'mod'

export type SideName = 'A' | 'B'

export interface ModelLink {
  readonly side: SideName
  readonly by: Person
  hidden: boolean
}

export interface ModelChallenge {
  state: ChallengeState
  readonly owner: Person
  submissionDay: number
  decisionDay: number
  readonly links: ModelLink[]
  decision: { readonly side: SideName; verified: boolean; readonly late: boolean } | null
  /** Its place among the missions. */
  mission: number | null
  hidden: boolean
  /** The kinds of its history's events. */
  readonly history: string[]
}

export interface ModelMilestone {
  readonly required: boolean
  status: 'Pending' | 'Delivered' | 'Cancelled'
  /** The proof that it is verified by. */
  verifiedBy: number | null
}

export interface ModelProof {
  readonly milestone: number
  readonly by: Person
  status: 'submitted' | 'verified' | 'changes-requested' | 'rejected'
  readonly late: boolean
  hidden: boolean
}

export interface ModelMission {
  state: MissionState
  readonly owner: Person
  contributor: Person | null
  /** The only wallet that may ever claim it. */
  readonly designated: Person | null
  deadline: number
  readonly milestones: ModelMilestone[]
  readonly proofs: ModelProof[]
  outcome: string | null
  recordedBy: Person | null
  readonly challenge: number | null
  hidden: boolean
  /** The day on which the contributor was last waited for anew. */
  workedOn: number
  /** Where it stood before a proof last began to wait. */
  before: MissionState
  readonly history: string[]
}

/** An entry of the ledger of Seeds. */
export interface ModelEntry {
  readonly wallet: Person
  readonly amount: number
  readonly kind: string
  readonly challenge: number | null
  readonly mission: number | null
  readonly proof: number | null
  reversed: boolean
}

export interface ModelWorld {
  /** Days since the first. */
  today: number
  readonly challenges: ModelChallenge[]
  readonly missions: ModelMission[]
  readonly ledger: ModelEntry[]
}

export const emptyWorld = (): ModelWorld => ({ today: 0, challenges: [], missions: [], ledger: [] })

/** What a call must be answered with, and what the world is like after it. A refusal leaves it as it was. */
export interface Expected {
  readonly status: 200 | 201 | 400 | 403 | 409 | 410
  readonly effect?: () => void
}

export const refused = (status: 400 | 403 | 409 | 410): Expected => ({ status })
export const done = (effect: () => void): Expected => ({ status: 201, effect })

/** A day's end: what was due on it is late. */
export const hasEnded = (world: ModelWorld, day: number): boolean => world.today > day

/** Time moves a challenge by itself; whoever looks at it sees it moved. */
export function settle(world: ModelWorld): void {
  for (const challenge of world.challenges) {
    if (challenge.hidden || challenge.state !== 'OPEN' || !hasEnded(world, challenge.submissionDay)) continue
    challenge.state = 'AWAITING_DECISION'
    challenge.history.push('submissions-closed')
  }
}

/** @throws Error when the driver names a record that there is not. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`There is no record ${index}.`)
  return found
}

/** What only an owner does to a record that nobody hid: why somebody may not; null where they may. */
export function unlessOwner(record: { readonly hidden: boolean; readonly owner: Person }, by: Person): Expected | null {
  if (record.hidden) return refused(410)
  return record.owner === by ? null : refused(403)
}
