'use client'

import type { ReactNode } from 'react'
import { DismissForm, HideForm, RestoreForm } from '@/components/moderation/reason-form'
import { type Unfold, Unfolding } from '@/components/moderation/unfolding'
import { Age } from '@/components/ui/age'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose, Quoted } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { Label } from '@/lib/machine/labels'
import { HIDDEN_LABELS, RECORD_NAMES, REPORT_LABELS } from '@/lib/moderation/labels'
import type { HidingView, RecordType, ReportView } from '@/lib/moderation/schemas'
import { quoted } from '@/lib/text/quoted'

/** A record and the challenge or mission that it is, or is part of. */
interface RecordName {
  readonly recordType: RecordType
  readonly recordId: string
  readonly challengeId: string | null
  readonly missionId: string | null
}

const pageOf = ({ challengeId, missionId }: RecordName) =>
  missionId ? `/missions/${missionId}` : challengeId ? `/challenges/${challengeId}` : null

const WHOLE: readonly RecordType[] = ['challenge', 'mission', 'muse-link']

const isPart = ({ recordType }: RecordName) => !WHOLE.includes(recordType)

/** The address of a record that is not hidden. */
function recordHref(record: RecordName): string | null {
  const page = pageOf(record)
  return page && isPart(record) ? `${page}#${record.recordType}-${record.recordId}` : page
}

/** The lists of a mission whose own page shows only the newest of them: of proofs those of each milestone. */
const WHOLE_LISTS: Readonly<Partial<Record<RecordType, { folder: string; words: string }>>> = {
  proof: { folder: 'proof', words: 'among all proofs of the mission' },
  release: { folder: 'history', words: 'in the whole history of the mission' },
}

function wholeListOf({ recordType, missionId }: RecordName): { readonly href: string; readonly words: string } | null {
  const list = WHOLE_LISTS[recordType]
  return list && missionId ? { href: `/missions/${missionId}/${list.folder}/1`, words: list.words } : null
}

/** The page that a hidden record was part of; null if the whole page is hidden. */
const placeAround = (record: RecordName): string | null => (isPart(record) ? pageOf(record) : null)

/** A record for a moderator: its type, title, excerpt and address. */
function JudgedRecord({
  record,
  label,
  place = recordHref(record),
  placeWords = 'Read it where it stands',
  children,
}: {
  record: HidingView | ReportView
  label: Label
  /** Its address; null if it cannot be read. */
  place?: string | null
  placeWords?: string
  children: ReactNode
}) {
  const { id, title, excerpt } = record
  const wholeList = place === recordHref(record) ? wholeListOf(record) : null
  return (
    <li className="border-b border-rule py-6">
      <article aria-labelledby={`judged-${id}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <h3 id={`judged-${id}`} className="min-w-0 text-xl [overflow-wrap:anywhere]">
            {RECORD_NAMES[record.recordType]}
            {isPart(record) ? ' on ' : ': '}
            <Quoted text={title} />
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
            {/* A plain link: only then a part of the page matches `:target`, which a phone shows. */}
            <a href={place} className="link">
              {placeWords}
            </a>
            {wholeList ? (
              <>
                {' '}
                or, if it is an earlier one, <TextLink href={wholeList.href}>{wholeList.words}</TextLink>
              </>
            ) : null}
          </p>
        ) : null}
        {children}
      </article>
    </li>
  )
}

const RESTORE: readonly Unfold<'restore'>[] = [{ name: 'restore', word: 'Restore the record' }]

export function HiddenEntry({ hiding, onRestored }: { hiding: HidingView; onRestored: () => void }) {
  const { recordType, recordId, title, hidden, reason, hiddenBy, hiddenAt } = hiding
  return (
    <JudgedRecord
      record={hiding}
      label={HIDDEN_LABELS[hidden ? 'hidden' : 'restored']}
      place={hidden ? placeAround(hiding) : recordHref(hiding)}
      placeWords={hidden ? 'Read what it was a part of' : undefined}
    >
      <p className="mt-4 text-sm text-ink-soft">
        Hidden by <WalletAddress address={hiddenBy} /> on <Moment at={hiddenAt} />:
      </p>
      <Prose text={reason} className="mt-1" />
      <div className="mt-4">
        <Unfolding
          look="plain"
          about={`about ${quoted(title)}`}
          choices={hidden ? RESTORE : []}
          form={() => <RestoreForm subject={{ type: recordType, id: recordId }} onDone={onRestored} />}
        />
      </div>
    </JudgedRecord>
  )
}

const CHOICES: readonly Unfold<'hide' | 'dismiss'>[] = [
  { name: 'hide', word: 'Hide the record' },
  { name: 'dismiss', word: 'Dismiss the report' },
]

export function ReportEntry({
  report,
  onSettled,
}: {
  report: ReportView
  onSettled: (state: 'hidden' | 'dismissed') => void
}) {
  const { id, recordType, recordId, title, state, reason, reportedBy, reportedAt } = report
  return (
    <JudgedRecord record={report} label={REPORT_LABELS[state]} place={state === 'hidden' ? null : undefined}>
      <p className="mt-4 text-sm text-ink-soft first-letter:uppercase">
        {state === 'open' ? <Age at={reportedAt} /> : null}
        reported by <WalletAddress address={reportedBy} /> on <Moment at={reportedAt} />:
      </p>
      <Prose text={reason} className="mt-1" />
      <div className="mt-4">
        <Unfolding
          look="plain"
          about={`about ${quoted(title)}`}
          choices={state === 'open' ? CHOICES : []}
          form={(name) =>
            name === 'hide' ? (
              <HideForm subject={{ type: recordType, id: recordId }} onDone={() => onSettled('hidden')} />
            ) : (
              <DismissForm id={id} onDone={() => onSettled('dismissed')} />
            )
          }
        />
      </div>
    </JudgedRecord>
  )
}
