'use client'

import { useEffect, useState } from 'react'
import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { signedBy, type WholeMission } from '@/components/missions/actions/part-actions'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { PREPARE_WORDS, WHY_FIELD } from '@/components/review/verdicts'
import { Notice } from '@/components/ui/notice'
import type { Endpoint } from '@/lib/contract/endpoint'
import { decideProject } from '@/lib/projects/contract'
import { SIGNED_ALREADY } from '@/lib/projects/room'
import { prepareVerification, recordVerification } from '@/lib/projects/verification-contract'

const NO_DECISION: { verdict: 'approve' | 'reject' | ''; reviewerName: string; reason: string } = {
  verdict: '',
  reviewerName: '',
  reason: '',
}

export function DecideForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(decideProject, {
    draft: `decide:${id}`,
    initial: NO_DECISION,
    input: ({ verdict, ...body }) => ({ params: { id }, body: { ...body, verdict: chosen(verdict) } }),
    done: ({ decision }) => ({ words: 'Your decision is recorded.', href: `#decision-${decision.id}` }),
  })
  return (
    <ActionForm form={form} submit="Record this decision">
      <ChoiceField
        {...form.field('verdict')}
        label="Your decision"
        choices={[
          { value: 'approve', label: 'Approve', hint: 'You speak for the mission.' },
          { value: 'reject', label: 'Reject', hint: 'You speak against it.' },
        ]}
      />
      <TextField
        {...form.field('reviewerName')}
        label="The name you decide under"
        hint="It is shown as unverified, beside your wallet."
      />
      <LongField {...form.field('reason')} rows={3} label="Why" hint="Public for good." />
    </ActionForm>
  )
}

// The earlier interface has one path for each step of a signed action; the form needs one endpoint with both.
const { body: prepare, ...preparing } = prepareVerification

const signDecision = {
  ...preparing,
  kind: 'signed',
  steps: { prepare, sign: recordVerification.body },
  returns: recordVerification.returns,
} as const satisfies Endpoint

const NOT_SIGNED: { verdict: 'approve' | 'reject' | ''; reason: string } = { verdict: '', reason: '' }

const missionHash = async (mission: WholeMission) =>
  (await import('@/components/review/shown-hash')).missionHash(mission)

/** The form of a signed decision; in its place the refusal, where the verifier has signed one about exactly what is shown. */
export function SignForm({ mission, wallet }: { mission: WholeMission; wallet: string }) {
  const isSigned = useIsSigned(mission, wallet)
  if (isSigned === null) return null
  return isSigned ? <Notice tone="warning">{SIGNED_ALREADY}</Notice> : <SigningForm mission={mission} />
}

/** Whether a verifier has signed a decision about what the mission shows; null until that is known. */
function useIsSigned(mission: WholeMission, wallet: string): boolean | null {
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    const know = (known: string) => {
      if (!isOver) setHash(known)
    }
    // Where it cannot be loaded the form stays, and the service refuses.
    missionHash(mission).then(know, () => know(''))
    return () => {
      isOver = true
    }
  }, [mission])
  const signed = signedBy(mission, wallet)
  if (signed.length === 0) return false
  return hash === null ? null : signed.some(({ contentHash }) => contentHash === hash)
}

function SigningForm({ mission }: { mission: WholeMission }) {
  const { id } = mission
  const form = useForm(signDecision, {
    draft: `sign:${id}`,
    initial: NOT_SIGNED,
    input: ({ verdict, reason }) => ({ params: { id }, body: { verdict: chosen(verdict), reason } }),
    signPath: recordVerification.path,
    title: 'Your decision on the mission',
    shownHash: () => missionHash(mission),
    done: ({ decision }) => ({ words: 'Your signed decision is recorded.', href: `#decision-${decision.id}` }),
  })
  return (
    <ActionForm form={form} submit={PREPARE_WORDS}>
      <ChoiceField
        {...form.field('verdict')}
        label="Your decision"
        choices={[
          { value: 'approve', label: 'Approve', hint: 'The mission, as it stands now, deserves trust.' },
          { value: 'reject', label: 'Reject', hint: 'It does not.' },
        ]}
      />
      <LongField {...form.field('reason')} {...WHY_FIELD} />
    </ActionForm>
  )
}
