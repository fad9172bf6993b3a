'use client'

import { use, useEffect, useMemo, useRef, useState } from 'react'
import { FilesField, FilesOnTheWay } from '@/components/evidence/proof-files'
import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { filled, useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { Acted } from '@/components/record/actions/action-form'
import { Prose } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { submitProof } from '@/lib/missions/contract'
import { PROOF_KIND_LABELS } from '@/lib/missions/labels'
import { type MissionRecord, PROOF_KINDS, type ProofView } from '@/lib/missions/schemas'
import { openMilestones } from '@/lib/turns/mission-actions'

const NO_PROOF: Readonly<
  Record<'milestone' | 'url' | 'note' | 'txHash' | 'chainId', string> & Pick<ProofView, 'kind'>
> = { milestone: '', kind: 'Link', url: '', note: '', txHash: '', chainId: '' }

const KINDS: Readonly<Record<ProofView['kind'], { hint: string; url: string }>> = {
  Link: { hint: 'Anything public that shows the work.', url: 'Where the work can be seen.' },
  Transaction: { hint: 'A transaction on a chain, which is looked up automatically.', url: 'Its page in an explorer.' },
  CodeHost: { hint: 'A commit or a pull request.', url: 'It ends in /commit/… or /pull/….' },
  Deliverable: { hint: 'The finished thing itself.', url: 'Where it can be had.' },
}

/** The proof that a verifier sent back, if no new one was submitted since. */
function sentBack({ state, proofs }: MissionRecord): ProofView | null {
  const last = proofs.at(-1)
  return state === 'CHANGES_REQUESTED' && last?.status === 'changes-requested' ? last : null
}

export function ProofForm({ mission, storesFiles }: MissionFormProps) {
  const acted = use(Acted)
  const open = openMilestones(mission)
  const milestoneOf = (id: string) => open.find((milestone) => milestone.id === id) ?? open[0]
  const before = sentBack(mission)
  const [files, setFiles] = useState<readonly File[]>([])
  const proofId = useRef('')
  const { id: beforeId = '', milestoneId = '', kind: beforeKind = 'Link', url: beforeUrl = '' } = before ?? {}
  const initial = useMemo(
    () => ({ ...NO_PROOF, milestone: milestoneId, kind: beforeKind, url: beforeUrl }),
    [milestoneId, beforeKind, beforeUrl],
  )
  const form = useForm(submitProof, {
    draft: `proof:${mission.id}${beforeId}`,
    initial,
    input: ({ milestone, kind, url, note, ...transaction }) => ({
      params: { id: milestoneOf(milestone)?.id ?? '' },
      body: kind === 'Transaction' ? { kind, url, note, ...filled(transaction) } : { kind, url, note },
    }),
    // A refresh would remove the panel with the record's new state. It must stay until the files are sent.
    page: 'stays',
    done: ({ proof }) => {
      proofId.current = proof.id
      return { words: 'Your proof is recorded, and waits for a verifier.', href: `#proof-${proof.id}` }
    },
  })
  const { outcome } = form.write
  useEffect(() => {
    if (outcome && files.length === 0) acted(outcome)
  }, [outcome, files, acted])
  if (outcome)
    return (
      <FilesOnTheWay
        files={files}
        missionId={mission.id}
        proofId={proofId.current}
        onEnd={(words) => acted({ ...outcome, words: `${outcome.words} ${words}` })}
      />
    )

  const { kind, milestone } = form.values
  return (
    <Form form={form} submit="Submit this proof">
      {before ? <RequestedChanges proof={before} /> : null}
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
      {storesFiles ? <FilesField files={files} onChange={setFiles} /> : null}
    </Form>
  )
}

/** The verifier's review of the previous proof. */
function RequestedChanges({ proof }: { proof: ProofView }) {
  const review = proof.reviews.at(-1)
  if (!review) return null
  return (
    <figure className="border-l-2 border-ochre pl-4">
      <figcaption className="caption">The verifier asks for changes</figcaption>
      <blockquote>
        <Prose text={review.reason} className="mt-1" />
      </blockquote>
      <p className="mt-1 text-sm text-ink-soft">
        <WalletAddress address={review.verifier} />, <Moment at={review.signedAt} />
      </p>
    </figure>
  )
}
