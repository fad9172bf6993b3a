import { z } from 'zod'
import * as challenges from '@/lib/challenges/contract'
import { ChallengeRecord, ChallengeView } from '@/lib/challenges/schemas'
import { read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'

// Battle is the earlier name of a challenge (docs/decisions.md#one-record-two-surfaces): same record, fields and rules.

const tag = 'Earlier interface'
const SAME =
  'A battle is a challenge: the same record, under `battle` here and under `challenge` in the versioned interface.'
const returns = z.object({ battle: ChallengeView })

export const listBattles = read({
  ...challenges.listChallenges,
  operationId: 'listBattles',
  path: '/api/battles',
  tag,
  summary: 'List battles, newest first.',
  description: SAME,
  returns: z.object({ battles: z.array(ChallengeView), nextCursor: NextCursor }),
})

export const createBattle = write({
  ...challenges.createChallenge,
  operationId: 'createBattle',
  path: '/api/battles',
  tag,
  summary: 'Publish a battle between two responses.',
  description: `${challenges.createChallenge.description} ${SAME}`,
  returns,
})

export const getBattle = read({
  ...challenges.getChallenge,
  operationId: 'getBattle',
  path: '/api/battles/{id}',
  tag,
  summary: 'Read one battle with its full audit history.',
  description: SAME,
  returns: z.object({ battle: ChallengeRecord }),
})

export const recordBattleResponse = write({
  ...challenges.recordResponseLink,
  operationId: 'recordBattleResponse',
  path: '/api/battles/{id}/responses',
  tag,
  description: `${challenges.recordResponseLink.description} It stands under \`submissions\`.`,
  returns,
})

export const moveBattleDeadlines = write({
  ...challenges.moveDeadlines,
  operationId: 'moveBattleDeadlines',
  path: '/api/battles/{id}/deadlines',
  tag,
  returns,
})

export const withdrawBattleDecision = write({
  ...challenges.withdrawDecision,
  operationId: 'withdrawBattleDecision',
  path: '/api/battles/{id}/decision/withdraw',
  tag,
  returns,
})
