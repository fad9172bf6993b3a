'use client'

import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { blank, type FieldProps, filled, needed, useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/mission-forms'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { Hash } from '@/components/ui/raw'
import { chainName } from '@/lib/chain/labels'
import { addEvidence, makeCommitment, recordFunding } from '@/lib/projects/contract'
import { explorerTransaction } from '@/lib/projects/explorers'
import { COMMITMENT_KIND_LABELS, EVIDENCE_KIND_LABELS } from '@/lib/projects/labels'
import { COMMITMENT_KINDS, type CommitmentView, EVIDENCE_KINDS, type EvidenceView } from '@/lib/projects/schemas'

const NO_FUNDING = { transactionUrl: '', chainId: '', txHash: '', amount: '', currency: '', note: '' }

export function FundingForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(recordFunding, {
    draft: `funding:${id}`,
    initial: NO_FUNDING,
    input: ({ transactionUrl, ...texts }) => ({ params: { id }, body: { transactionUrl, ...filled(texts) } }),
    done: ({ fundingRecord }) => ({
      words: 'The transaction is recorded. It is looked up automatically where that is possible.',
      href: `#funding-${fundingRecord.id}`,
    }),
  })
  return (
    <ActionForm form={form} submit="Record this funding">
      <TextField
        {...form.field('transactionUrl')}
        kind="url"
        label="The transaction’s public page"
        hint="Of a block explorer, such as basescan.org, or of another public https address."
        placeholder="https://"
      />
      <NamedTransaction
        url={form.values.transactionUrl}
        chainId={form.field('chainId')}
        txHash={form.field('txHash')}
      />
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField {...form.field('amount')} kind="decimal" label="Amount" placeholder="250" />
        <TextField {...form.field('currency')} label="Currency" placeholder="USDC" />
      </div>
      <LongField {...form.field('note')} rows={2} label="What it is for" />
    </ActionForm>
  )
}

const NO_EVIDENCE: Readonly<Record<'url' | 'chainId' | 'txHash' | 'note', string> & Pick<EvidenceView, 'kind'>> = {
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

export function EvidenceForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(addEvidence, {
    draft: `evidence:${id}`,
    initial: NO_EVIDENCE,
    input: ({ kind, url, note, chainId, txHash }) => ({
      params: { id },
      body:
        kind === 'Transaction' ? { kind, ...filled({ url, note, chainId, txHash }) } : { kind, url, note: blank(note) },
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
        <NamedTransaction url={url} chainId={form.field('chainId')} txHash={form.field('txHash')} isRequired />
      ) : null}
      <LongField {...form.field('note')} rows={3} label="What it shows" hint="In your own words. Public." />
    </ActionForm>
  )
}

/**
 * Chain and hash: read from the address of a known explorer, otherwise fields for both.
 * @param isRequired whether there has to be a transaction.
 */
function NamedTransaction({
  url,
  chainId,
  txHash,
  isRequired = false,
}: {
  url: string
  chainId: FieldProps
  txHash: FieldProps
  isRequired?: boolean
}) {
  const shown = explorerTransaction(url.trim())
  const isSaidToo = chainId.value !== '' || txHash.value !== ''
  const field = (given: FieldProps) => (!shown && (isRequired || isSaidToo) ? needed(given) : given)
  return (
    <>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {shown ? (
          <>
            This address shows a transaction on {chainName(shown.chainId)}: <Hash value={shown.txHash} />. It is looked
            up automatically.
          </>
        ) : null}
      </p>
      {shown && !isSaidToo ? null : (
        <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          <TextField {...field(txHash)} kind="code" label="Transaction hash" placeholder="0x" />
          <TextField {...field(chainId)} kind="decimal" label="Chain id" hint="8453 is Base, 1 is Ethereum." />
        </div>
      )}
    </>
  )
}

const INITIAL: {
  kind: CommitmentView['kind'] | ''
  description: string
  amount: string
  currency: string
  url: string
} = { kind: '', description: '', amount: '', currency: '', url: '' }

const HINTS: Readonly<Record<CommitmentView['kind'], string>> = {
  work: 'Your own time and skill.',
  funds: 'Money that you mean to pay, straight from you to whoever does the work.',
  resources: 'A room, tools, material, a server.',
}

export function CommitmentForm({ mission: { id } }: MissionFormProps) {
  const form = useForm(makeCommitment, {
    draft: `commitment:${id}`,
    initial: INITIAL,
    input: ({ kind, description, ...texts }) => ({
      params: { id },
      body: { kind: chosen(kind), description, ...filled(texts) },
    }),
    done: ({ commitment }) => ({ words: 'Your commitment is recorded.', href: `#commitment-${commitment.id}` }),
  })
  return (
    <ActionForm form={form} submit="Record this commitment">
      <ChoiceField
        {...form.field('kind')}
        label="What do you pledge?"
        choices={COMMITMENT_KINDS.map((value) => ({
          value,
          label: COMMITMENT_KIND_LABELS[value].word,
          hint: HINTS[value],
        }))}
      />
      <LongField
        {...form.field('description')}
        rows={3}
        label="Your commitment"
        hint="What, how much, until when. Public."
      />
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField {...form.field('amount')} kind="decimal" label="Amount" placeholder="12.5" />
        <TextField {...form.field('currency')} label="Of what" placeholder="hours, USDC" />
      </div>
      <TextField {...form.field('url')} kind="url" label="A public address about it" placeholder="https://" />
    </ActionForm>
  )
}
