import type { ReactNode } from 'react'
import { PostText } from '@/components/outbox/post-text'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Hash, Raw, RawText } from '@/components/ui/raw'
import { TextLink } from '@/components/ui/text-link'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import { OUTBOX_KIND_LABELS, OUTBOX_STATE_LABELS } from '@/lib/community/labels'
import type { OutboxItemView } from '@/lib/community/schemas'
import { outboxMachine } from '@/lib/community/states'
import { allows } from '@/lib/machine/machine'

/** Posts of the service, newest first. @param act renders the actions below a post, for a moderator. */
export function OutboxList({
  items,
  act,
}: {
  items: readonly OutboxItemView[]
  act?: (item: OutboxItemView) => ReactNode
}) {
  return (
    <ol className="border-t border-rule">
      {items.map((item) => (
        <OutboxItem
          key={item.id}
          item={item}
          isOpen={act !== undefined && allows(outboxMachine, item.state, 'approve')}
        >
          {act?.(item)}
        </OutboxItem>
      ))}
    </ol>
  )
}

/**
 * A post of the service: its text, its channel and its exact payload.
 * @param isOpen whether the payload is unfolded, for a moderator who may approve it.
 * @param children the moderator's actions.
 */
function OutboxItem({
  item,
  isOpen = false,
  children,
}: {
  item: OutboxItemView
  isOpen?: boolean
  children?: ReactNode
}) {
  const label = OUTBOX_STATE_LABELS[item.state]
  const title = `post-${item.id}`
  return (
    <li className="scroll-mt-24 border-b border-rule py-6">
      <article aria-labelledby={title}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <h3 id={title} className="text-xl">
            {OUTBOX_KIND_LABELS[item.kind]}
          </h3>
          <LabelBadge label={label} />
        </div>
        {item.state === 'sent' ? null : <p className="mt-1 max-w-prose text-ink-soft">{label.meaning}</p>}
        {item.lookedForUntil ? (
          <p className="mt-1 text-ink-soft">
            Looked for until <Moment at={item.lookedForUntil} />.
          </p>
        ) : null}
        <div className="mt-4 border-l-2 border-rule-strong pl-4">
          <PostText text={item.text} />
        </div>
        <ItemFacts item={item} />
        {isOpen ? (
          <div className="mt-4 space-y-3">
            <Payload item={item} />
          </div>
        ) : (
          <Raw summary="The exact payload and its hash">
            <Payload item={item} />
          </Raw>
        )}
        <ItemRecord item={item} />
        {children}
      </article>
    </li>
  )
}

function ItemFacts({ item }: { item: OutboxItemView }) {
  const { challengeId, missionId, parentPostId } = item
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
      <li>
        {challengeId ? <TextLink href={`/challenges/${challengeId}`}>The challenge</TextLink> : null}
        {missionId ? <TextLink href={`/missions/${missionId}`}>The mission</TextLink> : null}
      </li>
      <li className="[overflow-wrap:anywhere]">
        In the channel {item.channel}, {parentPostId ? `as a reply to post ${parentPostId}` : 'as a post of its own'}
      </li>
      <li>
        Queued by <WalletAddress address={item.createdBy} /> on <Moment at={item.createdAt} />
      </li>
      {item.url && item.sentAt ? (
        <li>
          Sent <Moment at={item.sentAt} />: <ExternalLink href={item.url} label="where it stands" />
        </li>
      ) : null}
    </ul>
  )
}

function Payload({ item: { payload, payloadHash } }: { item: OutboxItemView }) {
  return (
    <>
      <RawText name="Exact message to be posted" text={payload} />
      <p className="text-sm">
        <span className="caption">SHA-256</span> <Hash value={payloadHash} whole />
      </p>
    </>
  )
}

/** Its approvals and errors, which only moderators see. */
function ItemRecord({ item: { approvals, errors } }: { item: OutboxItemView }) {
  if (!approvals?.length && !errors?.length) return null
  return (
    <ul className="mt-3 space-y-1 text-sm">
      {approvals?.map(({ approvedBy, approvedAt }) => (
        <li key={approvedAt}>
          Approved by <WalletAddress address={approvedBy} /> on <Moment at={approvedAt} />
        </li>
      ))}
      {errors?.map(({ at, message }) => (
        <li key={at} className="border-l-2 border-madder pl-3 text-madder [overflow-wrap:anywhere]">
          <Moment at={at} />: {message}
        </li>
      ))}
    </ul>
  )
}
