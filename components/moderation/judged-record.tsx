import type { ReactNode } from 'react'
import { type RecordName, recordHref } from '@/components/moderation/record-href'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/name'
import { Prose } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import type { Label } from '@/lib/machine/labels'
import { RECORD_NAMES } from '@/lib/moderation/labels'

const WHOLE: readonly RecordName['recordType'][] = ['challenge', 'mission', 'muse-link']

/** A record as somebody sees it who has to judge it: what it is, how it begins, where it stands. */
export function JudgedRecord({
  record,
  id,
  title,
  excerpt,
  label,
  place = recordHref(record),
  placeWords = 'Read it where it stands',
  children,
}: {
  record: RecordName
  /** Of the report or hiding, unique on the page. */
  id: string
  title: string
  excerpt: string | null
  label: Label
  /** Where it can be read; null where it cannot. */
  place?: string | null
  placeWords?: string
  children: ReactNode
}) {
  return (
    <li className="border-b border-rule py-6">
      <article aria-labelledby={`judged-${id}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <h3 id={`judged-${id}`} className="min-w-0 text-xl [overflow-wrap:anywhere]">
            {RECORD_NAMES[record.recordType]}
            {WHOLE.includes(record.recordType) ? ': ' : ' on '}“<Name text={title} />”
          </h3>
          <LabelBadge label={label} />
        </div>
        {excerpt ? (
          <blockquote className="mt-3 border-l-2 border-rule-strong pl-4 text-ink-soft">
            <Prose text={excerpt} />
          </blockquote>
        ) : null}
        {place ? (
          <p className="mt-2 text-sm">
            <TextLink href={place}>{placeWords}</TextLink>
          </p>
        ) : null}
        {children}
      </article>
    </li>
  )
}
