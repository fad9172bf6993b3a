import type { RecordCommand } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { uuidv7 } from '@/lib/id'
import { addPart, lockToGrow } from '@/lib/projects/add-part'
import type { CommitmentView, MakeCommitment } from '@/lib/projects/schemas'
import { showCommitment } from '@/lib/projects/views'

/** A wallet pledges work, funds or resources. The service holds and moves nothing. */
export const makeCommitment: RecordCommand<typeof MakeCommitment> = async (ctx, { params, body }) => {
  const { kind, description, amount = null, currency = null, url = null } = body
  const committedBy = ctx.caller.wallet
  const same = sql`t."committedBy" = ${committedBy} AND t.kind = ${kind}::"CommitmentKind" AND t.description = ${description}
    AND t.amount IS NOT DISTINCT FROM ${amount} AND t.currency IS NOT DISTINCT FROM ${currency} AND t.url IS NOT DISTINCT FROM ${url}`
  const growing = await lockToGrow(ctx, params.id, 'commitment', same)
  const content: CommitmentView = {
    id: uuidv7(ctx.at.getTime()),
    kind,
    description,
    amount,
    currency,
    url,
    committedBy,
    committedAt: ctx.at.toISOString(),
  }
  const { id } = content
  return addPart(ctx, growing, {
    content,
    eventData: { commitmentId: id, kind },
    insert: sql`INSERT INTO "Commitment" (id, "missionId", kind, description, amount, currency, url, "committedBy", "committedAt")
      VALUES (${id}::uuid, ${growing.project.id}::uuid, ${kind}::"CommitmentKind", ${description}, ${amount}, ${currency}, ${url},
        ${committedBy}, ${ctx.at})`,
    again: 'You have made this very commitment already.',
    show: showCommitment(id),
  })
}
