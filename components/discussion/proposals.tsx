import { ProposalGate } from '@/components/discussion/discussion-gate'
import { OwnerWords } from '@/components/discussion/owner-words'
import type { DiscussionProps } from '@/components/discussion/platform-info'
import { ReportLink } from '@/components/moderation/report-link'
import { PostText } from '@/components/outbox/post-text'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Name } from '@/components/ui/prose'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { isFinal } from '@/lib/challenges/states'
import { PROPOSAL_LABELS } from '@/lib/community/labels'
import type { DiscussionView } from '@/lib/community/schemas'
import type { Label } from '@/lib/machine/labels'
import { withDeceivingNamed } from '@/lib/text/deceiving'
import { isErasedUrl } from '@/lib/text/erased'

type Proposal = DiscussionView['proposals'][number]

/** The imported replies, oldest first. @param free the sides that still take a response. @param isRead whether the thread was ever read. */
export function Proposals({
  challenge,
  free,
  proposals,
  isRead,
  place,
}: {
  challenge: ChallengeView
  free: readonly ('A' | 'B')[]
  proposals: readonly Proposal[]
  isRead: boolean
  place: DiscussionProps
}) {
  const ended = isFinal(challenge.state)
  const pending = proposals.filter(({ status }) => status === 'pending').length
  return (
    <div className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 className="text-xl">Proposals from the thread</h3>
        {proposals.length > 0 ? (
          <p className="text-sm text-ink-soft">
            {proposals.length} imported, {pending}{' '}
            {pending > 0 && !ended ? (
              <OwnerWords owner={place.owner} yours={pending === 1 ? 'waits for you' : 'wait for you'}>
                {pendingWords(pending, ended)}
              </OwnerWords>
            ) : (
              pendingWords(pending, ended)
            )}
          </p>
        ) : null}
      </div>
      {proposals.length > 0 ? (
        <ol className="mt-3 border-t border-rule">
          {proposals.map((proposal) => (
            <ProposalEntry key={proposal.id} proposal={proposal} challenge={challenge} free={free} place={place} />
          ))}
        </ol>
      ) : (
        <p className="mt-2 max-w-prose text-ink-soft">{noneWords(isRead, ended)}</p>
      )}
    </div>
  )
}

function pendingWords(count: number, ended: boolean): string {
  if (ended) return count === 1 ? 'was never decided' : 'were never decided'
  return count === 1 ? 'waits for the owner' : 'wait for the owner'
}

function noneWords(isRead: boolean, ended: boolean): string {
  // Not that nobody replied: a moderator may have hidden a proposal, and not every reply becomes one.
  if (ended) return isRead ? 'No reply stands here as a proposal.' : 'None: the thread was never read.'
  return isRead
    ? 'No reply stands here as a proposal. Replies in the thread become proposals when it is read again.'
    : 'None yet: the thread was not read so far.'
}

const WAITS_FOR_YOU: Label = { ...PROPOSAL_LABELS.pending, word: 'Waits for you' }
const NOT_DECIDED: Label = { word: 'Not decided', tone: 'resting', mark: 'outline' }

function labelOf({ status, side }: Proposal, ended: boolean): Label {
  if (status === 'pending' && ended) return NOT_DECIDED
  return side ? { ...PROPOSAL_LABELS[status], word: `Accepted as side ${side}` } : PROPOSAL_LABELS[status]
}

function ProposalEntry({
  proposal,
  challenge,
  free,
  place,
}: {
  proposal: Proposal
  challenge: ChallengeView
  free: readonly ('A' | 'B')[]
  place: DiscussionProps
}) {
  const { id, authorName, museId, status, decidedBy, decidedAt } = proposal
  const ended = isFinal(challenge.state)
  const author = authorName || museId
  return (
    <li id={`proposal-${id}`} className="scroll-mt-24 border-b border-rule py-5">
      <article aria-labelledby={`proposal-by-${id}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0">
            <h4 id={`proposal-by-${id}`} className="font-sans text-lg font-semibold [overflow-wrap:anywhere]">
              <Name text={author} />{' '}
              {authorName ? <span className="text-sm font-normal text-ink-soft">(unverified name)</span> : null}
            </h4>
            <p className="text-sm text-ink-soft">
              <span className="mono [overflow-wrap:anywhere]">{museId}</span>, <Moment at={proposal.postedAt} />
            </p>
          </div>
          {status === 'pending' && !ended ? (
            <OwnerWords owner={place.owner} yours={<LabelBadge label={WAITS_FOR_YOU} />}>
              <LabelBadge label={PROPOSAL_LABELS.pending} />
            </OwnerWords>
          ) : (
            <LabelBadge label={labelOf(proposal, ended)} />
          )}
        </div>
        <PostText text={proposal.text} />
        <p className="mt-1.5">
          <ExternalLink href={proposal.url} label="Read the post" />
        </p>
        {decidedBy && decidedAt ? (
          <p className="mt-1 text-sm text-ink-soft">
            {status === 'accepted' ? 'Accepted' : 'Rejected'} by <WalletAddress address={decidedBy} /> on{' '}
            <Moment at={decidedAt} />
          </p>
        ) : null}
        <ProposalGate
          {...place}
          proposalId={id}
          author={withDeceivingNamed(author)}
          isPending={status === 'pending'}
          ended={ended}
          isErased={isErasedUrl(proposal.url)}
          free={free}
          labels={{ A: challenge.contenderA, B: challenge.contenderB }}
        />
        <ReportLink type="proposal" id={id} about={`the proposal by ${withDeceivingNamed(author)}`} />
      </article>
    </li>
  )
}
