'use client'

import { LinkedPost } from '@/components/discussion/linked-post'
import { postHint } from '@/components/discussion/platform-info'
import { postTitle } from '@/components/discussion/post-card'
import { FIELD_LABELS } from '@/components/forms/field-labels'
import { DayField, LongField, TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { MilestoneEditor } from '@/components/missions/milestone-editor'
import { type MissionValues, missionBody, NO_MISSION_VALUES } from '@/components/missions/mission-values'
import { Folded } from '@/components/record/folded'
import { Preview } from '@/components/record/preview'
import { useFollow } from '@/components/record/use-follow'
import { chainName } from '@/lib/chain/labels'
import { asTitle } from '@/lib/contract/as-title'
import { APPROVAL_RULE } from '@/lib/missions/schemas'
import type { PostPreview } from '@/lib/platform/schemas'
import { createProject } from '@/lib/projects/contract'
import { withOverridesNamed } from '@/lib/text/deceiving'

const BOUNTY = ['bountyAmount', 'bountyCurrency', 'bountyChainId', 'bountyTxHash'] as const

/** Fills empty fields with the words of the post, without characters that the service refuses and nobody sees. */
export const withWordsOf = (values: MissionValues, post: PostPreview): MissionValues => ({
  ...values,
  title: values.title.trim() ? values.title : asTitle(postTitle(post) ?? ''),
  summary: values.summary.trim() ? values.summary : withOverridesNamed(post.description ?? ''),
})

/**
 * Publishes through the endpoint that keeps the words of the post.
 * @param today the service's UTC date. @param platformHost the community platform's host, if one is configured.
 */
export function NewMissionForm({ today, platformHost }: { today: string; platformHost: string | null }) {
  const form = useForm(createProject, {
    draft: 'mission',
    initial: NO_MISSION_VALUES,
    page: 'left',
    input: (values) => ({ body: missionBody(values) }),
    done: ({ project }) => ({
      words: 'Your mission is published. Next: its contributor claims it.',
      href: `/missions/${project.id}`,
      link: 'Go to the mission',
    }),
  })
  const { values, write } = form
  useFollow(write.outcome)
  return (
    <Form form={form} submit="Publish this mission">
      <TextField
        {...form.field('sourceUrl')}
        kind="url"
        label={FIELD_LABELS.sourceUrl}
        hint={postHint(platformHost)}
        placeholder="https://"
      />
      <LinkedPost
        url={values.sourceUrl}
        host={platformHost}
        isRequired
        onRead={(post) => form.setValues((now) => withWordsOf(now, post))}
      />
      <TextField {...form.field('title')} label="Title" hint="What is to be done, in one line." />
      <LongField {...form.field('summary')} label="Summary" hint="What it is about, and for whom." />
      <LongField {...form.field('deliverable')} label="Deliverable" hint="What exists once it is done." rows={2} />
      <LongField
        {...form.field('definitionOfDone')}
        label={FIELD_LABELS.definitionOfDone}
        hint="What must be true at the end. A verifier holds the proof against it."
        rows={3}
      />
      <LongField
        {...form.field('requiredProof')}
        label={FIELD_LABELS.requiredProof}
        hint="What the contributor must show, so that a stranger can see it."
        rows={3}
      />
      <DayField {...form.field('deadline')} label="Deadline" min={today} />
      <MilestoneEditor form={form} />
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
      <Folded
        title="A bounty is named"
        inUse={BOUNTY.some((name) => values[name] !== '')}
        faults={BOUNTY.some((name) => write.fieldErrors[name]) ? write.fieldErrors : null}
      >
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

/** A preview of the new mission. */
export function MissionPreview({ values }: { values: MissionValues }) {
  const milestones = values.milestones.map(
    ({ title, amount, required }, index) =>
      `${index + 1}. ${title.trim() || '…'} (${required ? 'required' : 'optional'}${amount.trim() ? `, ${amount.trim()}` : ''})`,
  )
  const chainId = values.bountyChainId.trim()
  const amount = [values.bountyAmount, values.bountyCurrency].filter(Boolean).join(' ')
  const bounty = [amount, chainId && chainName(chainId), values.bountyTxHash].filter(Boolean).join('\n')
  return (
    <Preview
      facts={[
        { name: FIELD_LABELS.sourceUrl, text: values.sourceUrl },
        { name: 'Title', text: values.title },
        { name: 'Summary', text: values.summary },
        ...(values.deliverable ? [{ name: 'Deliverable', text: values.deliverable }] : []),
        { name: FIELD_LABELS.definitionOfDone, text: values.definitionOfDone },
        { name: FIELD_LABELS.requiredProof, text: values.requiredProof },
        { name: FIELD_LABELS.approvalRule, text: APPROVAL_RULE },
        { name: 'Deadline', text: values.deadline },
        { name: 'Milestones', text: milestones.join('\n') },
        ...(values.rewardTerms ? [{ name: 'Reward terms', text: values.rewardTerms }] : []),
        ...(values.contributorWallet ? [{ name: 'Designated contributor', text: values.contributorWallet }] : []),
        ...(bounty ? [{ name: 'Bounty, recorded and not held', text: bounty }] : []),
      ]}
    />
  )
}
