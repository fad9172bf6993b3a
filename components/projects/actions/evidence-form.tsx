'use client'

import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { NamedTransaction } from '@/components/projects/actions/named-transaction'
import type { ProjectFormProps } from '@/components/projects/actions/props'
import { ActionForm } from '@/components/record/actions/action-form'
import { addEvidence } from '@/lib/projects/contract'
import { EVIDENCE_KIND_LABELS } from '@/lib/projects/labels'
import { EVIDENCE_KINDS, type EvidenceView } from '@/lib/projects/schemas'

const INITIAL: Readonly<Record<'url' | 'chainId' | 'txHash' | 'note', string> & Pick<EvidenceView, 'kind'>> = {
  kind: 'Link',
  url: '',
  chainId: '',
  txHash: '',
  note: '',
}

const KINDS: Readonly<Record<EvidenceView['kind'], { hint: string; url: string }>> = {
  Link: { hint: 'Anything public that shows the work.', url: 'Where it can be seen.' },
  Receipt: { hint: 'A bill, a confirmation, a receipt of this service.', url: 'Where it can be read.' },
  Deliverable: { hint: 'The finished thing, or a part of it.', url: 'Where it can be had.' },
  Transaction: { hint: 'A transaction on a chain, which is looked up automatically.', url: 'Its page in an explorer.' },
}

export function EvidenceForm({ project: { id } }: ProjectFormProps) {
  const form = useForm(addEvidence, {
    draft: `evidence:${id}`,
    initial: INITIAL,
    input: ({ kind, url, note, chainId, txHash }) => ({
      params: { id },
      body: {
        kind,
        url: blank(url),
        note: blank(note),
        ...(kind === 'Transaction' ? { chainId: blank(chainId), txHash: blank(txHash) } : {}),
      },
    }),
    done: ({ evidenceItem }) => ({ words: 'Your evidence is recorded.', href: `#evidence-${evidenceItem.id}` }),
  })
  const { kind, url } = form.values
  const address = form.field('url')
  return (
    <ActionForm form={form} submit="Add this evidence">
      <ChoiceField
        {...form.field('kind')}
        label="What is it?"
        choices={EVIDENCE_KINDS.map((value) => ({
          value,
          label: EVIDENCE_KIND_LABELS[value],
          hint: KINDS[value].hint,
        }))}
      />
      <TextField
        {...address}
        bounds={{ ...address.bounds, required: kind !== 'Transaction' }}
        kind="url"
        label="Address"
        hint={`${KINDS[kind].url} A public https address.`}
        placeholder="https://"
      />
      {kind === 'Transaction' ? (
        <NamedTransaction url={url} chainId={form.field('chainId')} txHash={form.field('txHash')} />
      ) : null}
      <LongField {...form.field('note')} rows={3} label="What it shows" hint="In your own words. Public." />
    </ActionForm>
  )
}
