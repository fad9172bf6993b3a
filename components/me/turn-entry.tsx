'use client'

import type { ReactNode } from 'react'
import { buttonLook } from '@/components/forms/button'
import { Name } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { Deadline, Moment } from '@/components/ui/times'
import { RECORD_NAMES } from '@/lib/moderation/labels'
import type { TurnView, WaitingView } from '@/lib/turns/schemas'

/** The UTC day that ends at a moment. */
const dayEndingAt = (moment: string) => new Date(Date.parse(moment) - 1).toISOString().slice(0, 10)

interface TurnLineProps {
  readonly recordType: TurnView['recordType']
  readonly children: ReactNode
  /** The reader's action, at the end of the line. */
  readonly action?: ReactNode
}

/** A line in the reader's own lists. */
export function TurnLine({ recordType, children, action }: TurnLineProps) {
  return (
    <li className="grid items-center gap-x-6 gap-y-3 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="caption">{RECORD_NAMES[recordType]}</p>
        {children}
      </div>
      {action}
    </li>
  )
}

type Item = Pick<TurnView, 'recordType' | 'title' | 'dueAt' | 'since'>

function Entry({ item, children, action }: { item: Item; children: ReactNode; action?: ReactNode }) {
  const { recordType, dueAt, since } = item
  return (
    <TurnLine recordType={recordType} action={action}>
      {children}
      <p className="text-sm text-ink-soft">
        {dueAt ? (
          <>
            Until <Deadline day={dayEndingAt(dueAt)} />
          </>
        ) : (
          <>
            Since <Moment at={since} />
          </>
        )}
      </p>
    </TurnLine>
  )
}

const pageOf = (href: string) => href.replace(/#.*$/, '')

/** The title of a record, linked to its page. */
export function RecordTitle({ href, title }: { href: string; title: string }) {
  return (
    <h3 className="text-lg [overflow-wrap:anywhere]">
      <TextLink href={pageOf(href)} className="decoration-green hover:underline">
        <Name text={title} />
      </TextLink>
    </h3>
  )
}

/** Tells turns of a list apart: of one record there may be many reports, each a turn of its own. */
export const turnKey = ({ kind, recordId, since }: Pick<TurnView, 'kind' | 'recordId' | 'since'>): string =>
  `${kind} ${recordId} ${since}`

/** A turn of the reader, with one button that leads to the action. */
export function TurnEntry({ turn }: { turn: TurnView }) {
  return (
    <Entry
      item={turn}
      action={
        <TextLink href={turn.href} className={buttonLook('primary')}>
          {turn.action}
          <span className="sr-only">: {turn.title}</span>
        </TextLink>
      }
    >
      <RecordTitle href={turn.href} title={turn.title} />
    </Entry>
  )
}

/** A record of the reader that waits for somebody else. */
export function WaitingEntry({ waiting }: { waiting: WaitingView }) {
  return (
    <Entry item={waiting}>
      <RecordTitle href={waiting.href} title={waiting.title} />
      <p>{waiting.action}.</p>
    </Entry>
  )
}
