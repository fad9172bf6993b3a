import {
  at,
  done,
  type Expected,
  hasEnded,
  type ModelChallenge,
  type ModelWorld,
  type Person,
  refused,
  type SideName,
  unlessOwner,
  VERIFIERS,
} from '@/tests/model/state'

// The life of a challenge (docs/interface.md#challenge-states, docs/decisions.md#challenges).

const UNFINISHED_MAX = 5
const FINAL = ['CONVERTED_TO_MISSION', 'CANCELLED']

export const shownLinks = ({ links }: ModelChallenge) => links.filter(({ hidden }) => !hidden)

export function createChallenge(
  world: ModelWorld,
  by: Person,
  { links, closes, decides }: { links: readonly SideName[]; closes: number; decides: number },
): Expected {
  const unfinished = world.challenges.filter(
    ({ owner, state, hidden }) => owner === by && !hidden && !FINAL.includes(state),
  )
  if (unfinished.length >= UNFINISHED_MAX) return refused(409)
  return done(() =>
    world.challenges.push({
      state: links.length === 2 ? 'OPEN' : 'DRAFT',
      owner: by,
      submissionDay: world.today + closes,
      decisionDay: world.today + closes + decides,
      links: links.map((side) => ({ side, by, hidden: false })),
      decision: null,
      mission: null,
      hidden: false,
      history: ['challenge-created'],
    }),
  )
}

export function recordLink(world: ModelWorld, by: Person, on: number, side: SideName): Expected {
  const challenge = at(world.challenges, on)
  if (challenge.hidden) return refused(410)
  const shown = shownLinks(challenge)
  if (shown.some((link) => link.side === side)) return refused(409)
  if (challenge.state !== 'DRAFT' && challenge.state !== 'OPEN') return refused(409)
  if (hasEnded(world, challenge.submissionDay)) return refused(409)
  return done(() => {
    challenge.links.push({ side, by, hidden: false })
    if (shown.length === 1) challenge.state = 'OPEN'
    challenge.history.push('link-recorded')
  })
}

export function submitDecision(world: ModelWorld, by: Person, on: number, side: SideName): Expected {
  const challenge = at(world.challenges, on)
  const refusal = unlessOwner(challenge, by)
  if (refusal) return refusal
  if (challenge.state !== 'AWAITING_DECISION') return refused(409)
  return done(() => {
    challenge.state = 'DECISION_SUBMITTED'
    challenge.decision = { side, verified: false, late: hasEnded(world, challenge.decisionDay) }
    challenge.history.push('decision-submitted')
  })
}

export function withdrawDecision(world: ModelWorld, by: Person, on: number): Expected {
  const challenge = at(world.challenges, on)
  const refusal = unlessOwner(challenge, by)
  if (refusal) return refusal
  if (challenge.state !== 'DECISION_SUBMITTED') return refused(409)
  return done(() => {
    challenge.state = 'AWAITING_DECISION'
    challenge.decision = null
    challenge.history.push('decision-withdrawn')
  })
}

export function judgeDecision(world: ModelWorld, by: Person, on: number, verdict: 'approve' | 'reject'): Expected {
  const challenge = at(world.challenges, on)
  if (!VERIFIERS.includes(by)) return refused(403)
  if (challenge.hidden) return refused(410)
  if (challenge.owner === by) return refused(403)
  if (challenge.state !== 'DECISION_SUBMITTED') return refused(409)
  return done(() => {
    const approved = verdict === 'approve'
    challenge.state = approved ? 'DECISION_VERIFIED' : 'AWAITING_DECISION'
    challenge.history.push(approved ? 'decision-verified' : 'decision-rejected')
    if (!approved) challenge.decision = null
    else if (challenge.decision) challenge.decision.verified = true
    if (approved)
      world.ledger.push({
        wallet: challenge.owner,
        amount: 5,
        kind: 'decision-verified',
        challenge: on,
        mission: null,
        proof: null,
        reversed: false,
      })
  })
}

export function cancelChallenge(world: ModelWorld, by: Person, on: number): Expected {
  const challenge = at(world.challenges, on)
  const refusal = unlessOwner(challenge, by)
  if (refusal) return refusal
  if (['DECISION_VERIFIED', ...FINAL].includes(challenge.state)) return refused(409)
  return done(() => {
    challenge.state = 'CANCELLED'
    challenge.history.push('challenge-cancelled')
  })
}

/** @param closes, @param decides how many days later each is than it was, or than today; 0 leaves it. */
export function moveDeadlines(
  world: ModelWorld,
  by: Person,
  on: number,
  days: { readonly submissionDay: number | null; readonly decisionDay: number | null },
): Expected {
  const challenge = at(world.challenges, on)
  const refusal = unlessOwner(challenge, by)
  if (refusal) return refusal
  const mayMove =
    challenge.state === 'DRAFT' || (challenge.state === 'AWAITING_DECISION' && days.submissionDay === null)
  if (!mayMove) return refused(409)
  const submissionDay = days.submissionDay ?? challenge.submissionDay
  const decisionDay = days.decisionDay ?? challenge.decisionDay
  if (decisionDay < submissionDay) return refused(400)
  return done(() => {
    Object.assign(challenge, { submissionDay, decisionDay })
    if (challenge.state === 'DRAFT' && shownLinks(challenge).length === 2 && !hasEnded(world, submissionDay))
      challenge.state = 'OPEN'
    challenge.history.push('deadline-moved')
  })
}
