'use client'

import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { openMilestones } from '@/components/missions/actions/mission-actions'
import type { MissionFormProps } from '@/components/missions/actions/props'
import { ActionForm } from '@/components/record/actions/action-form'
import { Prose } from '@/components/ui/prose'
import { submitProof } from '@/lib/missions/contract'
import { PROOF_KIND_LABELS } from '@/lib/missions/labels'
import { PROOF_KINDS, type ProofView } from '@/lib/missions/schemas'

const INITIAL: Readonly<Record<'milestone' | 'url' | 'note' | 'txHash' | 'chainId', string> & Pick<ProofView, 'kind'>> =
  { milestone: '', kind: 'Link', url: '', note: '', txHash: '', chainId: '' }

const KINDS: Readonly<Record<ProofView['kind'], { hint: string; url: string }>> = {
  Link: { hint: 'Anything public that shows the work.', url: 'Where the work can be seen.' },
  Transaction: { hint: 'A transaction on a chain, which is looked up automatically.', url: 'Its page in an explorer.' },
  CodeHost: { hint: 'A commit or a pull request.', url: 'It ends in /commit/… or /pull/….' },
  Deliverable: { hint: 'The finished thing itself.', url: 'Where it can be had.' },
}

export function ProofForm({ mission }: MissionFormProps) {
  const open = openMilestones(mission)
  const milestoneOf = (id: string) => open.find((milestone) => milestone.id === id) ?? open[0]
  const form = useForm(submitProof, {
    draft: `proof:${mission.id}`,
    initial: INITIAL,
    input: ({ milestone, kind, url, note, ...transaction }) => ({
      params: { id: milestoneOf(milestone)?.id ?? '' },
      body: kind === 'Transaction' ? { kind, url, note, ...filled(transaction) } : { kind, url, note },
    }),
    done: () => ({ words: 'Your proof is recorded, and waits for a verifier.' }),
  })
  const { kind, milestone } = form.values
  return (
    <ActionForm form={form} submit="Submit this proof">
      <figure className="border-l-2 border-rule-strong pl-4">
        <figcaption className="caption">Proof required</figcaption>
        <Prose text={mission.requiredProof} />
      </figure>
      <ChoiceField
        {...form.field('milestone')}
        value={milestoneOf(milestone)?.id ?? ''}
        label="For which milestone"
        choices={open.map(({ id, title, required }) => ({
          value: id,
          label: title,
          hint: required ? 'Required' : 'Optional',
        }))}
      />
      <ChoiceField
        {...form.field('kind')}
        label="What kind of proof"
        choices={PROOF_KINDS.map((value) => ({ value, label: PROOF_KIND_LABELS[value], hint: KINDS[value].hint }))}
      />
      <TextField
        {...form.field('url')}
        kind="url"
        label="Address"
        hint={`${KINDS[kind].url} A public https address.`}
        placeholder="https://"
      />
      {kind === 'Transaction' ? (
        <>
          <TextField {...form.field('txHash')} kind="code" label="Transaction hash" placeholder="0x" />
          <TextField {...form.field('chainId')} kind="decimal" label="Chain id" hint="8453 is Base, 1 is Ethereum." />
        </>
      ) : null}
      <LongField {...form.field('note')} label="What was done" hint="In your own words, for the verifier. Public." />
    </ActionForm>
  )
}

const filled = ({ txHash, chainId }: { txHash: string; chainId: string }) => ({
  txHash: blank(txHash),
  chainId: blank(chainId),
})
