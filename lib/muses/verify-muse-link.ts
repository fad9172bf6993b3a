import type { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import { NONCE_TTL_MS } from '@/lib/contract/limits'
import { db, hasRow } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, expired, invalid } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { type MuseProof, proveByPost, proveBySignature } from '@/lib/muses/prove-muse'
import { requireUnlinked, showMuseLink } from '@/lib/muses/queries'
import type { MuseLinkMethod, VerifyMuseLink } from '@/lib/muses/schemas'
import { LinkIntent } from '@/lib/muses/start-muse-link'
import { consumeNonce, findNonce, requireUsable } from '@/lib/signing/nonces'

interface Input {
  readonly body: z.output<typeof VerifyMuseLink>
}

interface ProvenMuse {
  readonly museId: string
  readonly method: MuseLinkMethod
  readonly proof: MuseProof
}

/** Links a Muse that has proven itself. The platform is asked before the transaction; only a link uses the nonce up. */
export const verifyMuseLink = {
  async prefetch({ caller, at }: { caller: Caller; at: Date }, { body }: Input): Promise<ProvenMuse> {
    const stored = await findNonce(db, body.nonce, 'muse-link')
    requireUsable(stored, caller.wallet, at)
    const { museId, method, code } = LinkIntent.parse(stored.content)
    await requireUnlinked(db, museId, caller.wallet)
    if (code === null) {
      if (body.signature === undefined) throw invalid('signature', 'This method needs the signature of the Muse.')
      return { museId, method, proof: await proveBySignature(museId, stored.message, body.signature) }
    }
    if (body.postId === undefined) throw invalid('postId', 'This method needs the post with the line.')
    // A code from before lines named both parties: words around it counted then, so it proves nothing now.
    if (code !== stored.message) throw expired('This code is of an earlier form that no longer counts. Start again.')
    const startedAt = new Date(stored.expiresAt.getTime() - NONCE_TTL_MS)
    return { museId, method, proof: await proveByPost(museId, code, body.postId, startedAt) }
  },

  async run(ctx: WriteContext, { body, prefetched }: Input & { prefetched: ProvenMuse }): Promise<CommandResult> {
    const { museId, method, proof } = prefetched
    const { wallet } = ctx.caller
    const id = uuidv7(ctx.at.getTime())
    const [, linked] = await Promise.all([
      ctx.tx.run(sql`SELECT 1 FROM "Wallet" WHERE address = ${wallet} FOR UPDATE`),
      hasRow(
        ctx.tx,
        sql`WITH used AS (${consumeNonce(body.nonce, ctx.at)})
          INSERT INTO "MuseLink" (id, "museId", wallet, method, "publicKey", message, signature, "postUrl", code, "linkedAt")
          SELECT ${id}::uuid, ${museId}, ${wallet}, ${method}::"MuseLinkMethod", ${proof.publicKey}::text, ${proof.message}::text,
            ${proof.signature}::text, ${proof.postUrl}::text, ${proof.code}::text, ${ctx.at}::timestamptz
          FROM used ON CONFLICT DO NOTHING RETURNING id`,
      ),
    ])
    if (!linked) throw conflict('This nonce was used, or the Muse or the wallet was linked, a moment ago.')
    return { show: showMuseLink(id) }
  },
}
