'use client'

import { LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { NamedTransaction } from '@/components/projects/actions/named-transaction'
import type { ProjectFormProps } from '@/components/projects/actions/props'
import { ActionForm } from '@/components/record/actions/action-form'
import { recordFunding } from '@/lib/projects/contract'

const INITIAL = { transactionUrl: '', chainId: '', txHash: '', amount: '', currency: '', note: '' }

export function FundingForm({ project: { id } }: ProjectFormProps) {
  const form = useForm(recordFunding, {
    draft: `funding:${id}`,
    initial: INITIAL,
    input: ({ transactionUrl, chainId, txHash, amount, currency, note }) => ({
      params: { id },
      body: {
        transactionUrl,
        chainId: blank(chainId),
        txHash: blank(txHash),
        amount: blank(amount),
        currency: blank(currency),
        note: blank(note),
      },
    }),
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
