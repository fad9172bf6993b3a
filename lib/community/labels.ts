import type { OutboxKind, OutboxState, ProposalStatus } from '@/lib/community/states'
import type { Label, StateLabel } from '@/lib/machine/labels'

export const PROPOSAL_LABELS: Readonly<Record<ProposalStatus, Label>> = {
  pending: { word: 'Waits for the owner', tone: 'waiting', mark: 'hourglass' },
  accepted: { word: 'Accepted', tone: 'done', mark: 'check' },
  rejected: { word: 'Rejected', tone: 'refused', mark: 'cross' },
}

export const OUTBOX_KIND_LABELS: Readonly<Record<OutboxKind, string>> = {
  announce: 'Announcement of a challenge',
  'mission-update': 'Update on a mission',
  receipt: 'Receipt of a mission',
}

export const OUTBOX_STATE_LABELS: Readonly<Record<OutboxState, StateLabel>> = {
  preview: {
    word: 'Preview',
    tone: 'waiting',
    mark: 'lens',
    meaning: 'Nothing was sent. A moderator reads the exact payload, then approves or cancels it.',
  },
  approved: {
    word: 'Approved, not sent',
    tone: 'waiting',
    mark: 'quill',
    meaning: 'It was approved while publishing was off. It leaves only when it is approved again with publishing on.',
  },
  sending: {
    word: 'Being sent',
    tone: 'growing',
    mark: 'hourglass',
    meaning: 'It was handed to the platform, and the answer is awaited.',
  },
  sent: { word: 'Sent', tone: 'done', mark: 'check', meaning: 'It stands on the platform.' },
  failed: {
    word: 'Not sent',
    tone: 'refused',
    mark: 'cross',
    meaning: 'It certainly does not stand on the platform. A moderator may approve it again, or cancel it.',
  },
  uncertain: {
    word: 'Uncertain',
    tone: 'waiting',
    mark: 'hourglass',
    meaning:
      'The platform’s answer was lost, so it may stand there already. It is never sent again by itself: for a day the service looks for it there every few minutes and says “sent” or “not sent” when it knows. What it cannot find out by then a moderator settles: sent, with the address of the post, or cancelled.',
  },
  cancelled: {
    word: 'Cancelled',
    tone: 'resting',
    mark: 'leaf',
    meaning: 'A moderator ended it. It was not sent, or nobody found it on the platform. It stays on record.',
  },
}
