import { z } from 'zod'
import { insertLinks } from '@/lib/challenges/create-challenge'
import { CHALLENGE, type LoadedChallenge, lockChallenge } from '@/lib/challenges/load'
import type { ResponseLink } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { hasEnded } from '@/lib/clock'
import type { RecordCommand, WriteContext } from '@/lib/context'
import { Side } from '@/lib/contract/fields'
import type { Db } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { sha256Hex } from '@/lib/history/jcs'
import { uuidv7 } from '@/lib/id'
import { requireAllowed } from '@/lib/machine/machine'
import { linkRecorded } from '@/lib/notifications/notices'
import { requirePublicUrl } from '@/lib/platform/urls'
import { type Rows, recordChange } from '@/lib/records/record-change'
import { erasedUrl } from '@/lib/text/erased'

/** The origin of a link: the kind of its history event, extra event data, and rows to write with it. */
interface Origin {
  readonly kind: 'link-recorded' | 'proposal-accepted'
  readonly data?: Record<string, unknown>
  readonly rows?: Rows
}

const LinkRow = z.object({ side: Side, url: z.string(), submittedBy: z.string(), hidden: z.boolean() })

/** All links of a challenge, including hidden ones. */
export const findLinks = (tx: Db, challengeId: string): Promise<z.infer<typeof LinkRow>[]> =>
  tx.query(
    sql`SELECT side, url, "submittedBy", "hiddenAt" IS NOT NULL AS hidden FROM "Submission" WHERE "challengeId" = ${challengeId}::uuid`,
    LinkRow,
  )

/**
 * Records a side's permanent link. The second link opens the challenge.
 * @param challenge locked by this transaction.
 * @param known its links, read after the lock was taken.
 * @throws Refusal `conflict` if the side already has its link, or the deadline or state allows none.
 */
export function linkSide(
  ctx: WriteContext,
  challenge: LoadedChallenge,
  known: Awaited<ReturnType<typeof findLinks>>,
  link: z.output<typeof ResponseLink> & { readonly proposalId?: string },
  origin: Origin = { kind: 'link-recorded' },
): void {
  const taken = known.filter(({ hidden }) => !hidden)
  const alreadyLinked = `Side ${link.side} already has its permanent response link.`
  if (taken.some(({ side }) => side === link.side)) throw conflict(alreadyLinked)
  const to = taken.length === 1 ? 'OPEN' : challenge.state
  requireAllowed(challengeMachine, challenge.state, 'link', to)
  if (hasEnded(challenge.submissionDeadline, ctx.at))
    throw conflict('The submission deadline of this challenge has ended.')
  if (known.some(({ hidden, url }) => hidden && url === link.url))
    throw conflict('A moderator hid this link here, so it cannot be recorded again. Record another one.')
  const asErased = erasedUrl(sha256Hex(link.url))
  if (known.some(({ url }) => url === asErased))
    throw conflict('This link was erased here by law, so it cannot be recorded again. Record another one.')

  const id = uuidv7(ctx.at.getTime())
  const data = { submissionId: id, side: link.side, url: link.url, ...origin.data }
  recordChange(
    ctx,
    CHALLENGE,
    challenge,
    { on: 'link', to },
    {
      event: { kind: origin.kind, data },
      rows: { linked: insertLinks(sql`SELECT ${challenge.id}::uuid AS id`, [{ ...link, id }], ctx), ...origin.rows },
      requires: { linked: alreadyLinked },
      notify: [linkRecorded(challenge, link.side)],
    },
  )
}

/** Any wallet records a side's permanent link. The second link opens the challenge. */
export const recordResponseLink: RecordCommand<typeof ResponseLink> = async (ctx, { params, body }) => {
  requirePublicUrl('url', body.url)
  const [challenge, links] = await Promise.all([lockChallenge(ctx, params.id), findLinks(ctx.tx, params.id)])
  linkSide(ctx, challenge, links, body)
  return { show: showChallenge(challenge.id) }
}
