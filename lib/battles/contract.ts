import { z } from 'zod'
import {
  createChallenge,
  listChallenges,
  moveDeadlines,
  recordResponseLink,
  withdrawDecision,
} from '@/lib/challenges/contract'
import { ChallengeRecord, ChallengeView } from '@/lib/challenges/schemas'
import { read, write } from '@/lib/contract/endpoint'
import { NextCursor } from '@/lib/contract/fields'

// A battle is a challenge by its earlier name (docs/decisions.md#one-record-two-surfaces): the same record, fields and rules.

const tag = 'Earlier interface'
const SAME =
  'A battle is a challenge: the same record, under `battle` here and under `challenge` in the versioned interface.'
const returnsBattle = z.object({ battle: ChallengeView })

export const listBattles = read({
  operationId: 'listBattles',
  path: '/api/battles',
  tag,
  access: 'public',
  summary: 'List battles, newest first.',
  description: SAME,
  query: listChallenges.query,
  returns: z.object({ battles: z.array(ChallengeView), nextCursor: NextCursor }),
})

export const createBattle = write({
  operationId: 'createBattle',
  path: '/api/battles',
  tag,
  access: 'wallet',
  summary: 'Publish a battle between two responses.',
  description: `${createChallenge.description} ${SAME}`,
  body: createChallenge.body,
  returns: returnsBattle,
  errors: createChallenge.errors,
  example: createChallenge.example,
})

export const getBattle = read({
  operationId: 'getBattle',
  path: '/api/battles/{id}',
  tag,
  access: 'public',
  summary: 'Read one battle with its full audit history.',
  description: SAME,
  returns: z.object({ battle: ChallengeRecord }),
})

export const recordBattleResponse = write({
  operationId: 'recordBattleResponse',
  path: '/api/battles/{id}/responses',
  tag,
  access: 'wallet',
  summary: "Record a side's permanent response link.",
  description: `${recordResponseLink.description} It stands under \`submissions\`.`,
  body: recordResponseLink.body,
  returns: returnsBattle,
  errors: recordResponseLink.errors,
  example: recordResponseLink.example,
})

export const moveBattleDeadlines = write({
  ...moveDeadlines,
  operationId: 'moveBattleDeadlines',
  path: '/api/battles/{id}/deadlines',
  tag,
  returns: returnsBattle,
})

export const withdrawBattleDecision = write({
  ...withdrawDecision,
  operationId: 'withdrawBattleDecision',
  path: '/api/battles/{id}/decision/withdraw',
  tag,
  returns: returnsBattle,
})
