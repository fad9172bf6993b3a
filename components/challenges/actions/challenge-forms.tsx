'use client'

import { useMemo } from 'react'
import { LinkedPost } from '@/components/discussion/linked-post'
import { postHint } from '@/components/discussion/platform-info'
import { ThreadPicker } from '@/components/discussion/thread-picker'
import { ChoiceField, LongField, TextField } from '@/components/forms/fields'
import { useForm } from '@/components/forms/use-form'
import { ActionForm, chosen } from '@/components/record/actions/action-form'
import { DecisionFields, PREPARE_WORDS, useDecisionVerdict } from '@/components/review/verdicts'
import { ExternalLink } from '@/components/ui/external-link'
import { Notice } from '@/components/ui/notice'
import { Name, Prose } from '@/components/ui/prose'
import { recordResponseLink, submitDecision } from '@/lib/challenges/contract'
import type { ChallengeRecord, ChallengeView } from '@/lib/challenges/schemas'

export interface ChallengeFormProps {
  readonly challenge: ChallengeRecord
  /** The service's UTC date. */
  readonly today: string
  /** The host of the community platform, if one is configured. */
  readonly platformHost: string | null
}

/** Both sides as choices of a form, by the names that the challenge gives them. */
const sideChoices = (challenge: Contenders) =>
  (['A', 'B'] as const).map((side) => ({ value: side, label: <SideName side={side} {...challenge} /> }))

type Contenders = Pick<ChallengeView, 'contenderA' | 'contenderB'>

function SideName({ side, contenderA, contenderB }: Contenders & { side: 'A' | 'B' }) {
  return (
    <>
      Side {side}: <Name text={side === 'A' ? contenderA : contenderB} />
    </>
  )
}

interface ResponseLink {
  readonly side: 'A' | 'B' | ''
  readonly url: string
}

export function LinkForm({ challenge, platformHost }: ChallengeFormProps) {
  const { id, submissions } = challenge
  const missing = sideChoices(challenge).filter(({ value }) => submissions[value] === null)
  // If only one side has no link yet, it is preselected.
  const only = missing.length === 1 ? (missing[0]?.value ?? '') : ''
  const initial = useMemo<ResponseLink>(() => ({ side: only, url: '' }), [only])
  // An address that was typed for one side is never recorded for the other one unasked.
  const stillMissing = (side: ResponseLink['side']) => missing.find(({ value }) => value === side)?.value ?? ''
  const form = useForm(recordResponseLink, {
    draft: `link:${id}`,
    initial,
    input: ({ side, url }) => ({ params: { id }, body: { side: chosen(stillMissing(side)), url } }),
    done: () => ({ words: 'The response link is recorded.' }),
  })
  const side = stillMissing(form.values.side)
  return (
    <ActionForm form={form} submit="Record this link">
      {side === form.values.side ? null : (
        <Notice tone="warning" className="text-sm">
          Side {form.values.side} got its link meanwhile. Choose the other side only if this address answers for it.
        </Notice>
      )}
      <ChoiceField {...form.field('side')} value={side} label="Which side it answers for" choices={missing} />
      <TextField
        {...form.field('url')}
        kind="url"
        label="Address of the response"
        hint="A public https address that will stay. It is recorded under your wallet."
        placeholder="https://"
      />
      <LinkedPost url={form.values.url} host={platformHost} />
      <ThreadPicker challengeId={id} onPick={(url) => form.setValues((now) => ({ ...now, url }))} />
    </ActionForm>
  )
}

const NO_DECISION: { side: 'A' | 'B' | ''; decisionUrl: string; explanation: string } = {
  side: '',
  decisionUrl: '',
  explanation: '',
}

export function DecideForm({ challenge, today, platformHost }: ChallengeFormProps) {
  const { id, decisionDeadline } = challenge
  const form = useForm(submitDecision, {
    draft: `decide:${id}`,
    initial: NO_DECISION,
    input: ({ side, ...words }) => ({ params: { id }, body: { side: chosen(side), ...words } }),
    done: () => ({ words: 'The decision is recorded. A verifier reads it next.' }),
  })
  return (
    <ActionForm form={form} submit="Record this decision">
      {decisionDeadline < today ? (
        <Notice tone="warning" className="text-sm">
          The decision deadline has ended. The decision is still accepted, and marked as late.
        </Notice>
      ) : null}
      <ChoiceField
        {...form.field('side')}
        label="What the community chose"
        hint="The other side stays on record."
        choices={sideChoices(challenge)}
      />
      <TextField
        {...form.field('decisionUrl')}
        kind="url"
        label="The public post with the decision"
        hint={postHint(platformHost)}
        placeholder="https://"
      />
      <LinkedPost url={form.values.decisionUrl} host={platformHost} isRequired />
      <ThreadPicker challengeId={id} onPick={(decisionUrl) => form.setValues((now) => ({ ...now, decisionUrl }))} />
      <LongField
        {...form.field('explanation')}
        label="How it was decided"
        hint="What the verifier will look for in the post: who spoke, and how it came out."
      />
    </ActionForm>
  )
}

export function VerifyForm(props: ChallengeFormProps) {
  const { decision } = props.challenge
  // Words about an earlier decision come back as a draft, which says so.
  return decision ? <DecisionVerdict key={decision.submittedAt} {...props} decision={decision} /> : null
}

function DecisionVerdict({
  challenge: { id, ...contenders },
  decision,
  platformHost,
}: ChallengeFormProps & { decision: NonNullable<ChallengeView['decision']> }) {
  const form = useDecisionVerdict(
    id,
    async () => (await import('@/components/review/shown-hash')).decisionHash(id, decision),
    () => ({ words: 'Your signed verdict is recorded.' }),
  )
  return (
    <ActionForm form={form} submit={PREPARE_WORDS}>
      <figure className="border-l-2 border-rule-strong pl-4">
        <figcaption className="caption">What the owner recorded</figcaption>
        <p className="mt-1 font-semibold [overflow-wrap:anywhere]">
          <SideName side={decision.side} {...contenders} />
        </p>
        <Prose text={decision.explanation} className="mt-1" />
        <p className="mt-2">
          <ExternalLink href={decision.decisionUrl} label="Read the public decision first" />
        </p>
      </figure>
      <LinkedPost url={decision.decisionUrl} host={platformHost} />
      <DecisionFields form={form} />
    </ActionForm>
  )
}
