import type { Command } from '@/tests/model/commands'
import {
  at,
  hasEnded,
  MODERATOR,
  type ModelChallenge,
  type ModelMission,
  type ModelWorld,
  type Person,
  VERIFIERS,
} from '@/tests/model/state'

// From what was drawn to what is done: which record, which part of it, and who.

/** A command on records that there are, by a person. `advance` has become a step of the story. */
export type Act = Exclude<Command, { do: 'advance' }> & { readonly by: Person; readonly on: number }

const NEW_CHALLENGE = { do: 'challenge', links: ['A', 'B'], closes: 0, decides: 1, by: null, earlier: false } as const
const NEW_MISSION = { do: 'mission', days: 3, milestones: [false], designated: null, by: null, earlier: false } as const

/** The next step of a challenge's story. */
function nextOfChallenge(challenge: ModelChallenge, on: number, world: ModelWorld): Command {
  const linked = challenge.links.filter(({ hidden }) => !hidden).map(({ side }) => side)
  if (challenge.hidden) return { do: 'restore', what: 'challenge', on, part: 0, by: null }
  if (challenge.state === 'DRAFT') {
    if (hasEnded(world, challenge.submissionDay))
      return { do: 'more-time', closes: 1, decides: 1, on, by: null, earlier: false }
    return { do: 'link', side: linked.includes('A') ? 'B' : 'A', on, by: null, earlier: false }
  }
  if (challenge.state === 'OPEN') return { do: 'days', days: challenge.submissionDay - world.today + 1 }
  if (challenge.state === 'AWAITING_DECISION') return { do: 'decide', side: 'A', on, by: null }
  if (challenge.state === 'DECISION_SUBMITTED') return { do: 'judge', verdict: 'approve', on, by: null }
  if (challenge.state === 'DECISION_VERIFIED')
    return { do: 'convert', days: 3, milestones: [true], designated: null, on, by: null }
  return NEW_CHALLENGE
}

/** The next step of a mission's story. */
function nextOfMission(mission: ModelMission, on: number, world: ModelWorld): Command {
  const open = mission.milestones.findIndex(
    ({ verifiedBy, status, required }) => required && verifiedBy === null && status !== 'Cancelled',
  )
  if (mission.hidden) return { do: 'restore', what: 'mission', on, part: 0, by: null }
  if (mission.state === 'SEED') {
    const isLate = hasEnded(world, mission.deadline)
    return isLate ? { do: 'prolong', days: 2, on, by: null, earlier: false } : { do: 'claim', on, by: null }
  }
  if (mission.state === 'PROOF_SUBMITTED') return { do: 'review', proof: null, verdict: 'approve', on, by: null }
  if (mission.state === 'VERIFIED') return { do: 'end', outcome: 'completed', on, by: null, earlier: false }
  return mission.outcome === null ? { do: 'prove', milestone: open, on, by: null } : NEW_MISSION
}

const ON_CHALLENGES: readonly Command['do'][] = [
  'link',
  'decide',
  'withdraw',
  'judge',
  'convert',
  'cancel',
  'more-time',
]

/** @returns null where there is nothing yet that it could be done to. */
export function resolve(world: ModelWorld, drawn: Command): Act | null {
  const command = drawn.do === 'advance' ? advanced(world, drawn) : drawn
  if (command.do === 'days') return { ...command, by: MODERATOR, on: 0 }
  if (command.do === 'challenge' || command.do === 'mission') return { ...command, by: command.by ?? 'ada', on: 0 }
  const isOnChallenge =
    'what' in command
      ? command.what === 'challenge' || command.what === 'submission'
      : ON_CHALLENGES.includes(command.do)
  const list = isOnChallenge ? world.challenges : world.missions
  if (list.length === 0) return null
  const on = command.on % list.length
  const named = withPart(world, { ...command, on })
  if (named === null) return null
  const by =
    command.by ??
    (isOnChallenge ? mayOnChallenge(named, at(world.challenges, on)) : mayOnMission(named, at(world.missions, on)))
  return { ...named, by, on }
}

function advanced(
  world: ModelWorld,
  { what, on }: { what: 'challenge' | 'mission'; on: number },
): Exclude<Command, { do: 'advance' }> {
  const list = what === 'challenge' ? world.challenges : world.missions
  const index = list.length === 0 ? 0 : on % list.length
  const next =
    list.length === 0
      ? what === 'challenge'
        ? NEW_CHALLENGE
        : NEW_MISSION
      : what === 'challenge'
        ? nextOfChallenge(at(world.challenges, index), index, world)
        : nextOfMission(at(world.missions, index), index, world)
  if (next.do === 'advance') throw new Error('A step of a story is a command.')
  return next
}

type OnRecord = Exclude<Command, { do: 'advance' | 'days' | 'challenge' | 'mission' }>

/** The same with a part that there is: a milestone, a proof, a link. */
function withPart(world: ModelWorld, command: OnRecord): OnRecord | null {
  if (command.do === 'prove' || command.do === 'remark') {
    const { milestones } = at(world.missions, command.on)
    return { ...command, milestone: command.milestone % milestones.length }
  }
  if (command.do === 'review') {
    const { proofs } = at(world.missions, command.on)
    if (proofs.length === 0) return null
    const waiting = proofs.findIndex(({ status, hidden }) => status === 'submitted' && !hidden)
    const which = command.proof === null && waiting >= 0 ? waiting : (command.proof ?? 0) % proofs.length
    return { ...command, proof: which }
  }
  if ((command.do !== 'hide' && command.do !== 'restore') || command.what === 'challenge' || command.what === 'mission')
    return command
  const parts =
    command.what === 'proof' ? at(world.missions, command.on).proofs : at(world.challenges, command.on).links
  return parts.length === 0 ? null : { ...command, part: command.part % parts.length }
}

const other = (...than: readonly (Person | null)[]): Person =>
  (['ben', 'cleo', 'ada'] as const).find((one) => !than.includes(one)) ?? 'cleo'

function mayOnChallenge({ do: what }: OnRecord, { owner }: ModelChallenge): Person {
  if (what === 'hide' || what === 'restore') return MODERATOR
  if (what === 'judge') return VERIFIERS.find((one) => one !== owner) ?? 'vera'
  return what === 'link' ? other(owner) : owner
}

function mayOnMission(command: OnRecord, { owner, contributor, designated, proofs }: ModelMission): Person {
  const { do: what } = command
  if (what === 'hide' || what === 'restore') return MODERATOR
  if (what === 'claim') return designated ?? other(owner)
  if (what === 'prove' || what === 'release') return contributor ?? other(owner)
  if (what === 'review') {
    const submitter = proofs[command.do === 'review' ? (command.proof ?? 0) : 0]?.by ?? null
    return VERIFIERS.find((one) => ![owner, contributor, submitter].includes(one)) ?? 'vera'
  }
  return what === 'end' && command.do === 'end' && command.outcome === 'expired' ? other(owner) : owner
}
