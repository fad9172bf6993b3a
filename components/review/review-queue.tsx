import { PageHead } from '@/components/layout/page-head'
import { QueueKeys } from '@/components/review/queue-keys'
import { SignedList } from '@/components/review/signed-list'
import { ViewerLine } from '@/components/review/viewer-line'
import { WaitingDecisionCard, WaitingProofCard } from '@/components/review/waiting-card'
import { Empty } from '@/components/ui/empty'
import { Icon } from '@/components/ui/icon'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import type { Parties } from '@/lib/machine/conflict'
import type { WaitingPage } from '@/lib/review/queries'
import type { SignedItem, WaitingItem } from '@/lib/review/schemas'

const OLDEST_FIRST = { first: 'Back to the oldest', next: 'Newer' }

function partiesOf(item: WaitingItem): Parties {
  const { kind, owner } = item
  if (item.kind === 'decision') return { kind, owner }
  return { kind, owner, contributorWallet: item.contributorWallet, submittedBy: item.submittedBy }
}

/** The verifiers' queue. Anyone may read it; only a verifier may act. */
export function ReviewQueue({
  waiting: { items: waiting, nextCursor },
  isFirstPage,
  inProgress,
  cleared,
}: {
  waiting: WaitingPage
  isFirstPage: boolean
  inProgress: { readonly items: readonly SignedItem[]; readonly isMore: boolean }
  cleared: readonly SignedItem[]
}) {
  const isAll = isFirstPage && nextCursor === null
  return (
    <>
      <PageHead
        title="Review"
        lead="What waits for a verifier’s signature. A verifier holds the evidence against what was asked, says why, and signs; nobody reviews what they have a part in."
      >
        <nav aria-label="Parts of the queue" className="mt-5">
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            <Jump to="waiting" word="Waiting" count={isFirstPage ? waiting.length : undefined} isMore={!isAll} />
            <Jump to="in-progress" word="In progress" count={inProgress.items.length} isMore={inProgress.isMore} />
            <Jump to="cleared" word="Cleared" />
          </ul>
        </nav>
        <ViewerLine
          waiting={waiting.map(partiesOf)}
          isAll={isAll}
          icons={{
            verifier: <Icon name="seal" className="mt-1 size-5 text-green" />,
            reader: <Icon name="lens" className="mt-1 size-5 text-green" />,
            wallet: <Icon name="wallet" />,
          }}
        />
      </PageHead>
      <Section
        id="waiting"
        title="Waiting for a verifier"
        note="The oldest first."
        aside={
          waiting.length > 1 ? (
            <QueueKeys
              count={waiting.length}
              isAll={isAll}
              up={<Icon name="back" className="size-5 rotate-90" />}
              down={<Icon name="onward" className="size-5 rotate-90" />}
            />
          ) : undefined
        }
      >
        {waiting.length > 0 ? (
          <ol className="space-y-6">
            {waiting.map((item, index) =>
              item.kind === 'decision' ? (
                <WaitingDecisionCard key={item.id} decision={item} place={index + 1} count={waiting.length} />
              ) : (
                <WaitingProofCard key={item.id} proof={item} place={index + 1} count={waiting.length} />
              ),
            )}
          </ol>
        ) : (
          <Empty title={isFirstPage ? 'Nothing waits.' : 'Nothing more waits.'}>
            {isFirstPage ? 'Nothing waits for a signature now.' : 'No newer item waits for a signature.'} New decisions
            and proofs appear here by themselves; verifiers are told of them in their{' '}
            <TextLink href="/notifications">notifications</TextLink>.
          </Empty>
        )}
        <Pager
          first={isFirstPage ? null : '/review'}
          next={nextCursor && `/review?cursor=${nextCursor}`}
          words={OLDEST_FIRST}
        />
      </Section>
      <Section
        id="in-progress"
        title="In progress"
        note="Sent back with a reason. The next step is the contributor’s, or the owner’s."
      >
        <SignedList items={inProgress.items} empty="Nothing is with its contributor or owner for changes just now." />
      </Section>
      <Section
        id="cleared"
        title="Cleared"
        note="The newest signed verdicts on decisions of challenges and on proofs. Each stands under its record for good."
      >
        <SignedList items={cleared} empty="No signed verdict on a decision or a proof stands here yet." />
      </Section>
    </>
  )
}

function Jump({
  to,
  word,
  count,
  isMore = false,
}: {
  to: string
  word: string
  count?: number | undefined
  isMore?: boolean
}) {
  return (
    <li>
      <a href={`#${to}`} className="link inline-flex min-h-9 items-center font-semibold">
        {word}
        {count === undefined ? null : (
          <span className="ml-1.5 text-ink-soft tabular-nums">{isMore ? `${count} or more` : count}</span>
        )}
      </a>
    </li>
  )
}
