import { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { conflict, forbidden } from '@/lib/errors'
import { showMuseLink } from '@/lib/muses/queries'
import type { UnlinkMuse } from '@/lib/muses/schemas'
import { museUnlinked } from '@/lib/notifications/notices'
import { insertNotices } from '@/lib/notifications/notify'

const EndedRow = z.object({ id: z.string(), museId: z.string() })

/** Ends the caller's own link, or any wallet's link for a moderator. The history keeps who ended it, when and why. */
export async function unlinkMuse(
  ctx: WriteContext,
  { body }: { body: z.output<typeof UnlinkMuse> },
): Promise<CommandResult> {
  const { caller } = ctx
  const wallet = body.wallet ?? caller.wallet
  if (wallet !== caller.wallet && !caller.isAdmin) throw forbidden("Only a moderator may end another wallet's link.")
  const [, ended] = await Promise.all([
    ctx.tx.run(sql`SELECT 1 FROM "Wallet" WHERE address = ${wallet} FOR UPDATE`),
    ctx.tx.query(
      sql`UPDATE "MuseLink" SET "unlinkedAt" = ${ctx.at}, "unlinkedBy" = ${caller.wallet}, "unlinkReason" = ${body.reason ?? null}::text
        WHERE wallet = ${wallet} AND "unlinkedAt" IS NULL RETURNING id, "museId"`,
      EndedRow,
    ),
  ])
  const [link] = ended
  if (!link) throw conflict('This wallet has no linked Muse.')
  if (wallet !== caller.wallet)
    ctx.tx.pipeline(insertNotices([museUnlinked(wallet, link.museId)], caller.wallet, ctx.at))
  return { show: showMuseLink(link.id) }
}
