import { randomUUID } from 'node:crypto'
import { APPROVAL_RULE } from '@/lib/missions/schemas'
import type { Asked } from '../servers/record'
import { CALLER_TOKEN, COMMUNITY } from '../support/environment'
import { challengeIn, missionIn } from './generate'
import { idOf } from './ids'

/** A deadline that never comes. */
export const LATER = '2099-12-31'

/** A write by a signed-in wallet, with a key of its own. */
export function post(target: string, body: object, token = CALLER_TOKEN): Asked {
  return {
    method: 'POST',
    target,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  }
}

/** A write that can be done again and again: the n-th one, from 1. */
export interface RepeatedWrite {
  readonly name: string
  request(nth: number): Asked
}

/** The write that has a budget against the simplest one that a server can do. */
export const PUBLISH: RepeatedWrite = {
  name: 'publish a mission',
  request: (nth) =>
    post('/api/v1/missions', {
      sourceUrl: `${COMMUNITY}/board/garden/${nth}`,
      title: `Dig bed number ${nth}`,
      summary: 'Two neighbours, one spade, and the good earth under the old sandpit.',
      definitionOfDone: 'The bed is dug.',
      deadline: LATER,
      approvalRule: APPROVAL_RULE,
      requiredProof: 'A photo.',
      milestones: [{ title: 'The bed is dug', amount: '25', required: true }],
    }),
}

export const REPEATED: readonly RepeatedWrite[] = [
  {
    name: 'record a response link',
    request: (nth) =>
      post(`/api/v1/challenges/${idOf('challenge', challengeIn('DRAFT', nth))}/submissions`, {
        side: 'B',
        url: 'https://plans.example/b',
      }),
  },
  {
    name: 'claim a mission',
    request: (nth) => post(`/api/v1/missions/${idOf('mission', missionIn('SEED', nth))}/claim`, {}),
  },
  PUBLISH,
]
