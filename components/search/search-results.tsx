import type { ReactNode } from 'react'
import { PageHead } from '@/components/layout/page-head'
import { SearchForm } from '@/components/search/search-form'
import { Empty } from '@/components/ui/empty'
import { Icon } from '@/components/ui/icon'
import { LabelBadge } from '@/components/ui/label-badge'
import { Notice } from '@/components/ui/notice'
import { Name, Quoted } from '@/components/ui/prose'
import { TextLink } from '@/components/ui/text-link'
import { CHALLENGE_STATE_LABELS } from '@/lib/challenges/labels'
import { SEARCH_HEX_MIN, SEARCH_HITS, SEARCH_HITS_OF_KIND } from '@/lib/contract/limits'
import type { Label } from '@/lib/machine/labels'
import { MISSION_STATE_LABELS, OUTCOME_LABELS } from '@/lib/missions/labels'
import { HIT_KINDS, type HitKind, type SearchHit, type SearchResult } from '@/lib/search/schemas'

const KIND_WORDS: Readonly<Record<HitKind, string>> = {
  receipt: 'Receipts',
  wallet: 'Wallets',
  muse: 'Muses',
  challenge: 'Challenges',
  mission: 'Missions',
}

const SO_MANY = 'So many begin like this that not all of them were looked at.'
const SO_FREQUENT =
  'These words are so frequent that only the newest records were looked at. Another word narrows them down.'

/** What is said where not everything of a kind was looked at, so that nobody knows whether there is more. */
const NOT_ALL_WORDS: Readonly<Record<HitKind, string>> = {
  receipt: `${SO_MANY} More digits narrow them down.`,
  wallet: `${SO_MANY} More digits narrow them down.`,
  muse: `${SO_MANY} More of the name narrows them down.`,
  challenge: SO_FREQUENT,
  mission: SO_FREQUENT,
}

const STATE_LABELS: Readonly<Partial<Record<HitKind, Readonly<Record<string, Label>>>>> = {
  challenge: CHALLENGE_STATE_LABELS,
  mission: MISSION_STATE_LABELS,
  receipt: OUTCOME_LABELS,
}

/** The search page. @param result null if there was no search. @param fault why the search failed. */
export function SearchResults({
  q,
  kind,
  result,
  fault,
}: {
  q: string | undefined
  kind: HitKind | undefined
  result: SearchResult | null
  fault: string | null
}) {
  return (
    <>
      <PageHead
        title="Search"
        lead="Challenges and missions by their words, receipts by id or hash, wallets by address, Muses by name or id."
      />
      <search className="mt-8 block max-w-xl">
        <SearchForm id="q" label="Search for" q={q} />
      </search>
      {fault ? (
        <Notice tone="warning" role="status" className="mt-6">
          {fault}
        </Notice>
      ) : null}
      {result && q ? <Found q={q} kind={kind} result={result} /> : null}
    </>
  )
}

function Found({ q, kind, result }: { q: string; kind: HitKind | undefined; result: SearchResult }) {
  const whole = `/search?q=${encodeURIComponent(q)}`
  const hitsOf = (one: HitKind) => result.hits.filter((hit) => hit.kind === one)
  const isFull = (one: HitKind) => hitsOf(one).length >= (kind ? SEARCH_HITS_OF_KIND : SEARCH_HITS)
  const areMore = result.more.some(isFull)
  return (
    <div className="mt-8">
      <p role="status" className="text-ink-soft">
        {kind ? `${KIND_WORDS[kind]} only: ` : null}
        {count(result.hits.length, areMore)} for <Quoted text={q} />.{' '}
        {kind ? (
          <TextLink href={whole} className="link">
            Show every kind
          </TextLink>
        ) : null}
      </p>
      {result.hits.length === 0 && result.more.length === 0 ? (
        <div className="mt-6">
          <Empty title="Nothing found.">
            Every word must stand in the record; the beginning of a word is enough. Of an address or a hash{' '}
            {SEARCH_HEX_MIN} digits are needed. What a moderator hides is not found.
          </Empty>
        </div>
      ) : null}
      {HIT_KINDS.map((one) => (
        <HitSection
          key={one}
          kind={one}
          hits={hitsOf(one)}
          more={
            result.more.includes(one) ? (
              <More href={`${whole}&kind=${one}`} kind={one} isSure={isFull(one)} isLast={kind !== undefined} />
            ) : null
          }
        />
      ))}
    </div>
  )
}

const count = (hits: number, areMore: boolean) =>
  `${hits}${areMore ? ' and more' : ''} ${hits === 1 ? 'result' : 'results'}`

/** @param isSure whether the list is full, so that there may well be more; otherwise not everything was looked at. */
function More({ href, kind, isSure, isLast }: { href: string; kind: HitKind; isSure: boolean; isLast: boolean }) {
  if (!isSure) return <p className="py-3 text-ink-soft">{NOT_ALL_WORDS[kind]}</p>
  if (isLast) return <p className="py-3 text-ink-soft">There may be more. Another word narrows them down.</p>
  return (
    <TextLink href={href} className="inline-flex min-h-11 items-center gap-2 font-semibold hover:text-green">
      More {KIND_WORDS[kind].toLowerCase()} <Icon name="onward" className="size-4" />
    </TextLink>
  )
}

function HitSection({ kind, hits, more }: { kind: HitKind; hits: readonly SearchHit[]; more: ReactNode }) {
  if (hits.length === 0 && !more) return null
  return (
    <section aria-labelledby={`found-${kind}`} className="mt-8">
      <h2 id={`found-${kind}`} className="text-2xl">
        {KIND_WORDS[kind]}
      </h2>
      {hits.length > 0 ? (
        <ul className="mt-3 border-t border-rule">
          {hits.map((hit) => (
            <Hit key={hit.id} hit={hit} />
          ))}
        </ul>
      ) : null}
      {more}
    </section>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const label = hit.state === null ? undefined : STATE_LABELS[hit.kind]?.[hit.state]
  const isPerson = hit.kind === 'wallet' || hit.kind === 'muse'
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <h3 className="text-lg [overflow-wrap:anywhere]">
        <TextLink href={hit.path} className="decoration-green underline-offset-4 hover:underline">
          {hit.title === null ? <span className="font-mono text-base">{hit.id}</span> : <Name text={hit.title} />}
        </TextLink>
      </h3>
      {label ? (
        <div>
          <LabelBadge label={label} />
        </div>
      ) : null}
      {hit.excerpt ? (
        <p className="max-w-2xl text-ink-soft [overflow-wrap:anywhere]">
          <Name text={hit.excerpt} />
        </p>
      ) : null}
      {isPerson && hit.title !== null ? (
        <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
          <span className="font-mono">{hit.id}</span> ·&nbsp;a name that the platform shows, unverified
        </p>
      ) : null}
    </li>
  )
}
