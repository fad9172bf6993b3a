import { newReplies } from '@/components/discussion/news'
import { Empty } from '@/components/ui/empty'
import { ExternalLink } from '@/components/ui/external-link'
import { Fact, Facts } from '@/components/ui/facts'
import { LabelBadge } from '@/components/ui/label-badge'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { ChallengeView } from '@/lib/challenges/schemas'
import { isFinal } from '@/lib/challenges/states'
import type { DiscussionView } from '@/lib/community/schemas'
import type { Label } from '@/lib/machine/labels'

type Link = NonNullable<DiscussionView['link']>

const SYNC_LABELS: Readonly<Record<NonNullable<Link['lastSync']>['status'], Label>> = {
  complete: { word: 'Read to the end', tone: 'done', mark: 'check' },
  partial: { word: 'Read in part', tone: 'waiting', mark: 'hourglass' },
}

interface Place {
  /** The platform's host, if there is one. */
  readonly host: string | null
  readonly state: ChallengeView['state']
  /** Whether a side still takes a response. */
  readonly takesResponse: boolean
}

/** The linked thread and its last reading; without a thread, the next step. */
export function ThreadFacts({ link, ...place }: Place & { link: Link | null }) {
  if (!link) return <NotLinked {...place} />
  const { state } = place
  const { lastSync: sync } = link
  const ended = isFinal(state)
  return (
    <Facts columns="two">
      <Fact name="The thread">
        {link.threadUrl ? (
          <ExternalLink href={link.threadUrl} label={`In the channel ${link.channel}`} />
        ) : (
          <>
            <p>
              In the channel {link.channel}; no post of it is known{ended ? '.' : ' yet.'}
            </p>
            {ended ? null : (
              <p className="text-sm text-ink-soft">
                It begins with the announcement: the owner queues it, and a moderator approves it.
              </p>
            )}
          </>
        )}
        <p className="mt-1 text-sm text-ink-soft">
          Linked by <WalletAddress address={link.linkedBy} /> on <Moment at={link.linkedAt} />
        </p>
      </Fact>
      <Fact name="Last read">
        {sync ? (
          <>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <LabelBadge label={SYNC_LABELS[sync.status]} />
              <Moment at={sync.at} />
            </p>
            <p className="mt-1 text-sm text-ink-soft">
              {newReplies(sync.imported)} {sync.message}
            </p>
          </>
        ) : ended ? (
          'It was never read.'
        ) : (
          <>
            <p>Not yet</p>
            <p className="text-sm text-ink-soft">
              The owner reads it for the first time; then it is read again by itself while responses are taken.
            </p>
          </>
        )}
      </Fact>
    </Facts>
  )
}

function NotLinked({ host, state, takesResponse }: Place) {
  if (isFinal(state))
    return (
      <Empty title="It was not linked to a discussion.">
        {state === 'CONVERTED_TO_MISSION' ? 'Where it was discussed, the public post of the decision may tell. ' : null}
        No reply was imported here.
      </Empty>
    )
  if (host === null)
    return (
      <Empty title="No discussion can be linked here.">
        No community platform is connected to this service. Until one is, no decision can be recorded either: it names a
        public post there.
      </Empty>
    )
  return (
    <Empty title="Not linked to a discussion yet.">
      The owner links a thread on {host}, or has this service announce the challenge there. From then on replies are
      imported as proposals{takesResponse ? ', and the owner may accept one as a side’s response.' : '.'}
    </Empty>
  )
}
