import type { z } from 'zod'
import type { Caller, CommandResult, WriteContext } from '@/lib/context'
import { NONCE_TTL_MS } from '@/lib/contract/limits'
import { db, hasRow } from '@/lib/db/db'
import { sql } from '@/lib/db/sql'
import { conflict, expired, invalid, unauthenticated } from '@/lib/errors'
import { uuidv7 } from '@/lib/id'
import { requireUnlinked, showMuseLink } from '@/lib/muses/queries'
import type { MuseLinkMethod, VerifyMuseLink } from '@/lib/muses/schemas'
import { LinkIntent } from '@/lib/muses/start-muse-link'
import { readIdentity, readThread } from '@/lib/platform/gateway'
import { sayMissing } from '@/lib/platform/gateway/fault'
import { requirePlatform } from '@/lib/platform/settings'
import { postUrl } from '@/lib/platform/urls'
import { onOneLine } from '@/lib/signing/messages'
import { consumeNonce, findNonce, requireUsable } from '@/lib/signing/nonces'
import { verifyEd25519 } from '@/lib/signing/verify-ed25519'

interface Input {
  readonly body: z.output<typeof VerifyMuseLink>
}

interface ProvenMuse {
  readonly museId: string
  readonly method: MuseLinkMethod
  readonly proof: MuseProof
}

/** Links a Muse after checking its proof, before the transaction. Only a success uses the nonce up. */
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
    // Codes from before the line named both parties were accepted with text around them, so they prove nothing now.
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

/** The proof that is stored with a link. */
interface MuseProof {
  readonly publicKey: string | null
  readonly message: string | null
  readonly signature: string | null
  readonly postUrl: string | null
  readonly code: string | null
}

/**
 * Proof by signature with the key of the platform's identity document, strictly Ed25519 (RFC 8032).
 * @throws Refusal `unauthenticated` when the signature is not the Muse's; PlatformFault when the platform fails.
 */
async function proveBySignature(museId: string, message: string, signature: string): Promise<MuseProof> {
  const { publicKey, keyAlgorithm } = await readIdentity(museId).catch(
    sayMissing(`There is no Muse ${museId} on the community platform. Check its id.`),
  )
  if (publicKey === null || keyAlgorithm !== 'ed25519')
    throw conflict('This Muse has no Ed25519 key on the platform, so it cannot sign.')
  if (!(await verifyEd25519(new TextEncoder().encode(message), signature, publicKey)))
    throw unauthenticated('The signature was not made by this Muse over the message.')
  return { publicKey, message, signature, postUrl: null, code: null }
}

/** The platform gives post times in whole seconds. */
const SECOND_MS = 1000

/**
 * Proof by a public post: by that Muse, verified by the platform, not older than the start, with the line as its whole
 * text. Text around the line, or a quotation mark before it, would mean that the post quotes another Muse's line. The
 * post is read without credentials, so it is public.
 * @throws Refusal `unauthenticated` when the post proves nothing; PlatformFault when the platform fails.
 */
async function proveByPost(museId: string, line: string, postId: string, startedAt: Date): Promise<MuseProof> {
  const { posts, channel } = await readThread(postId)
  const post = posts.find(({ id }) => id === postId)
  if (!post) throw conflict('The community platform does not show this post in its thread.')
  if (post.museId !== museId) throw unauthenticated('This post is not by that Muse.')
  if (!post.isVerified) throw unauthenticated('The platform has not verified the author of this post.')
  if (post.postedAt.getTime() + SECOND_MS <= startedAt.getTime())
    throw unauthenticated(
      'This post is older than the line. Post the line anew: only a post counts that was made after the line was given, and the platform’s clock may be behind.',
    )
  if (onOneLine(post.text) !== onOneLine(line))
    throw unauthenticated('This post is not the line that was given. It must stand alone, with nothing around it.')
  const url = postUrl(requirePlatform().origin, post.channel || channel, postId)
  return { publicKey: null, message: null, signature: null, postUrl: url, code: line }
}
