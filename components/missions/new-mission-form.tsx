'use client'

import { DayField, LongField, TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { blank, useForm } from '@/components/forms/use-form'
import { FIRST_MILESTONE, type MilestoneDraft, milestonesBody } from '@/components/missions/milestone-drafts'
import { MilestoneEditor } from '@/components/missions/milestone-editor'
import { MissionPreview } from '@/components/missions/mission-preview'
import { postHint } from '@/components/record/actions/post-hint'
import { Folded } from '@/components/record/folded'
import type { RequestInput } from '@/lib/api/client'
import { createMission } from '@/lib/missions/contract'
import { APPROVAL_RULE } from '@/lib/missions/schemas'

const MILESTONES: readonly MilestoneDraft[] = [FIRST_MILESTONE]
const INITIAL = {
  sourceUrl: '',
  title: '',
  summary: '',
  deliverable: '',
  definitionOfDone: '',
  requiredProof: '',
  rewardTerms: '',
  deadline: '',
  milestones: MILESTONES,
  contributorWallet: '',
  bountyAmount: '',
  bountyCurrency: '',
  bountyChainId: '',
  bountyTxHash: '',
}

export type MissionValues = typeof INITIAL

const BOUNTY = ['bountyAmount', 'bountyCurrency', 'bountyChainId', 'bountyTxHash'] as const

const bodyOf = ({ milestones, ...texts }: MissionValues): RequestInput<typeof createMission>['body'] => ({
  ...texts,
  deliverable: blank(texts.deliverable),
  rewardTerms: blank(texts.rewardTerms),
  contributorWallet: blank(texts.contributorWallet),
  bountyAmount: blank(texts.bountyAmount),
  bountyCurrency: blank(texts.bountyCurrency),
  bountyChainId: blank(texts.bountyChainId),
  bountyTxHash: blank(texts.bountyTxHash),
  approvalRule: APPROVAL_RULE,
  milestones: milestonesBody(milestones),
})

/** @param today the service's UTC date. @param platformHost of the community platform, where one is configured. */
export function NewMissionForm({ today, platformHost }: { today: string; platformHost: string | null }) {
  const form = useForm(createMission, {
    draft: 'mission',
    initial: INITIAL,
    input: (values) => ({ body: bodyOf(values) }),
    done: ({ mission }) => ({
      words: 'Your mission is published.',
      href: `/missions/${mission.id}`,
      link: 'Go to the mission',
    }),
  })
  const { values, write } = form
  return (
    <Form form={form} submit="Publish this mission">
      <TextField
        {...form.field('sourceUrl')}
        kind="url"
        label="The public post it comes from"
        hint={postHint(platformHost)}
        placeholder="https://"
      />
      <TextField {...form.field('title')} label="Title" hint="What is to be done, in one line." />
      <LongField {...form.field('summary')} label="Summary" hint="What it is about, and for whom." />
      <LongField {...form.field('deliverable')} label="Deliverable" hint="What exists once it is done." rows={2} />
      <LongField
        {...form.field('definitionOfDone')}
        label="Done means"
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
      <MissionPreview values={values} />
    </Form>
  )
}
