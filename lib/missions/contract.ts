import { z } from 'zod'
import { read, signed, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { CLAIM_IDLE_DAYS, DEADLINE_MOVES_MAX, RELEASES_MAX } from '@/lib/contract/limits'
import { EmptyBody, SignStep } from '@/lib/contract/signed-step'
import * as examples from '@/lib/missions/example'
import * as schemas from '@/lib/missions/schemas'

const byAnyone = { tag: 'Missions', access: 'public' } as const
const byWallet = { tag: 'Missions', access: 'wallet', returns: z.object({ mission: schemas.MissionView }) } as const
const byOwner = { ...byWallet, access: 'owner' } as const

export const listMissions = read({
  operationId: 'listMissions',
  path: '/api/v1/missions',
  ...byAnyone,
  summary: 'List missions, newest first.',
  query: schemas.MissionQuery,
  returns: z.object({ missions: z.array(schemas.MissionView), nextCursor: NextCursor }),
})

export const createMission = write({
  operationId: 'createMission',
  path: '/api/v1/missions',
  ...byWallet,
  limit: 'project-creation',
  summary: 'Publish a mission from a public post of the community platform.',
  description: 'The signed-in wallet becomes the owner. Without milestones it gets one required milestone.',
  body: schemas.CreateMission,
  example: {
    sourceUrl: 'https://community.example/board/lobby/42',
    title: 'Write the newcomer guide',
    summary: 'One page that answers the first ten questions of a newcomer.',
    definitionOfDone: 'The page is public and answers all ten questions.',
    deadline: '2099-07-31',
    approvalRule: schemas.APPROVAL_RULE,
    requiredProof: 'A link to the page.',
    milestones: [{ title: 'The page is public', amount: '25', required: true }],
  },
})

export const convertChallenge = write({
  operationId: 'convertChallenge',
  path: '/api/v1/challenges/{id}/convert',
  ...byOwner,
  tag: 'Challenges',
  summary: 'Turn the verified decision into a mission, in one atomic step.',
  description: 'A second conversion by the owner answers 200 with the same mission, whatever the key.',
  creates: { field: 'mission', path: '/api/v1/missions/{id}' },
  body: schemas.ConvertChallenge,
  example: {
    deliverable: 'The onboarding text, final and published.',
    deadline: '2099-07-31',
    rewardTerms: '35 Seeds, and thanks in the changelog.',
    requiredProof: 'A link to the published page.',
    milestones: [
      { title: 'Draft reviewed', required: true },
      { title: 'Translated', required: false },
    ],
  },
})

export const getMission = read({
  operationId: 'getMission',
  path: '/api/v1/missions/{id}',
  ...byAnyone,
  summary: 'Read one mission with proofs, Seeds and history.',
  returns: z.object({ mission: schemas.MissionRecord }),
})

export const listMilestones = read({
  operationId: 'listMilestones',
  path: '/api/v1/missions/{id}/milestones',
  ...byAnyone,
  summary: "Read a mission's milestones with their verified flags.",
  returns: z.object({ milestones: z.array(schemas.MilestoneView) }),
})

export const listProofs = read({
  operationId: 'listProofs',
  path: '/api/v1/missions/{id}/proof',
  tag: 'Proof and reviews',
  access: 'public',
  summary: 'Read every proof submission of a mission with its signed reviews.',
  returns: z.object({ proofs: z.array(schemas.ProofView) }),
})

export const claimMission = write({
  operationId: 'claimMission',
  path: '/api/v1/missions/{id}/claim',
  ...byWallet,
  summary: 'Become the contributor of a mission.',
  description:
    'Until the day of the deadline has ended. Not the owner; where a contributor is designated, only that wallet.',
  body: EmptyBody,
  example: {},
  makes: examples.CLAIMED,
})

export const releaseMission = write({
  operationId: 'releaseMission',
  path: '/api/v1/missions/{id}/release',
  ...byWallet,
  summary: 'Give a claim back, so that the mission can be claimed again.',
  description: `By the contributor while no proof waits, until it is verified; contributors give a mission back at most ${RELEASES_MAX} times. By the owner once the day of the deadline has ended, or ${CLAIM_IDLE_DAYS} days have passed without a proof. What was verified and credited stays.`,
  body: schemas.ReleaseMission,
  example: { reason: 'I have no time for it this month.' },
})

export const moveDeadline = write({
  operationId: 'moveDeadline',
  path: '/api/v1/missions/{id}/deadline',
  ...byOwner,
  summary: 'Move the deadline forward, on record.',
  description: `To a later day that has not ended, until the mission has its outcome. At most ${DEADLINE_MOVES_MAX} times. A proof that was late stays so.`,
  body: schemas.MoveDeadline,
  example: { deadline: '2099-12-31', reason: 'The printer broke down.' },
})

export const submitProof = write({
  operationId: 'submitProof',
  path: '/api/v1/milestones/{id}/proof',
  tag: 'Proof and reviews',
  access: 'contributor',
  summary: 'Submit proof for a milestone.',
  description:
    'A new proof is `submitted`; it is never described as verified until a verifier signs. One waits at a time. For an optional milestone it is accepted and reviewed while the mission is `VERIFIED` too, which stays so whatever the verdict.',
  body: schemas.SubmitProof,
  returns: z.object({ proof: schemas.ProofView }),
  example: { kind: 'Link', url: 'https://example.org/newcomers', note: 'The page is live since Tuesday.' },
  makes: examples.PROVEN,
})

export const reviewProof = signed({
  operationId: 'reviewProof',
  path: '/api/v1/proof/{id}/review',
  tag: 'Proof and reviews',
  access: 'verifier',
  limit: 'verifier',
  summary: 'Sign a review of a proof: approve, reject or request changes.',
  description:
    'Two calls. The owner, the contributor and the submitter of the proof cannot review it. The signed text holds the hash of the proof with its files; a file that joins it between the calls makes the second one a 409.',
  steps: { prepare: schemas.ReviewProof, sign: SignStep },
  returns: z.object({ proof: schemas.ProofView }),
  example: examples.VERDICT,
  makes: examples.REVIEWED,
})
