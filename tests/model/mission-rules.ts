import type { MissionState } from '@/lib/missions/states'
import {
  at,
  done,
  type Expected,
  hasEnded,
  type ModelMission,
  type ModelWorld,
  type Person,
  refused,
  unlessOwner,
  VERIFIERS,
} from '@/tests/model/state'

// The life of a mission (docs/interface.md#mission-states, docs/decisions.md#missions-milestones-proof).

export const WORKING: readonly MissionState[] = ['CLAIMED', 'GROWING', 'CHANGES_REQUESTED']
const FINAL: readonly MissionState[] = ['COMPLETED', 'FAILED', 'ABANDONED']
const IDLE_DAYS = 14

export interface ModelTerms {
  readonly days: number
  readonly milestones: readonly boolean[]
  readonly designated: Person | null
}

const isOpen = ({ state }: ModelMission) => !FINAL.includes(state)

/** Required, neither verified nor cancelled, and another than the one named. */
export const requiredBeside = ({ milestones }: ModelMission, milestone: number): number =>
  milestones.filter(
    (one, index) => index !== milestone && one.required && one.verifiedBy === null && one.status !== 'Cancelled',
  ).length

export const waits = ({ proofs }: ModelMission, but: number | null = null): boolean =>
  proofs.some((proof, index) => index !== but && proof.status === 'submitted' && !proof.hidden)

/** Nobody holds it any more: it names whom it is reserved for. */
export const becomeClaimable = (mission: ModelMission) =>
  Object.assign(mission, { state: 'SEED', contributor: mission.designated })

function plant(world: ModelWorld, owner: Person, terms: ModelTerms, challenge: number | null): void {
  world.missions.push({
    state: 'SEED',
    owner,
    contributor: terms.designated,
    designated: terms.designated,
    deadline: world.today + terms.days,
    milestones: [true, ...terms.milestones].map((required) => ({ required, status: 'Pending', verifiedBy: null })),
    proofs: [],
    outcome: null,
    recordedBy: null,
    challenge,
    hidden: false,
    workedOn: world.today,
    before: 'SEED',
    history: ['mission-created'],
  })
}

export const createMission = (world: ModelWorld, by: Person, terms: ModelTerms): Expected =>
  terms.designated === by ? refused(400) : done(() => plant(world, by, terms, null))

export function convert(world: ModelWorld, by: Person, on: number, terms: ModelTerms): Expected {
  const challenge = at(world.challenges, on)
  if (challenge.hidden) return refused(410)
  if (challenge.owner !== by) return refused(403)
  if (challenge.mission !== null) return at(world.missions, challenge.mission).hidden ? refused(410) : { status: 200 }
  if (terms.designated === by) return refused(400)
  if (challenge.state !== 'DECISION_VERIFIED') return refused(409)
  return done(() => {
    plant(world, by, terms, on)
    challenge.mission = world.missions.length - 1
    challenge.state = 'CONVERTED_TO_MISSION'
    challenge.history.push('converted')
  })
}

export function claim(world: ModelWorld, by: Person, on: number): Expected {
  const mission = at(world.missions, on)
  if (mission.hidden) return refused(410)
  if (mission.owner === by) return refused(403)
  if (mission.designated !== null && mission.designated !== by) return refused(403)
  if (mission.state !== 'SEED' || hasEnded(world, mission.deadline)) return refused(409)
  return done(() => {
    Object.assign(mission, { state: 'CLAIMED', contributor: by, workedOn: world.today })
    mission.history.push('mission-claimed')
  })
}

export function release(world: ModelWorld, by: Person, on: number): Expected {
  const mission = at(world.missions, on)
  if (mission.hidden) return refused(410)
  const isContributor = mission.contributor === by
  if (!isContributor && mission.owner !== by) return refused(403)
  if (!WORKING.includes(mission.state)) return refused(409)
  const isOverdue = hasEnded(world, mission.deadline) || world.today - mission.workedOn >= IDLE_DAYS
  if (!isContributor && !isOverdue) return refused(409)
  return done(() => {
    becomeClaimable(mission)
    mission.history.push('mission-released')
  })
}

export function prove(world: ModelWorld, by: Person, on: number, milestone: number): Expected {
  const mission = at(world.missions, on)
  const { verifiedBy, status } = at(mission.milestones, milestone)
  if (mission.hidden) return refused(410)
  if (mission.contributor !== by) return refused(403)
  if (!WORKING.includes(mission.state) && mission.state !== 'VERIFIED') return refused(409)
  if (verifiedBy !== null || status === 'Cancelled' || waits(mission)) return refused(409)
  return done(() => {
    mission.proofs.push({ milestone, by, status: 'submitted', late: hasEnded(world, mission.deadline), hidden: false })
    mission.workedOn = world.today
    if (mission.state !== 'VERIFIED') Object.assign(mission, { before: mission.state, state: 'PROOF_SUBMITTED' })
    mission.history.push('proof-submitted')
  })
}

