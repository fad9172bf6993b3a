import { expect, test } from 'vitest'
import { OUTBOX_STATE_LABELS } from '@/lib/community/labels'
import {
  OUTBOX_STATES,
  OUTBOX_TRIGGERS,
  type OutboxState,
  outboxMachine,
  PROPOSAL_STATUSES,
  PROPOSAL_TRIGGERS,
  type ProposalStatus,
  proposalMachine,
} from '@/lib/community/states'
import { allows, finals, next } from '@/lib/machine/machine'

// Everything that is allowed; whatever is not named here is refused.
const OUTBOX: Record<OutboxState, string[]> = {
  preview: ['approve', 'cancel'],
  approved: ['approve', 'cancel'],
  sending: ['acknowledged', 'refused', 'lost'],
  sent: [],
  failed: ['approve', 'cancel'],
  uncertain: ['found', 'absent', 'settle', 'cancel'],
  cancelled: [],
}
const PROPOSALS: Record<ProposalStatus, string[]> = { pending: ['accept', 'reject'], accepted: [], rejected: [] }

test.each(OUTBOX_STATES)('a post that is %s', (state) => {
  expect(OUTBOX_TRIGGERS.filter((trigger) => allows(outboxMachine, state, trigger))).toEqual(OUTBOX[state])
})

test.each(PROPOSAL_STATUSES)('a proposal that is %s', (status) => {
  expect(PROPOSAL_TRIGGERS.filter((trigger) => allows(proposalMachine, status, trigger))).toEqual(PROPOSALS[status])
})

test('what was approved while publishing was off is not approved once more into the same state', () => {
  expect(() => next(outboxMachine, 'approved', 'approve', 'approved')).toThrow(outboxMachine.refusals.approve)
  expect(next(outboxMachine, 'approved', 'approve', 'sending')).toBe('sending')
})

test('nothing leads out of sent or cancelled, nor from uncertain back to sending', () => {
  expect(finals(outboxMachine)).toEqual(['sent', 'cancelled'])
  const toSending = outboxMachine.rows.filter((row) => row.to === 'sending')
  expect(toSending.every((row) => row.on === 'approve' && row.by === 'moderator')).toBe(true)
})

test('what is said of a cancelled post is so of one that may stand, too', () => {
  const endedFrom = outboxMachine.rows.filter(({ on }) => on === 'cancel').map(({ from }) => from)
  expect(endedFrom).toContain('uncertain')
  expect(OUTBOX_STATE_LABELS.cancelled.meaning).toContain('or nobody found it on the platform')
})
