import type { Machine } from '@/lib/machine/machine'

export const PROPOSAL_STATUSES = ['pending', 'accepted', 'rejected'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]
export const PROPOSAL_TRIGGERS = ['import', 'accept', 'reject'] as const
export type ProposalTrigger = (typeof PROPOSAL_TRIGGERS)[number]

const RUNNING = 'the challenge has not ended'

/** Imported replies (docs/interface.md#resources, challenge link). */
export const proposalMachine: Machine<ProposalStatus, ProposalTrigger, 'owner' | 'moderator' | 'schedule'> = {
  states: PROPOSAL_STATUSES,
  rows: [
    { from: null, on: 'import', to: 'pending', by: 'owner', when: 'at most 50 per challenge and 3 per Muse' },
    { from: null, on: 'import', to: 'pending', by: 'schedule', when: 'the thread is read again' },
    { from: 'pending', on: 'accept', to: 'accepted', by: 'owner', when: 'the side has no response link yet' },
    { from: 'pending', on: 'reject', to: 'rejected', by: 'owner', when: RUNNING },
    { from: 'pending', on: 'reject', to: 'rejected', by: 'moderator', when: RUNNING },
  ],
  refusals: {
    import: 'A reply is imported once.',
    accept: 'This proposal was already accepted or rejected.',
    reject: 'This proposal was already accepted or rejected.',
  },
}

export const OUTBOX_KINDS = ['announce', 'mission-update', 'receipt'] as const
export type OutboxKind = (typeof OUTBOX_KINDS)[number]

export const OUTBOX_STATES = ['preview', 'approved', 'sending', 'sent', 'failed', 'uncertain', 'cancelled'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]
export const OUTBOX_TRIGGERS = [
  'queue',
  'approve',
  'acknowledged',
  'refused',
  'lost',
  'found',
  'absent',
  'settle',
  'cancel',
] as const
export type OutboxTrigger = (typeof OUTBOX_TRIGGERS)[number]

const OFF = 'publishing is off'
const ON = 'publishing is on'
const GIVEN_UP = 'it was looked for for a day in vain'

/**
 * Posts of the service (docs/decisions.md#community-platform). A post is sent only when a moderator approves it while
 * publishing is on. A post approved while publishing is off waits for another approval. Nothing is resent
 * automatically.
 */
export const outboxMachine: Machine<OutboxState, OutboxTrigger, 'owner' | 'moderator' | 'connector' | 'schedule'> = {
  states: OUTBOX_STATES,
  rows: [
    { from: null, on: 'queue', to: 'preview', by: 'owner' },
    { from: null, on: 'queue', to: 'preview', by: 'moderator' },
    { from: 'preview', on: 'approve', to: 'approved', by: 'moderator', when: OFF },
    { from: 'preview', on: 'approve', to: 'sending', by: 'moderator', when: ON },
    { from: 'approved', on: 'approve', to: 'sending', by: 'moderator', when: ON },
    { from: 'failed', on: 'approve', to: 'approved', by: 'moderator', when: OFF },
    { from: 'failed', on: 'approve', to: 'sending', by: 'moderator', when: ON },
    { from: 'sending', on: 'acknowledged', to: 'sent', by: 'connector', when: 'the platform names the post' },
    { from: 'sending', on: 'refused', to: 'failed', by: 'connector', when: 'it was certainly not posted' },
    { from: 'sending', on: 'lost', to: 'uncertain', by: 'connector', when: 'no answer says whether it was posted' },
    { from: 'uncertain', on: 'found', to: 'sent', by: 'schedule', when: 'the post is read on the platform' },
    { from: 'uncertain', on: 'absent', to: 'failed', by: 'schedule', when: 'it can no longer appear there' },
    { from: 'uncertain', on: 'settle', to: 'sent', by: 'moderator', when: `${GIVEN_UP}, and is read and compared now` },
    { from: 'preview', on: 'cancel', to: 'cancelled', by: 'moderator' },
    { from: 'approved', on: 'cancel', to: 'cancelled', by: 'moderator' },
    { from: 'failed', on: 'cancel', to: 'cancelled', by: 'moderator' },
    { from: 'uncertain', on: 'cancel', to: 'cancelled', by: 'moderator', when: GIVEN_UP },
  ],
  refusals: {
    queue: 'A post is queued once.',
    approve: 'This post was already approved, sent or cancelled.',
    acknowledged: 'This post is not being sent.',
    refused: 'This post is not being sent.',
    lost: 'This post is not being sent.',
    found: 'It is already known what became of this post.',
    absent: 'It is already known what became of this post.',
    settle: 'Only a post of which nobody knows whether it was sent is settled.',
    cancel: 'Only a post that was not sent can be cancelled.',
  },
}
