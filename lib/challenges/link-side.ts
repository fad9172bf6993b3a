import { insertLinks } from '@/lib/challenges/create-challenge'
import { type LoadedChallenge, moveChallenge } from '@/lib/challenges/load'
import { challengeMachine } from '@/lib/challenges/states'
import { hasEnded } from '@/lib/clock'
import type { WriteContext } from '@/lib/context'
import { findOne } from '@/lib/db/db'
import { type Sql, sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { eventOf, insertHistory } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { next } from '@/lib/machine/machine'
import { linkRecorded } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'

/** A side's link that is about to be recorded for good. */
export interface SideLink {
  readonly side: 'A' | 'B'
  readonly url: string
  /** The imported proposal that it comes from. */
  readonly proposalId?: string
}

/** How it came about: the kind of the history event, what it keeps beside the link, and CTEs that belong to it. */
interface Way {
  readonly kind: 'link-recorded' | 'proposal-accepted'
  readonly data?: Record<string, unknown>
  readonly also?: Sql
}

/**
 * Records a side's permanent link; the second one opens the challenge.
 * @param challenge loaded and locked by this transaction.
 * @throws Refusal `conflict` when the side has its link, or the time or the state does not allow one.
 */
export async function linkSide(
  ctx: WriteContext,
  challenge: LoadedChallenge,
  link: SideLink,
  way: Way = { kind: 'link-recorded' },
): Promise<void> {
  const known = await ctx.tx.query<{ side: string; url: string; hidden: boolean }>(
    sql`SELECT side, url, "hiddenAt" IS NOT NULL AS hidden FROM "Submission" WHERE "challengeId" = ${challenge.id}::uuid`,
  )
  const taken = known.filter(({ hidden }) => !hidden)
  const isTaken = () => conflict(`Side ${link.side} already has its permanent response link.`)
  if (taken.some(({ side }) => side === link.side)) throw isTaken()
  const to = next(challengeMachine, challenge.state, 'link', taken.length === 1 ? 'OPEN' : challenge.state)
  if (hasEnded(challenge.submissionDeadline, ctx.at))
    throw conflict('The submission deadline of this challenge has ended.')
  if (known.some(({ hidden, url }) => hidden && url === link.url))
    throw conflict('A moderator hid this link here, so it cannot be recorded again. Record another one.')

  const id = uuidv7(ctx.at.getTime())
  const data = { submissionId: id, side: link.side, url: link.url, ...way.data }
  const event = eventOf(challenge, ctx, { kind: way.kind, from: challenge.state, to, data })
  const notice = linkRecorded(challenge, link.side)
  const linked = await findOne(
    ctx.tx,
    sql`WITH moved AS (${moveChallenge(challenge, to, event, ctx)}), linked AS (${insertLinks(challenge.id, [{ ...link, id }], ctx)}),
      event AS (${insertHistory(event)}), told AS (${insertNotices([notice], ctx.caller.wallet, ctx.at)}) ${way.also ?? sql``}
      SELECT side FROM linked, moved`,
  )
  if (!linked) throw isTaken()
}
