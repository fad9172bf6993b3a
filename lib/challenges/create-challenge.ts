import type { z } from 'zod'
import { requireDeadlineOrder } from '@/lib/challenges/deadline-order'
import type { CreateChallenge } from '@/lib/challenges/schemas'
import { challengeMachine } from '@/lib/challenges/states'
import { showChallenge } from '@/lib/challenges/views'
import { hasEnded } from '@/lib/clock'
import type { CommandResult, WriteContext } from '@/lib/context'
import { UNFINISHED_CHALLENGES_MAX } from '@/lib/contract/limits'
import { foldCase } from '@/lib/db/list'
import { type Sql, sql } from '@/lib/db/sql'
import { invalid } from '@/lib/errors'
import { firstEvent, insertHistory } from '@/lib/history/record'
import { uuidv7 } from '@/lib/id'
import { next } from '@/lib/machine/machine'
import { requirePublicUrl } from '@/lib/platform/urls'
import { writeRows } from '@/lib/records/record-change'

type Body = z.output<typeof CreateChallenge>

/** Publishes a challenge. With both response links it opens immediately (docs/interface.md#states). */
export async function createChallenge(ctx: WriteContext, { body }: { body: Body }): Promise<CommandResult> {
  requireDates(body, ctx.at)
  const links = (body.submissions ?? []).map((link) => ({ id: uuidv7(ctx.at.getTime()), ...link }))
  for (const [index, link] of links.entries()) requirePublicUrl(`submissions.${index}.url`, link.url)
  if (new Set(links.map((link) => link.side)).size < links.length) {
    throw invalid('submissions', 'Each side has one permanent response link.')
  }

  const id = uuidv7(ctx.at.getTime())
  const to = next(challengeMachine, null, 'create', links.length === 2 ? 'OPEN' : 'DRAFT')
  const { title, submissionDeadline, decisionDeadline, contenderA, contenderB } = body
  const event = firstEvent(id, ctx, {
    kind: 'challenge-created',
    to,
    data: { challengeId: id, title, submissionDeadline, decisionDeadline, contenderA, contenderB, submissions: links },
  })

  ctx.tx.pipeline(sql`SELECT 1 FROM "Wallet" WHERE address = ${ctx.caller.wallet} FOR UPDATE`)
  const rows = {
    counted: sql`SELECT count(*) AS unfinished FROM "Challenge"
      WHERE owner = ${ctx.caller.wallet} AND state NOT IN ('CONVERTED_TO_MISSION', 'CANCELLED') AND "hiddenAt" IS NULL`,
    created: sql`INSERT INTO "Challenge" (id, state, title, prompt, "submissionDeadline", "decisionDeadline",
        "rewardDescription", "contenderA", "contenderB", owner, "historySeq", "historyHead", "createdAt", "updatedAt")
      SELECT ${id}::uuid, ${to}::"ChallengeState", ${title}, ${body.prompt}, ${submissionDeadline}::date,
        ${decisionDeadline}::date, ${body.rewardDescription}, ${contenderA}, ${contenderB}, ${ctx.caller.wallet},
        ${event.seq}, ${event.hash}, ${ctx.at}, ${ctx.at}
      FROM counted WHERE unfinished < ${UNFINISHED_CHALLENGES_MAX} RETURNING id`,
    titled: sql`INSERT INTO "ChallengeTitle" SELECT id, ${foldCase(title)} FROM created`,
    linked: insertLinks(sql`SELECT id FROM created`, links, ctx),
    event: insertHistory(event),
  }
  writeRows(ctx.tx, rows, {
    created: `A wallet can have ${UNFINISHED_CHALLENGES_MAX} unfinished challenges. Finish or cancel one first.`,
  })
  return { show: showChallenge(id) }
}

function requireDates(body: Body, at: Date): void {
  if (hasEnded(body.submissionDeadline, at))
    throw invalid('submissionDeadline', 'The submission deadline must be today (UTC) or later.')
  requireDeadlineOrder(body)
}

/** The INSERT of response links, for use as a CTE. @param challenge SQL that selects the challenge's id, or no row. */
export function insertLinks(
  challenge: Sql,
  links: readonly { id: string; side: string; url: string; proposalId?: string }[],
  ctx: WriteContext,
): Sql {
  return sql`INSERT INTO "Submission" (id, "challengeId", side, url, "submittedBy", "submittedAt", "proposalId")
    SELECT l.id, c.id, l.side, l.url, ${ctx.caller.wallet}, ${ctx.at}::timestamptz, l."proposalId"
    FROM (${challenge}) c, jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS l(id uuid, side "Side", url text, "proposalId" uuid)
    ON CONFLICT ("challengeId", side, "hiddenAt") DO NOTHING RETURNING side`
}
