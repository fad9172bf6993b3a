import { z } from 'zod'
import { write } from '@/lib/contract/endpoint'
import { Reason } from '@/lib/contract/fields'
import { SignatureRequired, SignStep } from '@/lib/contract/signed-step'
import { DECISION_VERDICTS } from '@/lib/history/event-verdict'
import { ProjectDecisionView } from '@/lib/projects/schemas'

const byVerifier = { tag: 'Earlier interface', access: 'verifier', limit: 'verifier' } as const

export const prepareVerification = write({
  operationId: 'prepareVerification',
  path: '/api/projects/{id}/verifications/prepare',
  ...byVerifier,
  status: 200,
  summary: 'Get the message of a decision on a project to sign.',
  description:
    'The first of two calls. By a verifier who neither owns the project nor is its contributor, and who submitted nothing of what is judged; once about the same content, until the project has its outcome.',
  body: z.object({ verdict: z.enum(DECISION_VERDICTS), reason: Reason }).meta({ id: 'PrepareVerification' }),
  returns: SignatureRequired,
  example: { verdict: 'approve', reason: 'What was promised is public, and does what it should.' },
})

export const recordVerification = write({
  operationId: 'recordVerification',
  path: '/api/projects/{id}/verifications',
  ...byVerifier,
  summary: 'Sign the prepared decision on a project.',
  description:
    'The second call: everything is checked again, and what was judged must be as it was. Message and signature stay public; anybody can recover the signer.',
  body: SignStep,
  returns: z.object({ decision: ProjectDecisionView }),
  example: { nonce: 'n0ncen0ncen0nce0', signature: `0x${'ab'.repeat(65)}` },
})
