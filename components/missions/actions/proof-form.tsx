'use client'

import { use, useEffect, useRef, useState } from 'react'
import { FilesField, FilesOnTheWay } from '@/components/evidence/proof-files'
import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { needed, useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { Acted, Panel, useRefusal } from '@/components/record/actions/action-form'
import { Notice } from '@/components/ui/notice'
import { Name, Prose } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { submitProof } from '@/lib/missions/contract'
import { PROOF_KIND_LABELS } from '@/lib/missions/labels'
import { type MissionRecord, PROOF_KINDS, type ProofView } from '@/lib/missions/schemas'
import { openMilestones } from '@/lib/turns/mission-actions'

const NO_PROOF: Readonly<
  Record<'milestone' | 'url' | 'note' | 'txHash' | 'chainId', string> & Pick<ProofView, 'kind'>
> = { milestone: '', kind: 'Link', url: '', note: '', txHash: '', chainId: '' }

/** A proof as the fields of the form. What was done is told anew. */
const asTyped = ({ milestoneId, kind, url, txHash, chainId }: ProofView): typeof NO_PROOF => ({
  ...NO_PROOF,
  ...{ milestone: milestoneId, kind, url, txHash: txHash ?? '', chainId: chainId ?? '' },
})

const KINDS: Readonly<Record<ProofView['kind'], { hint: string; url: string }>> = {
  Link: { hint: 'Anything public that shows the work.', url: 'Where the work can be seen.' },
  Transaction: { hint: 'A transaction on a chain, which is looked up automatically.', url: 'Its page in an explorer.' },
  CodeHost: { hint: 'A commit or a pull request.', url: 'It ends in /commit/… or /pull/….' },
  Deliverable: { hint: 'The finished thing itself.', url: 'Where it can be had.' },
}

/** How a verifier returned a proof that may be submitted anew. */
const RETURNED: Readonly<Partial<Record<ProofView['status'], string>>> = {
  'changes-requested': 'The verifier asks for changes',
  rejected: 'The verifier rejected the last proof',
}

const judgedAt = ({ reviews, submittedAt }: ProofView) => reviews.at(-1)?.signedAt ?? submittedAt

/**
 * The proof of each open milestone that was judged last, if a verifier returned it, oldest verdict first. It need not be the newest
 * proof: one that a moderator restores is judged after those that were submitted while it was hidden.
 */
export function returnedProofs(proofs: readonly ProofView[], open: MissionRecord['milestones']): readonly ProofView[] {
  const judged = proofs.toSorted((a, b) => Date.parse(judgedAt(a)) - Date.parse(judgedAt(b)))
  const last = new Map(judged.map((proof) => [proof.milestoneId, proof]))
  return judged.filter((proof) => RETURNED[proof.status] && open.some(({ id }) => last.get(id) === proof))
}

/** The chosen milestone; empty if it takes no proof any more: what was typed for one is never recorded for another unasked. */
export const stillOpen = (open: MissionRecord['milestones'], chosenId: string): string =>
  open.find(({ id }) => id === chosenId)?.id ?? ''

/** What the form begins with: the proof to submit anew, or the first open milestone. */
const startOf = (open: MissionRecord['milestones'], last: ProofView | undefined): typeof NO_PROOF =>
  last ? asTyped(last) : { ...NO_PROOF, milestone: open[0]?.id ?? '' }

export function ProofForm({ mission, today, storesFiles }: MissionFormProps) {
  const acted = use(Acted)
  const open = openMilestones(mission)
  const returned = returnedProofs(mission.proofs, open)
  // What a former contributor submitted is not the present one's to repeat.
  const last = returned.findLast(({ submittedBy }) => submittedBy === mission.contributorWallet)
  const [files, setFiles] = useState<readonly File[]>([])
  const proofId = useRef('')
  const [initial] = useState(() => startOf(open, last))
  const form = useForm(submitProof, {
    draft: `proof:${mission.id}${last?.id ?? ''}`,
    initial,
    input: ({ milestone, kind, url, note, ...transaction }) => ({
      params: { id: stillOpen(open, milestone) },
      body: kind === 'Transaction' ? { kind, url, note, ...transaction } : { kind, url, note },
    }),
    chosenParams: { id: 'milestone' },
    done: ({ proof }) => {
      proofId.current = proof.id
      return { words: 'Your proof is recorded, and waits for a verifier.', href: `#proof-${proof.id}` }
    },
  })
  const { outcome } = form.write
  const panel = use(Panel)
  useRefusal(form.write, panel)
  useEffect(() => {
    if (!outcome) return
    if (files.length === 0) return acted(outcome)
    // The proof is recorded whatever becomes of its files, so the record is read again now, which takes this form away.
    const ofProof = { files, missionId: mission.id, proofId: proofId.current }
    panel.goOn((end) => (
      <FilesOnTheWay
        key={proofId.current}
        {...ofProof}
        onEnd={(words) => end({ ...outcome, words: `${outcome.words} ${words}` })}
      />
    ))
  }, [outcome, files, mission.id, acted, panel])
  if (outcome) return null

  const { kind } = form.values
  const milestone = stillOpen(open, form.values.milestone)
  const before = returned.find(({ milestoneId }) => milestoneId === milestone)
  return (
    <Form form={form} submit="Submit this proof">
      {mission.deadline < today ? (
        <Notice tone="warning" className="text-sm">
          The deadline has ended. The proof is still accepted, and marked as late.
        </Notice>
      ) : null}
      {before ? <LastReview proof={before} /> : null}
      <figure className="border-l-2 border-rule-strong pl-4">
        <figcaption className="caption">Proof required</figcaption>
        <Prose text={mission.requiredProof} />
      </figure>
      {milestone === form.values.milestone ? null : (
        <Notice tone="warning" className="text-sm">
          The milestone that was chosen takes no proof any more. Choose another one only if this proof is for it.
        </Notice>
      )}
      <ChoiceField
        {...needed(form.field('milestone'))}
        value={milestone}
        label="For which milestone"
        choices={open.map(({ id, title, required }) => ({
          value: id,
          label: <Name text={title} />,
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
          <TextField {...needed(form.field('txHash'))} kind="code" label="Transaction hash" placeholder="0x" />
          <TextField
            {...needed(form.field('chainId'))}
            kind="decimal"
            label="Chain id"
            hint="8453 is Base, 1 is Ethereum."
          />
        </>
      ) : null}
      <LongField {...form.field('note')} label="What was done" hint="In your own words, for the verifier. Public." />
      {storesFiles ? <FilesField files={files} onChange={setFiles} /> : null}
    </Form>
  )
}

/** The verifier's review of the previous proof. */
function LastReview({ proof }: { proof: ProofView }) {
  const review = proof.reviews.at(-1)
  if (!review) return null
  return (
    <figure className="border-l-2 border-ochre pl-4">
      <figcaption className="caption">{RETURNED[proof.status]}</figcaption>
      <blockquote>
        <Prose text={review.reason} className="mt-1" />
      </blockquote>
      <p className="mt-1 text-sm text-ink-soft">
        By <WalletAddress address={review.verifier} /> on <Moment at={review.signedAt} />
      </p>
    </figure>
  )
}
