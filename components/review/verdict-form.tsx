'use client'

import { useEffect } from 'react'
import { LinkedPost } from '@/components/discussion/linked-post'
import { Form } from '@/components/forms/form'
import {
  DecisionFields,
  PREPARE_WORDS,
  ProofFields,
  useDecisionVerdict,
  useProofVerdict,
} from '@/components/review/verdicts'
import { lastVerdict } from '@/components/review/viewer-line'
import type { Outcome } from '@/components/wallet/signing/job'

function useReport(outcome: Outcome | null): void {
  useEffect(() => {
    if (outcome) lastVerdict.set(outcome)
  }, [outcome])
}

interface VerdictFormProps {
  readonly recordId: string
  readonly title: string
}

/** The verdict on a decision. @param recordId the challenge's id. @param decisionUrl the public post that it names. */
export function DecisionVerdictForm({
  recordId,
  title,
  decisionUrl,
}: VerdictFormProps & { readonly decisionUrl: string | undefined }) {
  const form = useDecisionVerdict(recordId, () => ({
    words: `Your signed verdict on “${title}” is recorded.`,
    href: `/challenges/${recordId}`,
  }))
  useReport(form.write.outcome)
  return (
    <Form form={form} submit={PREPARE_WORDS}>
      {decisionUrl ? <LinkedPost url={decisionUrl} host={new URL(decisionUrl).host} /> : null}
      <DecisionFields form={form} />
    </Form>
  )
}

/** The verdict on a proof. @param proofId the proof's id, @param recordId its mission's. */
export function ProofVerdictForm({ proofId, recordId, title }: VerdictFormProps & { readonly proofId: string }) {
  const form = useProofVerdict(proofId, () => ({
    words: `Your signed verdict on “${title}” is recorded.`,
    href: `/missions/${recordId}#proof-${proofId}`,
  }))
  useReport(form.write.outcome)
  return (
    <Form form={form} submit={PREPARE_WORDS}>
      <ProofFields form={form} />
    </Form>
  )
}
