'use client'

import { useEffect } from 'react'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { chosen } from '@/components/record/actions/action-form'
import { tellVerdict } from '@/components/review/last-verdict'
import type { Outcome } from '@/components/wallet/wallet'
import { verifyDecision } from '@/lib/challenges/contract'
import { reviewProof } from '@/lib/missions/contract'

// The drafts have the names of the forms on the records' own pages: what is begun there goes on here.

const DECISION: { verdict: 'approve' | 'reject' | ''; explanation: string } = { verdict: '', explanation: '' }
const PROOF: { verdict: 'approve' | 'request-changes' | 'reject' | ''; reason: string } = { verdict: '', reason: '' }

const DECISION_VERDICTS = [
  { value: 'approve', label: 'Approve', hint: 'The post says what was recorded. It can become a mission.' },
  { value: 'reject', label: 'Reject', hint: 'It does not. The owner may record a decision anew.' },
] as const
const PROOF_VERDICTS = [
  { value: 'approve', label: 'Approve', hint: 'The milestone is verified by your signature.' },
  { value: 'request-changes', label: 'Request changes', hint: 'It comes close. Say what is missing.' },
  { value: 'reject', label: 'Reject', hint: 'It does not prove the milestone. Another attempt stays possible.' },
] as const
const WHY = { label: 'Why', hint: 'Public for good, and part of the text that you sign.' } as const
const SUBMIT = 'Prepare the text to sign'

function useTell(outcome: Outcome | null): void {
  useEffect(() => {
    if (outcome) tellVerdict(outcome)
  }, [outcome])
}

export interface VerdictFormProps {
  readonly recordId: string
  readonly title: string
}

/** The verdict on a decision. @param recordId the challenge's id. */
export function DecisionVerdictForm({ recordId, title }: VerdictFormProps) {
  const form = useForm(verifyDecision, {
    draft: `verify:${recordId}`,
    initial: DECISION,
    input: ({ verdict, explanation }) => ({
      params: { id: recordId },
      body: { verdict: chosen(verdict), explanation },
    }),
    title: 'Your verdict on the decision',
    done: () => ({ words: `Your signed verdict on “${title}” is recorded.`, href: `/challenges/${recordId}` }),
  })
  useTell(form.write.outcome)
  return (
    <Form form={form} submit={SUBMIT}>
      <ChoiceField {...form.field('verdict')} label="Your verdict" choices={DECISION_VERDICTS} />
      <LongField {...form.field('explanation')} {...WHY} />
    </Form>
  )
}

/** The verdict on a proof. @param proofId the proof's id, @param recordId its mission's. */
export function ProofVerdictForm({ proofId, recordId, title }: VerdictFormProps & { readonly proofId: string }) {
  const form = useForm(reviewProof, {
    draft: `review:${proofId}`,
    initial: PROOF,
    input: ({ verdict, reason }) => ({ params: { id: proofId }, body: { verdict: chosen(verdict), reason } }),
    title: 'Your verdict on the proof',
    done: () => ({
      words: `Your signed verdict on “${title}” is recorded.`,
      href: `/missions/${recordId}#proof-${proofId}`,
    }),
  })
  useTell(form.write.outcome)
  return (
    <Form form={form} submit={SUBMIT}>
      <ChoiceField {...form.field('verdict')} label="Your verdict" choices={PROOF_VERDICTS} />
      <LongField {...form.field('reason')} {...WHY} />
    </Form>
  )
}
