import { ReportLink } from '@/components/moderation/report-link'
import { PartPage } from '@/components/record/part-page'
import { FoldSummary } from '@/components/ui/fold'
import { Icon } from '@/components/ui/icon'
import { Prose } from '@/components/ui/prose'
import { Hash, Raw, RawText } from '@/components/ui/raw'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress, type WalletRole } from '@/components/ui/wallet-address'
import { CheckSignature } from '@/components/verify/check-signature'
import { eventVerdict } from '@/lib/history/event-verdict'
import { eventLabel, eventRelease, eventWords } from '@/lib/history/labels'
import type { HistoryBlock } from '@/lib/history/queries'
import { blocksOf, newestHidden } from '@/lib/history/record'
import type { HistoryEventView, ShownHistory } from '@/lib/history/schemas'
import { EXPIRED_STATEMENT } from '@/lib/missions/states'
import { SERVICE_SENTENCE } from '@/lib/receipts/recorder'
import { plural } from '@/lib/text/plural'

/** How many of the newest events are always visible; earlier ones are folded away. */
const OPEN_EVENTS = 3

type StateWords = Readonly<Record<string, { word: string }>>

/**
 * The newest events of the audit history, oldest first: who did what and when. Each event contains the hash of the one
 * before. Earlier events have their own pages.
 * @param path of the record.
 */
export function History({
  record,
  path,
  stateWords,
}: {
  record: ShownHistory & Parties
  path: string
  stateWords: StateWords
}) {
  const { history, historySeq } = record
  const hidden = newestHidden(historySeq)
  const events = { stateWords, parties: record }
  const folded = history.slice(0, -OPEN_EVENTS)
  return (
    <Section
      id="history"
      title="History"
      note="Everything that ever happened to this record. Each event carries the hash of the one before, so none can be changed or dropped unseen."
    >
      {folded.length > 0 ? (
        <details className="mb-6">
          <FoldSummary>Show all {historySeq} events</FoldSummary>
          <div className="mt-3">
            {hidden === null ? null : (
              <p className="mb-6">
                <TextLink
                  href={`${path}/history/${hidden}`}
                  className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-green"
                >
                  <Icon name="back" /> {plural(historySeq - history.length, 'earlier event')}
                </TextLink>
              </p>
            )}
            <HistoryEvents events={folded} {...events} />
          </div>
        </details>
      ) : null}
      <HistoryEvents events={history.slice(-OPEN_EVENTS)} {...events} />
    </Section>
  )
}

interface Parties {
  readonly owner?: string
  readonly contributorWallet?: string | null
}

interface EventWords {
  readonly stateWords: StateWords
  /** The record's current parties; unknown on a page of the history alone. */
  readonly parties?: Parties
}

function HistoryEvents({ events, ...words }: { events: readonly HistoryEventView[] } & EventWords) {
  return (
    <ol className="border-l border-rule-strong">
      {events.map((event) => (
        <HistoryEvent key={event.seq} event={event} {...words} />
      ))}
    </ol>
  )
}

/** The role of an actor, by the record's current parties. */
function roleOf(actor: string, isVerdict: boolean, { owner, contributorWallet }: Parties): WalletRole | null {
  if (isVerdict) return 'verifier'
  if (actor === owner) return 'owner'
  return actor === contributorWallet ? 'contributor' : null
}

function HistoryEvent({ event, stateWords, parties = {} }: { event: HistoryEventView } & EventWords) {
  const label = eventLabel(event.kind)
  const word = event.to && event.from !== event.to ? (stateWords[event.to]?.word ?? event.to) : null
  // "Decision submitted → Decision submitted" would repeat itself.
  const moved = word && !label.toLowerCase().includes(word.toLowerCase()) ? word : null
  const verdict = eventVerdict(event.data)
  const releaseId = eventRelease(event.data)
  return (
    <li id={releaseId ? `release-${releaseId}` : undefined} className="relative pb-6 pl-6 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-2 -left-[5px] size-[9px] rounded-full border-2 border-rule-strong bg-paper"
      />
      <p>
        <strong>{label}</strong>
        {moved ? <span className="text-ink-soft"> → {moved}</span> : null}
      </p>
      <p className="text-sm text-ink-soft">
        <Moment at={event.at} />, by{' '}
        {event.actor ? (
          <WalletAddress address={event.actor} as={roleOf(event.actor, verdict !== null, parties)} />
        ) : (
          'the service'
        )}
      </p>
      <WordsOfEvent event={event} owner={parties.owner} />
      {releaseId ? <ReportLink type="release" id={releaseId} about="the reason of this release" /> : null}
      {verdict ? (
        <CheckSignature
          {...verdict.signed}
          icon={<Icon name="seal" className="size-4" />}
          words={verdict.words}
          content={verdict.content}
        />
      ) : null}
      <Raw summary={`Event ${event.seq} as recorded`}>
        <RawText name="Event" text={JSON.stringify(event, null, 2)} />
        <p className="text-sm text-ink-soft">
          Hash <Hash value={event.hash} />
        </p>
      </Raw>
    </li>
  )
}

/** What the actor wrote. Of an expiry by anybody but the owner that is nothing: the service wrote the sentence, which it says. */
function WordsOfEvent({ event: { kind, actor, data }, owner }: { event: HistoryEventView; owner: string | undefined }) {
  const words = eventWords(data)
  if (!words) return null
  const isService = kind === 'outcome-recorded' && words === EXPIRED_STATEMENT && actor !== owner
  return (
    <>
      {isService ? <p className="mt-1 text-sm text-ink-soft">{SERVICE_SENTENCE}:</p> : null}
      <Prose text={words} className="mt-1" />
    </>
  )
}

/** One block of a record's history on its own page. @param path of the record. @param block 1 holds the first events. */
export function HistoryPage({
  found: { title, historySeq, events },
  path,
  block,
  stateWords,
}: {
  found: HistoryBlock
  path: string
  block: number
  stateWords: StateWords
}) {
  return (
    <PartPage
      record={{ path, title }}
      caption="History"
      lead={`Events ${events.at(0)?.seq} to ${events.at(-1)?.seq} of ${historySeq}, oldest first.`}
      folder="history"
      page={block}
      pages={blocksOf(historySeq)}
    >
      <HistoryEvents events={events} stateWords={stateWords} />
    </PartPage>
  )
}
