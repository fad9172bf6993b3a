'use client'

import { useEffect } from 'react'
import { LinkedPost } from '@/components/discussion/linked-post'
import { Form } from '@/components/forms/form'
import type { WriteState } from '@/components/forms/use-write'
import { type Around, useRefusal } from '@/components/record/actions/action-form'
import {
  DecisionFields,
  PREPARE_WORDS,
  ProofFields,
  useDecisionVerdict,
  useProofVerdict,
} from '@/components/review/verdicts'
import { lastVerdict } from '@/components/review/viewer-line'
import { quoted } from '@/lib/text/quoted'

/** The page reads the queue again by itself. */
const QUEUE: Pick<Around, 'reread' | 'gone'> = { reread: () => undefined, gone: (fault) => lastVerdict.set({ fault }) }

function useReport(write: WriteState): void {
  const { outcome } = write
  useRefusal(write, QUEUE)
  useEffect(() => {
    if (outcome) lastVerdict.set({ outcome })
  }, [outcome])
}

interface VerdictFormProps {
  readonly recordId: string
  readonly title: string
  readonly contentHash: string
}

/** The verdict on a decision. @param recordId the challenge's id. @param decisionUrl the public post that it names. */
export function DecisionVerdictForm({
  recordId,
  title,
  contentHash,
  decisionUrl,
}: VerdictFormProps & { readonly decisionUrl: string | undefined }) {
  const form = useDecisionVerdict(
    recordId,
    () => contentHash,
    () => ({ words: `Your signed verdict on ${quoted(title)} is recorded.`, href: `/challenges/${recordId}` }),
  )
  useReport(form.write)
  return (
    <Form form={form} submit={PREPARE_WORDS}>
      {decisionUrl ? <LinkedPost url={decisionUrl} host={new URL(decisionUrl).host} /> : null}
      <DecisionFields form={form} />
    </Form>
  )
}

/** The verdict on a proof. @param proofId the proof's id, @param recordId its mission's. */
export function ProofVerdictForm({
  proofId,
  recordId,
  title,
  contentHash,
}: VerdictFormProps & { readonly proofId: string }) {
  const form = useProofVerdict(
    proofId,
    () => contentHash,
    () => ({
      words: `Your signed verdict on ${quoted(title)} is recorded.`,
      href: `/missions/${recordId}#proof-${proofId}`,
    }),
  )
  useReport(form.write)
  return (
    <Form form={form} submit={PREPARE_WORDS}>
      <ProofFields form={form} />
    </Form>
  )
}
