'use client'

import { DayField, LongField, TextField } from '@/components/forms/fields'
import type { Form } from '@/components/forms/use-form'
import type { WriteState } from '@/components/forms/use-write'
import { MilestoneEditor } from '@/components/missions/milestone-editor'
import type { MissionValues } from '@/components/missions/mission-values'
import { Folded } from '@/components/record/folded'
import { Preview } from '@/components/record/preview'
import type { Endpoint } from '@/lib/contract/endpoint'
import { APPROVAL_RULE } from '@/lib/missions/schemas'

const BOUNTY = ['bountyAmount', 'bountyCurrency', 'bountyChainId', 'bountyTxHash'] as const

type Fields = Pick<Form<Endpoint, MissionValues>, 'values' | 'setValues' | 'field' | 'fieldAt'> & {
  readonly write: WriteState
}

/** The terms of a mission that is being written, below the post it comes from. @param today the service's UTC date. */
export function MissionFields({ form, today }: { form: Fields; today: string }) {
  const { values, write } = form
  return (
    <>
      <TextField {...form.field('title')} label="Title" hint="What is to be done, in one line." />
      <LongField {...form.field('summary')} label="Summary" hint="What it is about, and for whom." />
      <LongField {...form.field('deliverable')} label="Deliverable" hint="What exists once it is done." rows={2} />
      <LongField
        {...form.field('definitionOfDone')}
        label="Done when"
        hint="What must be true at the end. A verifier holds the proof against it."
        rows={3}
      />
      <LongField
        {...form.field('requiredProof')}
        label="Proof required"
        hint="What the contributor must show, so that a stranger can see it."
        rows={3}
      />
      <DayField {...form.field('deadline')} label="Deadline" min={today} />
      <MilestoneEditor
        milestones={values.milestones}
        onChange={(milestones) => form.setValues((now) => ({ ...now, milestones }))}
        fieldAt={form.fieldAt}
        error={write.fieldErrors['milestones']}
      />
      <LongField
        {...form.field('rewardTerms')}
        label="Reward terms"
        hint="What the contributor gets, and from whom. The service holds and sends nothing."
        rows={2}
      />
      <TextField
        {...form.field('contributorWallet')}
        kind="code"
        label="Designated contributor"
        hint="The only wallet that may claim it. Left empty, anybody but you may."
        placeholder="0x"
      />
      <Folded title="A bounty is named" inUse={BOUNTY.some((name) => values[name] !== '' || write.fieldErrors[name])}>
        <p className="text-sm text-ink-soft">
          It is recorded, not held. Where the transaction that set it aside is named, it is looked up automatically.
        </p>
        <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
          <TextField {...form.field('bountyAmount')} kind="decimal" label="Amount" placeholder="250" />
          <TextField {...form.field('bountyCurrency')} label="Currency" placeholder="USDC" />
          <TextField {...form.field('bountyChainId')} kind="decimal" label="Chain id" hint="8453 is Base." />
        </div>
        <TextField {...form.field('bountyTxHash')} kind="code" label="Transaction hash" placeholder="0x" />
      </Folded>
    </>
  )
}

/** A mission that is being written, as it will stand. */
export function MissionPreview({ values }: { values: MissionValues }) {
  const milestones = values.milestones.map(
    ({ title, amount, required }, index) =>
      `${index + 1}. ${title.trim() || '…'} (${required ? 'required' : 'optional'}${amount.trim() ? `, ${amount.trim()}` : ''})`,
  )
  const bounty = [values.bountyAmount, values.bountyCurrency, values.bountyTxHash].filter(Boolean).join(' ')
  return (
    <Preview
      facts={[
        { name: 'Published from', text: values.sourceUrl },
        { name: 'Title', text: values.title },
        { name: 'Summary', text: values.summary },
        ...(values.deliverable ? [{ name: 'Deliverable', text: values.deliverable }] : []),
        { name: 'Done when', text: values.definitionOfDone },
        { name: 'Proof required', text: values.requiredProof },
        { name: 'Approval', text: APPROVAL_RULE },
        { name: 'Deadline', text: values.deadline },
        { name: 'Milestones', text: milestones.join('\n') },
        ...(values.rewardTerms ? [{ name: 'Reward terms', text: values.rewardTerms }] : []),
        ...(values.contributorWallet ? [{ name: 'Designated contributor', text: values.contributorWallet }] : []),
        ...(bounty ? [{ name: 'Bounty, recorded and not held', text: bounty }] : []),
      ]}
    />
  )
}
