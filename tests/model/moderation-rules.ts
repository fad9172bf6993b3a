import { shownLinks } from '@/tests/model/challenge-rules'
import { becomeClaimable, requiredBeside, WORKING, waits } from '@/tests/model/mission-rules'
import {
  at,
  done,
  type Expected,
  hasEnded,
  MODERATOR,
  type ModelEntry,
  type ModelMission,
  type ModelWorld,
  type Person,
  refused,
} from '@/tests/model/state'

// What a moderator's hand does to records and to the ledger (docs/decisions.md#moderation, #receipts-history-seeds).

export type Hideable = 'challenge' | 'mission' | 'proof' | 'submission'

export interface Named {
  readonly what: Hideable
  readonly on: number
  /** Of a proof or a response link: which of the record's. */
  readonly part: number
}

const earnedBy =
  ({ what, on, part }: Named) =>
  (entry: ModelEntry): boolean => {
    if (what === 'challenge') return entry.challenge === on
    if (what === 'mission') return entry.mission === on
    return what === 'proof' && entry.mission === on && entry.proof === part
  }

function reverse(world: ModelWorld, named: Named): void {
  for (const entry of world.ledger.filter(earnedBy(named))) {
    if (entry.amount < 0 || entry.reversed) continue
    entry.reversed = true
    world.ledger.push({ ...entry, amount: -entry.amount, kind: 'reversal' })
  }
}

/** What stands again of what was earned: the newest entry of each thing says whether it does. */
function creditAnew(world: ModelWorld, named: Named): void {
  const newest = new Map<string, ModelEntry>()
  for (const entry of world.ledger.filter(earnedBy(named)))
    if (entry.amount > 0)
      newest.set(JSON.stringify([entry.wallet, entry.kind, entry.mission, entry.challenge, entry.proof]), entry)
  const inOrder = [...newest.values()].sort((a, b) => world.ledger.indexOf(a) - world.ledger.indexOf(b))
  for (const entry of inOrder)
    if (entry.reversed && isShown(world, entry)) world.ledger.push({ ...entry, reversed: false })
}

function isShown(world: ModelWorld, { challenge, mission, proof }: ModelEntry): boolean {
  if (challenge !== null && at(world.challenges, challenge).hidden) return false
  if (mission === null) return true
  const { hidden, proofs, milestones } = at(world.missions, mission)
  if (hidden || proof === null) return !hidden
  const { milestone, hidden: isHidden } = at(proofs, proof)
  return !isHidden && at(milestones, milestone).verifiedBy === proof
}

/** The record that is hidden or shown, or that it is a part of. */
function holder(world: ModelWorld, { what, on, part }: Named): { hidden: boolean } {
  if (what === 'challenge') return at(world.challenges, on)
  if (what === 'mission') return at(world.missions, on)
  return what === 'proof' ? at(at(world.missions, on).proofs, part) : at(at(world.challenges, on).links, part)
}

/** The histories that tell of it: its own, and that of the challenge or mission which shows the whole record. */
function tell(world: ModelWorld, { what, on }: Named, kind: string): void {
  const isMission = what === 'mission' || what === 'proof'
  const record = isMission ? at(world.missions, on) : at(world.challenges, on)
  record.history.push(kind)
  if (what === 'proof') return
  const beside = 'mission' in record ? record.mission : record.challenge
  if (beside === null) return
  const other = isMission ? at(world.challenges, beside) : at(world.missions, beside)
  other.history.push(kind)
}

export function hide(world: ModelWorld, by: Person, named: Named): Expected {
  if (by !== MODERATOR) return refused(403)
  const record = holder(world, named)
  if (record.hidden) return refused(409)
  return done(() => {
    tell(world, named, 'record-hidden')
    if (named.what === 'proof') hideProof(world, named)
    record.hidden = true
    reverse(world, named)
    if (named.what !== 'proof') return
    const { milestone } = at(at(world.missions, named.on).proofs, named.part)
    const successor = at(at(world.missions, named.on).milestones, milestone).verifiedBy
    if (successor !== null) creditAnew(world, { ...named, part: successor })
  })
}

