'use client'

import { FilesOfProof } from '@/components/evidence/file-facts'
import { TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { ActionForm } from '@/components/record/actions/action-form'
import { PREPARE_WORDS, ProofFields, useProofVerdict } from '@/components/review/verdicts'
import { ExternalLink } from '@/components/ui/external-link'
import { Notice } from '@/components/ui/notice'
import { Prose, Quoted } from '@/components/ui/prose'
import { useWallet } from '@/components/wallet/wallet-store'
import type { SessionView } from '@/lib/auth/schemas'
import { claimMission } from '@/lib/missions/contract'
import type { MissionRecord, ProofView } from '@/lib/missions/schemas'
import { recordPayment } from '@/lib/receipts/contract'
import { waitingProof } from '@/lib/turns/mission-actions'

export interface MissionFormProps {
  readonly mission: MissionRecord
  /** The service's UTC date. */
  readonly today: string
  /** Whether the service has storage for evidence files. */
  readonly storesFiles: boolean
}

const NOTHING_TYPED = {}

/** A warning when a claim would leave nobody to judge the work. */
function claimWarning(
  { eligibleVerifiers, contributorWallet }: MissionRecord,
  viewer: SessionView | null,
): string | null {
  if (eligibleVerifiers === null || viewer === null) return null
  const isLost = viewer.isVerifier && contributorWallet !== viewer.address
  if (isLost && eligibleVerifiers === 1)
    return 'You are the last verifier who may judge this mission. If you claim it, nobody can verify your proof until the operator of this service lists another.'
  return eligibleVerifiers === 0
    ? 'No verifier may judge this mission. If you claim it, your proof waits until the operator of this service lists another.'
    : null
}

export function ClaimForm({ mission }: MissionFormProps) {
  const { id } = mission
  const warning = claimWarning(mission, useWallet().session)
  const form = useForm(claimMission, {
    draft: `claim:${id}`,
    initial: NOTHING_TYPED,
    input: () => ({ params: { id }, body: {} }),
    done: () => ({ words: 'The mission is yours. Submit proof for its milestones here.' }),
  })
  return (
    <ActionForm form={form} submit="Claim it">
      {warning ? <Notice tone="warning">{warning}</Notice> : null}
    </ActionForm>
  )
}

export function ReviewForm({ mission }: MissionFormProps) {
  const proof = waitingProof(mission)
  return proof ? <ProofReview key={proof.id} mission={mission} proof={proof} /> : <p>This proof waits no longer.</p>
}

function ProofReview({ mission, proof }: { mission: MissionRecord; proof: ProofView }) {
  const form = useProofVerdict(
    proof.id,
    async () => (await import('@/components/review/shown-hash')).proofHash(proof),
    () => ({ words: 'Your signed verdict is recorded.', href: `#proof-${proof.id}` }),
  )
  const milestone = mission.milestones.find(({ id }) => id === proof.milestoneId)
  return (
    <ActionForm form={form} submit={PREPARE_WORDS}>
      <div className="grid gap-6 sm:grid-cols-2">
        <figure className="min-w-0 border-l-2 border-rule-strong pl-4">
          <figcaption className="caption">
            The proof, for <Quoted text={milestone?.title ?? ''} />
            {proof.late ? ', after the deadline' : null}
          </figcaption>
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
      <ProofFields form={form} />
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
