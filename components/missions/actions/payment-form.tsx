'use client'

import { TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import type { MissionFormProps } from '@/components/missions/actions/props'
import { ActionForm } from '@/components/record/actions/action-form'
import { recordPayment } from '@/lib/receipts/contract'

const INITIAL = { chainId: '', txHash: '' }

export function PaymentForm({ mission: { id, bounty } }: MissionFormProps) {
  const form = useForm(recordPayment, {
    draft: `payment:${id}`,
    initial: INITIAL,
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
