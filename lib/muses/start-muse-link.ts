import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { CommandResult, WriteContext } from '@/lib/context'
import { sql } from '@/lib/db/sql'
import { requireUnlinked } from '@/lib/muses/queries'
import { MUSE_LINK_METHODS, type MuseLinkStarted, type StartMuseLink } from '@/lib/muses/schemas'
import { requirePlatform } from '@/lib/platform/settings'
import { museLinkMessage, museLinkPost } from '@/lib/signing/messages'
import { insertNonce, newNonce, nonceExpiry } from '@/lib/signing/nonces'

/** The content stored with a nonce of this purpose. */
export const LinkIntent = z.object({
  museId: z.string(),
  method: z.enum(MUSE_LINK_METHODS),
  code: z.string().nullable(),
})

/** 128 bits, in characters that no platform reformats. */
const newCode = () => randomBytes(16).toString('hex')

/** Starts a link: creates the text that the Muse signs, or the one-time line that it posts. */
export async function startMuseLink(
  ctx: WriteContext,
  { body }: { body: z.output<typeof StartMuseLink> },
): Promise<CommandResult> {
  requirePlatform()
  const { museId, method } = body
  const { wallet } = ctx.caller
  await requireUnlinked(ctx.tx, museId, wallet)

  const nonce = newNonce()
  const expiresAt = nonceExpiry(ctx.at)
  const code = method === 'signed-post' ? museLinkPost({ museId, wallet, code: newCode() }) : null
  const message = code ?? museLinkMessage({ museId, wallet, nonce, issuedAt: ctx.at, expiresAt })
  const intent: z.infer<typeof LinkIntent> = { museId, method, code }
  ctx.tx.pipeline(
    insertNonce({
      nonce,
      purpose: 'muse-link',
      wallet,
      subjectId: null,
      message,
      content: intent,
      issuedAt: ctx.at,
      expiresAt,
    }),
  )
  const started: z.infer<typeof MuseLinkStarted> = {
    museId,
    method,
    nonce,
    message: code === null ? message : null,
    code,
    expiresAt: expiresAt.toISOString(),
  }
  return { show: sql`(${JSON.stringify(started)}::text)` }
}
