'use client'

import { LongField, TextField } from '@/components/forms/fields'
import { blank, useForm } from '@/components/forms/use-form'
import { ActionForm } from '@/components/record/actions/action-form'
import { unlinkMuse } from '@/lib/muses/contract'

const OWN = { reason: '' }
const ANY = { wallet: '', reason: '' }
const WHY = { label: 'Why', hint: 'Public for good, in the history of the link.', rows: 3 } as const

export function UnlinkOwnForm() {
  const form = useForm(unlinkMuse, {
    draft: 'unlink-muse',
    initial: OWN,
    input: ({ reason }) => ({ body: { reason: blank(reason) } }),
    done: ({ link }) => ({ words: `The link with ${link.museId} has ended. It stays in the history.` }),
  })
  return (
    <ActionForm form={form} submit="Unlink it">
      <LongField {...form.field('reason')} {...WHY} />
    </ActionForm>
  )
}

/** For moderators: the link of any wallet. */
export function UnlinkAnyForm() {
  const form = useForm(unlinkMuse, {
    draft: 'unlink-any-muse',
    initial: ANY,
    input: ({ wallet, reason }) => ({ body: { wallet: wallet.trim(), reason: blank(reason) } }),
    done: ({ link }) => ({
      words: `The link with ${link.museId} has ended. It stays in the history.`,
      href: `/wallets/${link.wallet}`,
      link: 'That wallet’s page',
    }),
  })
  const wallet = form.field('wallet')
  return (
    <ActionForm form={form} submit="End its link">
      <TextField
        {...wallet}
        bounds={{ ...wallet.bounds, required: true }}
        kind="code"
        label="Wallet"
        hint="The whole address of the wallet that the Muse is linked to."
        placeholder="0x"
      />
      <LongField {...form.field('reason')} {...WHY} />
    </ActionForm>
  )
}
