'use client'

import { useEffect, useRef } from 'react'
import { LongField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { type Form as FormState, useForm } from '@/components/forms/use-form'
import type { Outcome } from '@/components/wallet/signing/job'
import type { Endpoint } from '@/lib/contract/endpoint'
import { dismissReport, moderateRecord, reportRecord } from '@/lib/moderation/contract'
import type { RecordType } from '@/lib/moderation/schemas'

// Each action here needs a reason: reporting, hiding, restoring, dismissing.

interface Subject {
  readonly type: RecordType
  readonly id: string
}

const INITIAL = { reason: '' }

const REASON_HIDDEN = 'Hidden: the reason is withheld, and can be restored.'

/** For records that stay partly visible: who recorded the link, and when; that the Muse was unlinked, or the claim released. */
const HIDDEN_WORDS: Readonly<Partial<Record<RecordType, string>>> = {
  submission: 'Hidden: its address is withheld everywhere, and can be restored while no other link has its side.',
  'muse-link': REASON_HIDDEN,
  release: REASON_HIDDEN,
}

/** Who will read the reason. The link of a Muse has no history. */
const readersOf = (type: RecordType) =>
  type === 'muse-link'
    ? 'Its wallet, whoever ended it, reporters and moderators read this.'
    : 'Public, and for good: it stands in the history.'

/** A form with a reason and a button. @param onDone called once, when it is recorded. */
function ReasonForm<E extends Endpoint>({
  form,
  submit,
  onDone,
  ...field
}: {
  form: FormState<E, typeof INITIAL>
  submit: string
  label: string
  hint: string
  onDone?: (() => void) | undefined
}) {
  const isDone = form.write.outcome !== null
  const called = useRef(false)
  useEffect(() => {
    if (!isDone || called.current) return
    called.current = true
    onDone?.()
  }, [isDone, onDone])
  return (
    <Form form={form} submit={submit}>
      <LongField {...form.field('reason')} rows={3} {...field} />
    </Form>
  )
}

/** A signed-in reader reports a record to the moderators. */
export function ReportForm({ subject: { type: recordType, id: recordId } }: { subject: Subject }) {
  const form = useForm(reportRecord, {
    draft: `report:${recordId}`,
    initial: INITIAL,
    input: ({ reason }) => ({ body: { recordType, recordId, reason } }),
    page: 'stays',
    done: () => ({ words: 'The moderators are told. Only they see who reported it, and why.' }),
  })
  return (
    <ReasonForm
      form={form}
      submit="Send this report"
      label="What should a moderator look at?"
      hint="You can report a record once. Moderators alone read what you write here."
    />
  )
}

/** Hides or restores a record. */
function useModeration(
  action: 'hide' | 'restore',
  { type: recordType, id: recordId }: Subject,
  done: (seeds: number) => Outcome,
) {
  return useForm(moderateRecord, {
    draft: `${action}:${recordId}`,
    initial: INITIAL,
    input: ({ reason }) => ({ body: { recordType, recordId, action, reason } }),
    page: 'stays',
    done: ({ moderation }) => done(moderation.seeds),
  })
}

/** A moderator hides a record. @param onDone called when it is hidden. */
export function HideForm({ subject, onDone }: { subject: Subject; onDone?: () => void }) {
  const form = useModeration('hide', subject, (seeds) => ({
    words: `${HIDDEN_WORDS[subject.type] ?? 'Hidden: it is on no page, list, feed or search any more, and can be restored.'}${seedsWords(seeds)}`,
    ...(onDone ? {} : { href: '/moderation#hidden', link: 'See what is hidden' }),
  }))
  return (
    <ReasonForm
      form={form}
      onDone={onDone}
      submit="Hide it"
      label="Why is it hidden?"
      hint={`${readersOf(subject.type)} Nothing is deleted; Seeds that it earned are reversed.`}
    />
  )
}

/** A moderator restores a hidden record. @param onDone called when it is restored. */
export function RestoreForm({ subject, onDone }: { subject: Subject; onDone: () => void }) {
  const form = useModeration('restore', subject, (seeds) => ({
    words: `Restored: it stands where it stood.${seedsWords(seeds)}`,
  }))
  return (
    <ReasonForm
      form={form}
      onDone={onDone}
      submit="Restore it"
      label="Why is it restored?"
      hint={`${readersOf(subject.type)} Seeds that it had earned are credited anew.`}
    />
  )
}

/** A moderator dismisses a report. @param onDone called when it is dismissed. */
export function DismissForm({ id, onDone }: { id: string; onDone: () => void }) {
  const form = useForm(dismissReport, {
    draft: `dismiss:${id}`,
    initial: INITIAL,
    input: (body) => ({ params: { id }, body }),
    page: 'stays',
    done: () => ({ words: 'Dismissed. Whoever reported it is told why.' }),
  })
  return (
    <ReasonForm
      form={form}
      onDone={onDone}
      submit="Dismiss the report"
      label="Why does it stay?"
      hint="The wallet that reported it is told this."
    />
  )
}

function seedsWords(seeds: number): string {
  if (seeds === 0) return ''
  const words = new Intl.NumberFormat('en', { signDisplay: 'never' }).format(seeds)
  return seeds < 0 ? ` ${words} Seeds are reversed.` : ` ${words} Seeds are credited anew.`
}
