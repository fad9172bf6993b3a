import { checkHistory } from '@/lib/verify/check-history'
import { shownLinks } from '@/tests/model/challenge-rules'
import type { ModelChallenge, ModelMission, Person } from '@/tests/model/state'
import type { Json } from '@/tests/support/client'

// What a record tells of what the model knows, and what the model says that it tells: the same, or one of them is wrong.

type Address = (who: Person) => string

const kindsOf = (history: readonly Json[]): string[] => history.map(({ kind }) => kind)

/** @param challenge as its view tells it, with its history. */
export const toldOfChallenge = (challenge: Json) => ({
  state: challenge.state,
  owner: challenge.owner,
  sides: Object.entries(challenge.submissions).flatMap(([side, link]) => (link ? [side] : [])),
  decision: challenge.decision && [
    challenge.decision.side,
    challenge.decision.verification !== null,
    challenge.decision.late,
  ],
  mission: challenge.missionId,
  kinds: kindsOf(challenge.history),
  holds: checkHistory('Challenge', challenge.history).result !== 'invalid',
})

/** @param mission the id of its mission, where one is shown. */
export function challengeByModel(model: ModelChallenge, address: Address, mission: string | null) {
  const isFree = model.state === 'DRAFT' || model.state === 'OPEN'
  const held = (isFree ? shownLinks(model) : model.links).map(({ side }) => side)
  return {
    state: model.state,
    owner: address(model.owner),
    sides: [...new Set(held)].sort(),
    decision: model.decision && [model.decision.side, model.decision.verified, model.decision.late],
    mission,
    kinds: model.history,
    holds: true,
  }
}

/** @param mission as its view tells it. @param nameOf by what a proof is known again. */
export const toldOfMission = (mission: Json, nameOf: (proof: Json) => string = ({ id }) => id) => ({
  state: mission.state,
  contributor: mission.contributorWallet,
  outcome: mission.outcome,
  recordedBy: mission.recordedBy,
  milestones: mission.milestones.map((one: Json) => [one.id, one.required, one.status, one.verified]),
  proofs: mission.proofs.map((one: Json) => [nameOf(one), one.status, one.late]),
  kinds: kindsOf(mission.history),
  holds: checkHistory('Mission', mission.history).result !== 'invalid',
})

/** @param names of its milestones and of its proofs, by their places. */
export function missionByModel(
  model: ModelMission,
  address: Address,
  names: { readonly milestones: readonly string[]; readonly proofs: readonly string[] },
) {
  return {
    state: model.state,
    contributor: model.contributor && address(model.contributor),
    outcome: model.outcome,
    recordedBy: model.recordedBy && address(model.recordedBy),
    milestones: model.milestones.map(({ required, status, verifiedBy }, at) => [
      names.milestones[at],
      required,
      status,
      verifiedBy !== null,
    ]),
    proofs: model.proofs.flatMap(({ hidden, status, late }, at) => (hidden ? [] : [[names.proofs[at], status, late]])),
    kinds: model.history,
    holds: true,
  }
}
