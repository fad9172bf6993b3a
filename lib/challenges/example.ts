// One challenge, as the examples of the OpenAPI document tell of it (`makes` of an endpoint).

const OWNER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const VERIFIER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const AT = '2026-11-21T09:30:00.000Z'

const link = (side: 'A' | 'B', url: string) => ({
  id: '019aa35c-0c00-7c3e-8f10-3b1f5a6c7d8e',
  side,
  url,
  submittedBy: OWNER,
  submittedAt: AT,
  proposalId: null,
})

export const RESPONSE = { side: 'A', url: 'https://example.org/the-short-one' } as const
const A = link('A', RESPONSE.url)
export const LINKED = { submissions: { A, B: null } }
const BOTH_LINKED = { submissions: { A, B: link('B', 'https://example.org/the-friendly-one') } }

export const DECISION = {
  side: 'A',
  decisionUrl: 'https://community.example/board/lobby/42',
  explanation: 'The thread closed with a clear majority of voices for the short text.',
} as const
const submitted = { ...DECISION, submittedAt: AT, late: false }
export const AWAITING = { ...BOTH_LINKED, state: 'AWAITING_DECISION' }
export const SUBMITTED = { ...BOTH_LINKED, state: 'DECISION_SUBMITTED', decision: { ...submitted, verification: null } }

export const VERDICT = { verdict: 'approve', explanation: 'The linked post states the result as recorded.' } as const
export const SIGNED = {
  verifier: VERIFIER,
  message: 'The text of step 1.',
  signature: `0x${'ab'.repeat(65)}`,
  signedAt: AT,
}
export const VERIFIED = {
  ...BOTH_LINKED,
  state: 'DECISION_VERIFIED',
  decision: { ...submitted, verification: { ...VERDICT, ...SIGNED } },
}

export const CANCELLATION = { reason: 'The question was answered elsewhere.' } as const
export const CANCELLED = { state: 'CANCELLED', cancellation: { ...CANCELLATION, at: AT } }