/** Before it is hidden: where its mission and its milestone go. */
function hideProof(world: ModelWorld, { on, part }: Named): void {
  const mission = at(world.missions, on)
  const proof = at(mission.proofs, part)
  const milestone = at(mission.milestones, proof.milestone)
  const isMissed = milestone.required && milestone.status !== 'Cancelled'
  if (milestone.verifiedBy === part) {
    const others = mission.proofs.map((other, index) => ({ ...other, index }))
    const successor = others.findLast(
      ({ index, milestone: of, status, hidden }) =>
        index !== part && of === proof.milestone && status === 'verified' && !hidden,
    )
    milestone.verifiedBy = successor?.index ?? null
    if (successor || mission.state !== 'VERIFIED' || !isMissed) return
    if (mission.contributor === null) {
      becomeClaimable(mission)
      return
    }
    mission.state = waits(mission, part) ? 'PROOF_SUBMITTED' : 'GROWING'
    mission.before = 'GROWING'
    return
  }
  if (proof.status !== 'submitted' || mission.state !== 'PROOF_SUBMITTED') return
  const isProven = requiredBeside(mission, proof.milestone) === 0 && (!isMissed || milestone.verifiedBy !== null)
  mission.state = isProven ? 'VERIFIED' : mission.before
}

export function restore(world: ModelWorld, by: Person, named: Named): Expected {
  if (by !== MODERATOR) return refused(403)
  const record = holder(world, named)
  if (!record.hidden) return refused(409)
  const back = returnOf(world, named)
  if (back === null) return refused(409)
  return done(() => {
    tell(world, named, 'record-restored')
    record.hidden = false
    back()
    creditAnew(world, named)
  })
}

/** What its return does beside; null where it cannot return. */
function returnOf(world: ModelWorld, named: Named): (() => void) | null {
  if (named.what === 'proof') return returnOfProof(world, named)
  return named.what === 'submission' ? returnOfLink(world, named) : () => undefined
}

function returnOfLink(world: ModelWorld, { on, part }: Named): (() => void) | null {
  const challenge = at(world.challenges, on)
  const { side } = at(challenge.links, part)
  const isLinking = challenge.state === 'DRAFT' || challenge.state === 'OPEN'
  const last = challenge.links.findLastIndex((link) => link.side === side)
  const shown = challenge.links.findIndex((link) => link.side === side && !link.hidden)
  const has = shown >= 0 ? shown : isLinking ? part : last
  if (has !== part) return null
  const isWhole = shownLinks(challenge).some((link) => link.side !== side)
  return () => {
    if (isLinking && isWhole && !hasEnded(world, challenge.submissionDay)) challenge.state = 'OPEN'
  }
}

/** One that was never reviewed waits again, so it returns only where it can be reviewed for something. */
function returnToWaiting(mission: ModelMission, part: number, isClosed: boolean): (() => void) | null {
  if (waits(mission, part) || mission.state === 'SEED') return null
  const isWorking = WORKING.includes(mission.state)
  if (isClosed && (isWorking || mission.state === 'VERIFIED')) return null
  return () => {
    if (!isWorking) return
    mission.before = mission.state
    mission.state = 'PROOF_SUBMITTED'
  }
}

function returnOfProof(world: ModelWorld, { on, part }: Named): (() => void) | null {
  const mission = at(world.missions, on)
  const proof = at(mission.proofs, part)
  const milestone = at(mission.milestones, proof.milestone)
  const isClosed = milestone.verifiedBy !== null || milestone.status === 'Cancelled'
  if (proof.status === 'submitted') return returnToWaiting(mission, part, isClosed)
  if (proof.status !== 'verified' || isClosed) return () => undefined
  const isRivalled = mission.proofs.some(
    (other, index) =>
      index !== part && other.milestone === proof.milestone && other.status === 'submitted' && !other.hidden,
  )
  if (isRivalled && (mission.state === 'PROOF_SUBMITTED' || mission.state === 'VERIFIED')) return null
  return () => {
    milestone.verifiedBy = part
    const mayMove = mission.state === 'SEED' || WORKING.includes(mission.state)
    if (!mayMove || requiredBeside(mission, proof.milestone) > 0) return
    // Nobody holds what nobody has claimed again.
    if (mission.state === 'SEED') mission.contributor = null
    mission.state = 'VERIFIED'
  }
}
