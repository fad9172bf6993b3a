'use client'

import { useEffect, useRef } from 'react'
import { LongField } from '@/components/forms/fields'
import { Form } from '@/components/forms/form'
import { useForm } from '@/components/forms/use-form'
import { dismissReport, moderateRecord, reportRecord } from '@/lib/moderation/contract'
import type { RecordType } from '@/lib/moderation/schemas'

// Everything here is done with a reason: reporting, hiding, restoring, dismissing.

interface Subject {
  readonly type: RecordType
  readonly id: string
}

const INITIAL = { reason: '' }

/** Of these something stays in sight: who recorded the link, and when; that the Muse was unlinked. */
const HIDDEN_WORDS: Readonly<Partial<Record<RecordType, string>>> = {
  submission: 'Hidden: its address is withheld everywhere, and can be restored while no other link has its side.',
  'muse-link': 'Hidden: the reason is withheld, and can be restored.',
}

/** Anybody who is signed in asks the moderators to look at a record. */
export function ReportForm({ subject: { type: recordType, id: recordId } }: { subject: Subject }) {
  const form = useForm(reportRecord, {
    draft: `report:${recordId}`,
    initial: INITIAL,
    input: ({ reason }) => ({ body: { recordType, recordId, reason } }),
    page: 'stays',
    done: () => ({ words: 'The moderators are told. Only they see who reported it, and why.' }),
  })
  return (
    <Form form={form} submit="Send this report">
      <LongField
        {...form.field('reason')}
        rows={3}
        label="What should a moderator look at?"
        hint="You can report a record once. Moderators alone read what you write here."
      />
    </Form>
  )
}

/** A moderator hides a record. @param onDone once it is hidden. */
export function HideForm({
  subject: { type: recordType, id: recordId },
  onDone,
}: {
  subject: Subject
  onDone?: () => void
}) {
  const form = useForm(moderateRecord, {
    draft: `hide:${recordId}`,
    initial: INITIAL,
    input: ({ reason }) => ({ body: { recordType, recordId, action: 'hide' as const, reason } }),
    page: 'stays',
    done: ({ moderation }) => ({
      words: `${HIDDEN_WORDS[recordType] ?? 'Hidden: it is on no page, list, feed or search any more, and can be restored.'}${seedsWords(moderation.seeds)}`,
      ...(onDone ? {} : { href: '/moderation#hidden', link: 'See what is hidden' }),
    }),
  })
  useOnce(form.write.outcome !== null, onDone)
  return (
    <Form form={form} submit="Hide it">
      <LongField
        {...form.field('reason')}
        rows={3}
        label="Why is it hidden?"
        hint="Public, and for good: it stands in the history. Nothing is deleted; Seeds that it earned are reversed."
      />
    </Form>
  )
}

/** A moderator brings a hidden record back. @param onDone once it is back. */
export function RestoreForm({
  subject: { type: recordType, id: recordId },
  onDone,
}: {
  subject: Subject
  onDone: () => void
}) {
  const form = useForm(moderateRecord, {
    draft: `restore:${recordId}`,
    initial: INITIAL,
    input: ({ reason }) => ({ body: { recordType, recordId, action: 'restore' as const, reason } }),
    page: 'stays',
    done: ({ moderation }) => ({ words: `Restored: it stands where it stood.${seedsWords(moderation.seeds)}` }),
  })
  useOnce(form.write.outcome !== null, onDone)
  return (
    <Form form={form} submit="Restore it">
      <LongField
        {...form.field('reason')}
        rows={3}
        label="Why is it restored?"
        hint="Public, and for good: it stands in the history. Seeds that it had earned are credited anew."
      />
    </Form>
  )
}

/** A moderator settles a report and hides nothing. @param onDone once it is settled. */
export function DismissForm({ id, onDone }: { id: string; onDone: () => void }) {
  const form = useForm(dismissReport, {
    draft: `dismiss:${id}`,
    initial: INITIAL,
    input: (body) => ({ params: { id }, body }),
    page: 'stays',
    done: () => ({ words: 'Dismissed. Whoever reported it is told why.' }),
  })
  useOnce(form.write.outcome !== null, onDone)
  return (
    <Form form={form} submit="Dismiss the report">
      <LongField
        {...form.field('reason')}
        rows={3}
        label="Why does it stay?"
        hint="The wallet that reported it is told this."
      />
    </Form>
  )
}

function seedsWords(seeds: number): string {
  if (seeds === 0) return ''
  const words = new Intl.NumberFormat('en', { signDisplay: 'never' }).format(seeds)
  return seeds < 0 ? ` ${words} Seeds are reversed.` : ` ${words} Seeds are credited anew.`
}

/** Calls back when something has come true, once. */
function useOnce(isDone: boolean, onDone: (() => void) | undefined): void {
  const told = useRef(false)
  useEffect(() => {
    if (!isDone || told.current) return
    told.current = true
    onDone?.()
  }, [isDone, onDone])
}