const STATUS = { approve: 'verified', 'request-changes': 'changes-requested', reject: 'rejected' } as const

export function review(
  world: ModelWorld,
  by: Person,
  on: number,
  which: number,
  verdict: keyof typeof STATUS,
): Expected {
  const mission = at(world.missions, on)
  const proof = at(mission.proofs, which)
  const milestone = at(mission.milestones, proof.milestone)
  if (!VERIFIERS.includes(by)) return refused(403)
  if (mission.hidden || proof.hidden) return refused(410)
  if ([mission.owner, mission.contributor, proof.by].includes(by)) return refused(403)
  if (mission.state !== 'PROOF_SUBMITTED' && mission.state !== 'VERIFIED') return refused(409)
  if (proof.status !== 'submitted') return refused(409)
  const isClosed = milestone.verifiedBy !== null || milestone.status === 'Cancelled'
  const approved = verdict === 'approve'
  if (approved && isClosed) return refused(409)
  return done(() => {
    proof.status = STATUS[verdict]
    mission.workedOn = world.today
    const isComplete = requiredBeside(mission, proof.milestone) === 0 && (approved || !milestone.required || isClosed)
    mission.state = isComplete ? 'VERIFIED' : approved ? 'GROWING' : 'CHANGES_REQUESTED'
    mission.history.push('proof-reviewed')
    if (!approved) return
    milestone.verifiedBy = which
    world.ledger.push({
      wallet: proof.by,
      amount: milestone.required ? 10 : 5,
      kind: 'milestone-verified',
      challenge: null,
      mission: on,
      proof: which,
      reversed: false,
    })
  })
}

const ENDS = {
  completed: 'COMPLETED',
  failed: 'FAILED',
  rejected: 'FAILED',
  expired: 'FAILED',
  abandoned: 'ABANDONED',
} as const
export type OutcomeName = keyof typeof ENDS

export function end(world: ModelWorld, by: Person, on: number, outcome: OutcomeName): Expected {
  const mission = at(world.missions, on)
  if (mission.hidden) return refused(410)
  if (outcome !== 'expired' && mission.owner !== by) return refused(403)
  if (!isOpen(mission)) return refused(409)
  if (outcome === 'completed' && mission.state !== 'VERIFIED') return refused(409)
  const mayExpire = (mission.state === 'SEED' || WORKING.includes(mission.state)) && hasEnded(world, mission.deadline)
  if (outcome === 'expired' && !mayExpire) return refused(409)
  return done(() => {
    const contributor = mission.state === 'SEED' ? null : mission.contributor
    Object.assign(mission, { state: ENDS[outcome], outcome, recordedBy: by, contributor })
    mission.history.push('outcome-recorded', 'receipt-issued')
    if (outcome === 'completed' && mission.contributor)
      world.ledger.push({
        wallet: mission.contributor,
        amount: 20,
        kind: 'mission-completed',
        challenge: null,
        mission: on,
        proof: null,
        reversed: false,
      })
  })
}

export function prolong(world: ModelWorld, by: Person, on: number, deadline: number): Expected {
  const mission = at(world.missions, on)
  const refusal = unlessOwner(mission, by)
  if (refusal) return refusal
  if (!isOpen(mission)) return refused(409)
  return done(() => {
    mission.deadline = deadline
    mission.history.push('deadline-moved')
  })
}

export function addMilestone(world: ModelWorld, by: Person, on: number, required: boolean): Expected {
  const mission = at(world.missions, on)
  const refusal = unlessOwner(mission, by)
  if (refusal) return refusal
  if (!isOpen(mission) || mission.state === 'VERIFIED') return refused(409)
  if (required && mission.state !== 'SEED') return refused(409)
  return done(() => {
    mission.milestones.push({ required, status: 'Pending', verifiedBy: null })
    mission.history.push('milestone-added')
  })
}

export function remark(
  world: ModelWorld,
  by: Person,
  on: number,
  which: number,
  status: 'Pending' | 'Delivered' | 'Cancelled',
): Expected {
  const mission = at(world.missions, on)
  const milestone = at(mission.milestones, which)
  const refusal = unlessOwner(mission, by)
  if (refusal) return refusal
  if (!isOpen(mission)) return refused(409)
  const changesTerms = status === 'Cancelled' || milestone.status === 'Cancelled'
  if (changesTerms && milestone.required && mission.state !== 'SEED') return refused(409)
  if (status === 'Cancelled') {
    const proofs = mission.proofs.filter((proof) => proof.milestone === which)
    const isAsked = proofs.some(({ status, hidden }) => status === 'submitted' && !hidden)
    // Restored, it would verify the milestone again.
    const isApprovedHidden = proofs.some(({ status, hidden }) => status === 'verified' && hidden)
    const isLast = milestone.required && requiredBeside(mission, which) === 0
    if (milestone.verifiedBy !== null || isAsked || isApprovedHidden || isLast) return refused(409)
  }
  return done(() => {
    if (milestone.status === status) return
    milestone.status = status
    mission.history.push('milestone-set')
  })
}
