'use client'

import { LinkedPost } from '@/components/discussion/linked-post'
import { FIELD_LABELS } from '@/components/forms/field-labels'
import { DayField, LongField, TextField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { Folded } from '@/components/record/folded'
import { Preview } from '@/components/record/preview'
import { useFollow } from '@/components/record/use-follow'
import { createChallenge } from '@/lib/challenges/contract'
import type { ChallengeView } from '@/lib/challenges/schemas'

const INITIAL = {
  title: '',
  prompt: '',
  contenderA: '',
  contenderB: '',
  linkA: '',
  linkB: '',
  submissionDeadline: '',
  decisionDeadline: '',
  rewardDescription: '',
}

type Values = typeof INITIAL

/** The response links that are already known, in the order by which the contract's errors count them. */
const linksOf = ({ linkA, linkB }: Pick<Values, 'linkA' | 'linkB'>) =>
  [
    { side: 'A', url: linkA },
    { side: 'B', url: linkB },
  ].filter(({ url }) => url.trim() !== '') as { side: 'A' | 'B'; url: string }[] // as written above

function publishedWords({ state, submissions }: Pick<ChallengeView, 'state' | 'submissions'>): string {
  if (state !== 'DRAFT')
    return 'Your challenge is published, with both responses. Next: the discussion, and then the decision.'
  const sides = submissions.A || submissions.B ? 'the other' : 'each'
  return `Your challenge is published. Next: a response link for ${sides} side.`
}

/** @param today the service's UTC date. @param platformHost the community platform's host, if one is configured. */
export function NewChallengeForm({ today, platformHost }: { today: string; platformHost: string | null }) {
  const form = useForm(createChallenge, {
    draft: 'challenge',
    initial: INITIAL,
    page: 'left',
    input: ({ linkA, linkB, ...words }) => ({ body: { ...words, submissions: linksOf({ linkA, linkB }) } }),
    done: ({ challenge }) => ({
      words: publishedWords(challenge),
      href: `/challenges/${challenge.id}`,
      link: 'Go to the challenge',
    }),
  })
  useFollow(form.write.outcome)
  const { values } = form
  const { fieldErrors } = form.write
  /** A link is named as the contract's errors name it. A side without one is not sent, so it has no error. */
  const linkField = (name: 'linkA' | 'linkB', side: 'A' | 'B') => {
    const field = form.field(name)
    const at = linksOf(values).findIndex((link) => link.side === side)
    const sent = at < 0 ? field : form.fieldAt(`submissions.${at}.url`, field.value, field.onChange)
    return { ...sent, bounds: { min: 0, max: null, required: false } }
  }
  return (
    <Form form={form} submit="Publish this challenge">
      <TextField {...form.field('title')} label="Title" hint="The question in one line." />
      <LongField
        {...form.field('prompt')}
        label={FIELD_LABELS.prompt}
        hint="What is to be decided, by whom and why. Both sides answer this."
      />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextField
          {...form.field('contenderA')}
          label={FIELD_LABELS.contenderA}
          hint="A name for the first response."
        />
        <TextField
          {...form.field('contenderB')}
          label={FIELD_LABELS.contenderB}
          hint="A name for the second response."
        />
      </div>
      <Folded
        title="The responses already exist"
        inUse={linksOf(values).length > 0}
        faults={Object.keys(fieldErrors).some((name) => name.startsWith('submissions')) ? fieldErrors : null}
      >
        <p className="text-sm text-ink-soft">
          With both links the challenge opens at once. Otherwise any signed-in wallet may record them later.
        </p>
        <TextField {...linkField('linkA', 'A')} kind="url" label="Response of side A" placeholder="https://" />
        <LinkedPost url={values.linkA} host={platformHost} />
        <TextField {...linkField('linkB', 'B')} kind="url" label="Response of side B" placeholder="https://" />
        <LinkedPost url={values.linkB} host={platformHost} />
      </Folded>
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        <DayField
          {...form.field('submissionDeadline')}
          label={FIELD_LABELS.submissionDeadline}
          hint="The last day. It ends at midnight UTC."
          min={today}
        />
        <DayField
          {...form.field('decisionDeadline')}
          label={FIELD_LABELS.decisionDeadline}
          hint="Later is possible, and marked as late."
          min={values.submissionDeadline || today}
        />
      </div>
      <LongField
        {...form.field('rewardDescription')}
        label="Reward"
        hint="Reputation only: the service holds and sends no money."
        rows={2}
      />
      <Preview
        facts={[
          { name: 'Title', text: values.title },
          { name: FIELD_LABELS.prompt, text: values.prompt },
          { name: FIELD_LABELS.contenderA, text: [values.contenderA, values.linkA].filter(Boolean).join('\n') },
          { name: FIELD_LABELS.contenderB, text: [values.contenderB, values.linkB].filter(Boolean).join('\n') },
          { name: FIELD_LABELS.submissionDeadline, text: values.submissionDeadline },
          { name: FIELD_LABELS.decisionDeadline, text: values.decisionDeadline },
          { name: 'Reward', text: values.rewardDescription },
        ]}
      />
    </Form>
  )
}
