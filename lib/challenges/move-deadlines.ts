import { requireDeadlineOrder } from '@/lib/challenges/deadline-order'
import { CHALLENGE, lockChallenge } from '@/lib/challenges/load'
import { findLinks } from '@/lib/challenges/record-response-link'
import type { MoveDeadlines } from '@/lib/challenges/schemas'
import { challengeMachine, DEADLINE_NAMES, MOVABLE_DEADLINES } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { hasEnded } from '@/lib/clock'
import { type RecordCommand, requireOwner } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { challengeDeadlinesMoved } from '@/lib/notifications/notices'
import {
  countMoves,
  deadlineMovedEvent,
  requireForward,
  requireMovesLeft,
  requireNotPast,
} from '@/lib/records/deadline'
import { recordChange } from '@/lib/records/record-change'

/** The owner moves deadlines forward. A draft whose submission deadline had ended accepts links again. */
export const moveDeadlines: RecordCommand<typeof MoveDeadlines> = async (ctx, { params, body }) => {
  const named = DEADLINE_NAMES.flatMap((name) => {
    const day = body[name]
    return day === undefined ? [] : [{ name, day }]
  })
  for (const { name, day } of named) requireNotPast(name, day, ctx.at)
  const [challenge, known, moves] = await Promise.all([
    lockChallenge(ctx, params.id),
    findLinks(ctx.tx, params.id),
    countMoves(ctx.tx, params.id),
  ])
  requireOwner(challenge, ctx.caller.wallet)
  // Before the days are compared with those of the record: no other day would help.
  const movable = MOVABLE_DEADLINES[challenge.state] ?? []
  if (named.some(({ name }) => !movable.includes(name)))
    throw conflict(
      challengeMachine.ended?.[challenge.state] ??
        'Both deadlines of a draft are moved, and the decision deadline while a decision is awaited.',
    )
  for (const { name, day } of named) requireForward(name, day, challenge[name])
  const moved = { ...challenge, ...days(named) }
  requireDeadlineOrder(moved)
  const { submissionDeadline, decisionDeadline } = moved
  requireMovesLeft(moves)

  const links = known.filter(({ hidden }) => !hidden)
  // A moderator may have restored a link after the deadline, so that the draft already has both links.
  const opens = movable.includes('submissionDeadline') && links.length === 2 && !hasEnded(submissionDeadline, ctx.at)
  recordChange(ctx, CHALLENGE, challenge, opens ? { on: 'link', to: 'OPEN' } : null, {
    event: deadlineMovedEvent({
      reason: body.reason,
      ...days(named),
      previous: days(named.map(({ name }) => ({ name, day: challenge[name] }))),
    }),
    set: sql`, "submissionDeadline" = ${submissionDeadline}::date, "decisionDeadline" = ${decisionDeadline}::date`,
    notify: challengeDeadlinesMoved(challenge, [...new Set(links.map(({ submittedBy }) => submittedBy))]),
  })
  return { show: showChallenge(challenge.id) }
}

const days = (named: readonly { name: string; day: string }[]): Record<string, string> =>
  Object.fromEntries(named.map(({ name, day }) => [name, day]))
