import type { ReactNode } from 'react'
import { ReportLink } from '@/components/moderation/report-link'
import { ExternalLink } from '@/components/ui/external-link'
import { LabelBadge } from '@/components/ui/label-badge'
import { Prose } from '@/components/ui/prose'
import { Raw, RawText } from '@/components/ui/raw'
import { Moment } from '@/components/ui/times'
import { WalletAddress } from '@/components/ui/wallet-address'
import type { Label } from '@/lib/machine/labels'
import type { MuseLinkMethod, MuseLinkView } from '@/lib/muses/schemas'

/** How a Muse proved itself, as a phrase without a subject. */
const MUSE_LINK_METHOD_LABELS: Readonly<Record<MuseLinkMethod, string>> = {
  'ed25519-challenge': 'Signed a text with its key',
  'signed-post': 'Posted a one-time line in public',
}

const ACTIVE: Label = { word: 'Linked', tone: 'done', mark: 'check' }

const ENDED: Label = { word: 'Ended', tone: 'resting', mark: 'leaf' }

export function MuseLinkList({ links }: { links: readonly MuseLinkView[] }) {
  return (
    <ul className="border-t border-rule">
      {links.map((link) => (
        <MuseLinkEntry key={link.id} link={link} />
      ))}
    </ul>
  )
}

/** A link: which Muse, by what proof, since when, and how it ended. */
function MuseLinkEntry({ link }: { link: MuseLinkView }): ReactNode {
  const { museId, method, active, linkedAt, postUrl, unlinkedAt, unlinkedBy, unlinkReason, withheld } = link
  return (
    <li className="border-b border-rule py-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-mono text-lg select-all [overflow-wrap:anywhere]">{museId}</span>
        <LabelBadge label={active ? ACTIVE : ENDED} />
      </p>
      <p className="mt-1 text-ink-soft">
        {MUSE_LINK_METHOD_LABELS[method]}, <Moment at={linkedAt} />
      </p>
      {postUrl ? (
        <p className="mt-1">
          <ExternalLink href={postUrl} label="The post with the line" />
        </p>
      ) : null}
      {unlinkedAt ? (
        <p className="mt-1 text-sm text-ink-soft">
          Ended by {unlinkedBy ? <WalletAddress address={unlinkedBy} /> : 'the service'} on <Moment at={unlinkedAt} />
        </p>
      ) : null}
      {unlinkReason ? (
        <>
          <blockquote className="mt-1 border-l-2 border-rule-strong pl-4 text-sm">
            <Prose text={unlinkReason} />
          </blockquote>
          <ReportLink type="muse-link" id={link.id} about={`the reason why ${museId} was unlinked`} />
        </>
      ) : null}
      {withheld ? <p className="mt-1 text-sm text-ink-soft">A moderator hid the reason that was given.</p> : null}
      <LinkProof link={link} />
    </li>
  )
}

function LinkProof({ link: { message, signature, publicKey, code } }: { link: MuseLinkView }) {
  if (code)
    return (
      <Raw summary="The line that was posted">
        <RawText name="Line" text={code} />
      </Raw>
    )
  if (!message || !signature || !publicKey) return null
  return (
    <Raw summary="The text that the Muse signed, its key and the signature">
      <RawText name="Message (Ed25519, over its UTF-8 bytes)" text={message} />
      <RawText name="Public key at the time (base64url)" text={publicKey} />
      <RawText name="Signature (base64url)" text={signature} />
    </Raw>
  )
}
