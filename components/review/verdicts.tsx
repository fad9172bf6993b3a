'use client'

import { ChoiceField, LongField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { chosen } from '@/components/record/actions/action-form'
import type { Outcome } from '@/components/wallet/signing/job'
import { verifyDecision } from '@/lib/challenges/contract'
import { reviewProof } from '@/lib/missions/contract'

// The forms of a verifier, the same on the record's page and in the queue. Both share their draft, so that a verdict that
// was begun on one page can be finished on the other.

const DECISION_VERDICT: { verdict: 'approve' | 'reject' | ''; explanation: string } = { verdict: '', explanation: '' }

/** The SHA-256 of what is shown to the verifier. */
type ShownHash = () => string | Promise<string>

/** The verdict on a decision. @param id of the challenge. */
export const useDecisionVerdict = (id: string, shownHash: ShownHash, done: () => Outcome) =>
  useForm(verifyDecision, {
    draft: `verify:${id}`,
    initial: DECISION_VERDICT,
    input: ({ verdict, explanation }) => ({ params: { id }, body: { verdict: chosen(verdict), explanation } }),
    title: 'Your verdict on the decision',
    shownHash,
    done,
  })

const PROOF_VERDICT: { verdict: 'approve' | 'request-changes' | 'reject' | ''; reason: string } = {
  verdict: '',
  reason: '',
}

/** The verdict on a proof. @param id of the proof. */
export const useProofVerdict = (id: string, shownHash: ShownHash, done: () => Outcome) =>
  useForm(reviewProof, {
    draft: `review:${id}`,
    initial: PROOF_VERDICT,
    input: ({ verdict, reason }) => ({ params: { id }, body: { verdict: chosen(verdict), reason } }),
    title: 'Your verdict on the proof',
    shownHash,
    done,
  })

const DECISION_CHOICES = [
  { value: 'approve', label: 'Approve', hint: 'The post says what was recorded. It can become a mission.' },
  { value: 'reject', label: 'Reject', hint: 'It does not. The owner may record a decision anew.' },
]

const PROOF_CHOICES = [
  { value: 'approve', label: 'Approve', hint: 'The milestone is verified by your signature.' },
  { value: 'request-changes', label: 'Request changes', hint: 'It comes close. Say what is missing.' },
  { value: 'reject', label: 'Reject', hint: 'It does not prove the milestone. Another attempt stays possible.' },
]

export const DecisionFields = ({ form }: { form: ReturnType<typeof useDecisionVerdict> }) => (
  <>
    <ChoiceField {...form.field('verdict')} label="Your verdict" choices={DECISION_CHOICES} />
    <LongField {...form.field('explanation')} {...WHY_FIELD} />
  </>
)

export const ProofFields = ({ form }: { form: ReturnType<typeof useProofVerdict> }) => (
  <>
    <ChoiceField {...form.field('verdict')} label="Your verdict" choices={PROOF_CHOICES} />
    <LongField {...form.field('reason')} {...WHY_FIELD} />
  </>
)

export const WHY_FIELD = { label: 'Why', hint: 'Public for good, and part of the text that you sign.' } as const

/** The button's label: signing is the next step. */
export const PREPARE_WORDS = 'Continue to signing'
