// What a verifier chooses from: the same on the record's own page and in the queue.

export const DECISION_VERDICT: { verdict: 'approve' | 'reject' | ''; explanation: string } = {
  verdict: '',
  explanation: '',
}

export const PROOF_VERDICT: { verdict: 'approve' | 'request-changes' | 'reject' | ''; reason: string } = {
  verdict: '',
  reason: '',
}

const decisionChoices = [
  { value: 'approve', label: 'Approve', hint: 'The post says what was recorded. It can become a mission.' },
  { value: 'reject', label: 'Reject', hint: 'It does not. The owner may record a decision anew.' },
] as const

const proofChoices = [
  { value: 'approve', label: 'Approve', hint: 'The milestone is verified by your signature.' },
  { value: 'request-changes', label: 'Request changes', hint: 'It comes close. Say what is missing.' },
  { value: 'reject', label: 'Reject', hint: 'It does not prove the milestone. Another attempt stays possible.' },
] as const

/** The words around the choices, field by field. */
export const DECISION_FIELD = { label: 'Your verdict', choices: decisionChoices } as const
export const PROOF_FIELD = { label: 'Your verdict', choices: proofChoices } as const
export const WHY_FIELD = { label: 'Why', hint: 'Public for good, and part of the text that you sign.' } as const

/** Of the button: the signature itself comes next. */
export const PREPARE_WORDS = 'Continue to signing'
