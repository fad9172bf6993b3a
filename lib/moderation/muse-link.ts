import { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { type Db, findOne } from '@/lib/db/db'
import { raw, sql } from '@/lib/db/sql'
import { conflict } from '@/lib/errors'
import { holdReports, requireChange, settleReports, showModeration, writeHiding } from '@/lib/moderation/change'
import { RECORD_WORDS, recordNotFound } from '@/lib/moderation/records'
import type { ModerateRecord } from '@/lib/moderation/schemas'
import { type AffectedRecord, recordModerated, reportSettled } from '@/lib/notifications/moderation-notices'
import { insertNotices } from '@/lib/notifications/notify'

// A Muse link belongs to no challenge or mission and has no history. Moderators hide the reason given for its end, its
// only free text. The "Hiding" table keeps who hid it, when and why.

const TYPE = 'muse-link'

const LinkRow = z.object({
  id: z.string(),
  museId: z.string(),
  wallet: z.string(),
  /** The wallet that ended the link and wrote the reason. */
  unlinkedBy: z.string().nullable(),
  hasReason: z.boolean(),
  hidden: z.boolean(),
})
export type HeldMuseLink = z.infer<typeof LinkRow>

/**
 * A Muse link, locked until the transaction ends.
 * @throws Refusal `not_found`, or `conflict` where there is no text to hide.
 */
export async function holdMuseLink(executor: Db, id: string, lock: 'UPDATE' | 'SHARE'): Promise<HeldMuseLink> {
  const link = await findOne(
    executor,
    sql`SELECT id, "museId", wallet, "unlinkedBy", "unlinkReason" IS NOT NULL AS "hasReason", "hiddenAt" IS NOT NULL AS hidden
      FROM "MuseLink" WHERE id = ${id}::uuid FOR ${raw(lock)}`,
    LinkRow,
  )
  if (!link) throw recordNotFound(TYPE)
  if (!link.hasReason) throw conflict('No reason was given for the end of this link, so there is nothing to hide.')
  return link
}

/** The link as notifications name it. They lead to the page of its wallet. */
export const affectedMuseLink = ({ museId, wallet }: Pick<HeldMuseLink, 'museId' | 'wallet'>): AffectedRecord => ({
  kind: 'wallet',
  id: wallet,
  title: museId,
  owner: wallet,
  hidden: false,
})

/** A moderator hides or restores the reason given for the end of a Muse link. */
export async function moderateMuseLink(
  ctx: WriteContext,
  id: string,
  body: z.output<typeof ModerateRecord>,
): Promise<CommandResult> {
  const isHiding = body.action === 'hide'
  const [link, reporters] = await Promise.all([
    holdMuseLink(ctx.tx, id, 'UPDATE'),
    isHiding ? holdReports(ctx.tx, id) : [],
  ])
  requireChange(link.hidden, isHiding)

  const record = affectedMuseLink(link)
  const words = RECORD_WORDS[TYPE]
  const decision = { isHidden: isHiding, reason: body.reason }
  const notices = [
    ...(link.unlinkedBy === null ? [] : [recordModerated(link.unlinkedBy, words, record, decision)]),
    ...reporters.map((wallet) => reportSettled(wallet, words, record, decision)),
  ]
  const hiddenAt = isHiding ? ctx.at : null
  await Promise.all([
    ctx.tx.run(
      sql`WITH moved AS (UPDATE "MuseLink" SET "hiddenAt" = ${hiddenAt}::timestamptz WHERE id = ${id}::uuid)
        ${writeHiding(ctx, id, id, body)}`,
    ),
    ctx.tx.run(insertNotices(notices, ctx.caller.wallet, ctx.at)),
    isHiding ? ctx.tx.run(settleReports(ctx, id, body.reason)) : null,
  ])
  return showModeration(ctx, body, id, 0)
}
