import { z } from 'zod'
import * as examples from '@/lib/challenges/example'
import * as schemas from '@/lib/challenges/schemas'
import { read, signed, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'
import { DEADLINE_MOVES_MAX } from '@/lib/contract/limits'
import { SignStep } from '@/lib/contract/signed-step'

const tag = 'Challenges'
const returns = z.object({ challenge: schemas.ChallengeView })
const byAnyone = { tag, access: 'public' } as const
const byWallet = { tag, access: 'wallet', returns } as const
const byOwner = { tag, access: 'owner', returns } as const

export const listChallenges = read({
  operationId: 'listChallenges',
  path: '/api/v1/challenges',
  ...byAnyone,
  summary: 'List challenges, newest first.',
  query: schemas.ChallengeQuery,
  returns: z.object({ challenges: z.array(schemas.ChallengeView), nextCursor: NextCursor }),
})

export const createChallenge = write({
  operationId: 'createChallenge',
  path: '/api/v1/challenges',
  ...byWallet,
  summary: 'Publish a challenge with two competing responses.',
  description: 'The signed-in wallet becomes the owner. At most 5 unfinished challenges per wallet.',
  body: schemas.CreateChallenge,
  errors: ['conflict'],
  example: {
    title: 'Which onboarding text helps a newcomer most?',
    prompt: 'Two texts, one page each. Which of them should greet people from next month on?',
    submissionDeadline: '2099-06-10',
    decisionDeadline: '2099-06-20',
    rewardDescription: 'Seeds for the one who writes it out.',
    contenderA: 'The short one',
    contenderB: 'The friendly one',
  },
})

export const getChallenge = read({
  operationId: 'getChallenge',
  path: '/api/v1/challenges/{id}',
  ...byAnyone,
  summary: 'Read one challenge with its full audit history.',
  returns: z.object({ challenge: schemas.ChallengeRecord }),
})

export const recordResponseLink = write({
  operationId: 'recordResponseLink',
  path: '/api/v1/challenges/{id}/submissions',
  ...byWallet,
  summary: "Record a side's permanent response link.",
  description:
    'Any signed-in wallet may do so, once per side, until the submission deadline has ended. A side whose link a moderator hid takes another one until then.',
  body: schemas.ResponseLink,
  errors: ['not_found', 'expired', 'conflict'],
  example: examples.RESPONSE,
  makes: examples.LINKED,
})

export const submitDecision = write({
  operationId: 'submitDecision',
  path: '/api/v1/challenges/{id}/decision',
  ...byOwner,
  summary: "Record the community's public decision.",
  description: 'A decision after the decision deadline is accepted and marked late.',
  body: schemas.SubmitDecision,
  example: examples.DECISION,
  makes: examples.SUBMITTED,
})

export const withdrawDecision = write({
  operationId: 'withdrawDecision',
  path: '/api/v1/challenges/{id}/decision/withdraw',
  ...byOwner,
  summary: 'Withdraw a decision that no verifier has signed yet.',
  description:
    'The challenge awaits a decision again; the withdrawn one stays in the history. What a verifier has prepared for it is worthless.',
  body: schemas.WithdrawDecision,
  example: { reason: 'The link leads to another thread.' },
  makes: examples.AWAITING,
})

export const verifyDecision = signed({
  operationId: 'verifyDecision',
  path: '/api/v1/challenges/{id}/verify-decision',
  tag,
  access: 'verifier',
  limit: 'verifier',
  summary: "Sign off on the community's decision, or reject it.",
  description: 'Two calls. The owner of the challenge can never verify their own decision.',
  steps: { prepare: schemas.VerifyDecision, sign: SignStep },
  returns,
  example: examples.VERDICT,
  makes: examples.VERIFIED,
})

export const moveDeadlines = write({
  operationId: 'moveDeadlines',
  path: '/api/v1/challenges/{id}/deadlines',
  ...byOwner,
  summary: 'Move deadlines forward, on record.',
  description: `Both of a \`DRAFT\`, the decision deadline of an \`AWAITING_DECISION\`. Each to a later day that has not ended; the decision deadline is not before the submission deadline. At most ${DEADLINE_MOVES_MAX} times.`,
  body: schemas.MoveDeadlines,
  example: { decisionDeadline: '2099-12-31', reason: 'Two more people asked for time.' },
})

export const cancelChallenge = write({
  operationId: 'cancelChallenge',
  path: '/api/v1/challenges/{id}/cancel',
  ...byOwner,
  summary: 'Cancel a challenge before its decision is verified.',
  body: schemas.CancelChallenge,
  example: examples.CANCELLATION,
  makes: examples.CANCELLED,
})
