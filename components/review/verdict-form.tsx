'use client'

import { useEffect } from 'react'
import { LinkedPost } from '@/components/discussion/linked-post'
import { ChoiceField, LongField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { chosen } from '@/components/record/actions/action-form'
import {
  DECISION_FIELD,
  DECISION_VERDICT,
  PREPARE_WORDS,
  PROOF_FIELD,
  PROOF_VERDICT,
  WHY_FIELD,
} from '@/components/review/verdicts'
import { lastVerdict } from '@/components/review/viewer-line'
import type { Outcome } from '@/components/wallet/signing/job'
import { verifyDecision } from '@/lib/challenges/contract'
import { reviewProof } from '@/lib/missions/contract'

// The drafts have the names of the forms on the records' own pages: what is begun there goes on here.

function useTell(outcome: Outcome | null): void {
  useEffect(() => {
    if (outcome) lastVerdict.set(outcome)
  }, [outcome])
}

export interface VerdictFormProps {
  readonly recordId: string
  readonly title: string
}

/** The verdict on a decision. @param recordId the challenge's id. @param decisionUrl the public post that it names. */
export function DecisionVerdictForm({
  recordId,
  title,
  decisionUrl,
}: VerdictFormProps & { readonly decisionUrl: string | undefined }) {
  const form = useForm(verifyDecision, {
    draft: `verify:${recordId}`,
    initial: DECISION_VERDICT,
    input: ({ verdict, explanation }) => ({
      params: { id: recordId },
      body: { verdict: chosen(verdict), explanation },
    }),
    title: 'Your verdict on the decision',
    done: () => ({ words: `Your signed verdict on “${title}” is recorded.`, href: `/challenges/${recordId}` }),
  })
  useTell(form.write.outcome)
  return (
    <Form form={form} submit={PREPARE_WORDS}>
      {decisionUrl ? <LinkedPost url={decisionUrl} host={new URL(decisionUrl).host} /> : null}
      <ChoiceField {...form.field('verdict')} {...DECISION_FIELD} />
      <LongField {...form.field('explanation')} {...WHY_FIELD} />
    </Form>
  )
}

/** The verdict on a proof. @param proofId the proof's id, @param recordId its mission's. */
export function ProofVerdictForm({ proofId, recordId, title }: VerdictFormProps & { readonly proofId: string }) {
  const form = useForm(reviewProof, {
    draft: `review:${proofId}`,
    initial: PROOF_VERDICT,
    input: ({ verdict, reason }) => ({ params: { id: proofId }, body: { verdict: chosen(verdict), reason } }),
    title: 'Your verdict on the proof',
    done: () => ({
      words: `Your signed verdict on “${title}” is recorded.`,
      href: `/missions/${recordId}#proof-${proofId}`,
    }),
  })
  useTell(form.write.outcome)
  return (
    <Form form={form} submit={PREPARE_WORDS}>
      <ChoiceField {...form.field('verdict')} {...PROOF_FIELD} />
      <LongField {...form.field('reason')} {...WHY_FIELD} />
    </Form>
  )
}
