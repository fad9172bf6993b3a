'use client'

import { FilesOfProof } from '@/components/evidence/file-facts'
import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { PREPARE_WORDS, PROOF_FIELD, PROOF_VERDICT, WHY_FIELD } from '@/components/review/verdicts'
import { ExternalLink } from '@/components/ui/external-link'
import { Prose } from '@/components/ui/prose'
import { claimMission, reviewProof, submitProof } from '@/lib/missions/contract'
import { PROOF_KIND_LABELS } from '@/lib/missions/labels'
import { type MissionRecord, PROOF_KINDS, type ProofView } from '@/lib/missions/schemas'
import { recordPayment } from '@/lib/receipts/contract'
import { openMilestones, waitingProof } from '@/lib/turns/mission-actions'

export interface MissionFormProps {
  readonly mission: MissionRecord
}

const NOTHING_TYPED = {}

export function ClaimForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(claimMission, {
    draft: `claim:${id}`,
    initial: NOTHING_TYPED,
    input: () => ({ params: { id }, body: {} }),
    done: () => ({ words: 'The mission is yours. Submit proof for its milestones here.' }),
  })
  return <ActionForm form={form} submit="Claim it" />
}

const NO_PROOF: Readonly<
  Record<'milestone' | 'url' | 'note' | 'txHash' | 'chainId', string> & Pick<ProofView, 'kind'>
> = { milestone: '', kind: 'Link', url: '', note: '', txHash: '', chainId: '' }

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
    initial: NO_PROOF,
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

export function ReviewForm({ mission }: MissionFormProps) {
  const proof = waitingProof(mission)
  return proof ? <ProofReview mission={mission} proof={proof} /> : <p>This proof waits no longer.</p>
}

function ProofReview({ mission, proof }: { mission: MissionRecord; proof: ProofView }) {
  const form = useForm(reviewProof, {
    draft: `review:${proof.id}`,
    initial: PROOF_VERDICT,
    input: ({ verdict, reason }) => ({ params: { id: proof.id }, body: { verdict: chosen(verdict), reason } }),
    title: 'Your verdict on the proof',
    done: () => ({ words: 'Your signed verdict is recorded.', href: `#proof-${proof.id}` }),
  })
  const milestone = mission.milestones.find(({ id }) => id === proof.milestoneId)
  return (
    <ActionForm form={form} submit={PREPARE_WORDS}>
      <div className="grid gap-6 sm:grid-cols-2">
        <figure className="min-w-0 border-l-2 border-rule-strong pl-4">
          <figcaption className="caption">The proof, for “{milestone?.title}”</figcaption>
          <p className="mt-1">
            <ExternalLink href={proof.url} />
          </p>
          <Prose text={proof.note} className="mt-1" />
          <FilesOfProof files={proof.files} />
        </figure>
        <figure className="min-w-0 border-l-2 border-rule-strong pl-4">
          <figcaption className="caption">What it is held against</figcaption>
          <Prose text={mission.requiredProof} className="mt-1" />
          <Prose text={mission.definitionOfDone} className="mt-2 text-ink-soft" />
        </figure>
      </div>
      <ChoiceField {...form.field('verdict')} {...PROOF_FIELD} />
      <LongField {...form.field('reason')} {...WHY_FIELD} />
    </ActionForm>
  )
}

const NO_PAYMENT = { chainId: '', txHash: '' }

export function PaymentForm({ mission: { id, bounty } }: MissionFormProps) {
  const form = useForm(recordPayment, {
    draft: `payment:${id}`,
    initial: NO_PAYMENT,
    input: (body) => ({ params: { id }, body }),
    done: ({ receipt }) => ({
      words: 'The payment is recorded beside the receipt.',
      href: `/receipts/${receipt.id}`,
      link: 'Read the receipt',
    }),
  })
  const named = bounty && [bounty.amount, bounty.currency].filter(Boolean).join(' ')
  return (
    <ActionForm form={form} submit="Record this payment">
      {named ? <p className="text-ink-soft">The bounty that was named: {named}.</p> : null}
      <TextField
        {...form.field('txHash')}
        kind="code"
        label="Transaction hash"
        hint="Of the transaction that paid the contributor. It was sent from a wallet, never from here."
        placeholder="0x"
      />
      <TextField {...form.field('chainId')} kind="decimal" label="Chain id" hint="8453 is Base, 1 is Ethereum." />
    </ActionForm>
  )
}
