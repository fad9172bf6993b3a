import { conflict, unauthenticated } from '@/lib/errors'
import { readIdentity, readThread } from '@/lib/platform/gateway'
import { requirePlatform } from '@/lib/platform/settings'
import { postUrl } from '@/lib/platform/urls'
import { onOneLine } from '@/lib/signing/messages'
import { verifyEd25519 } from '@/lib/signing/verify-ed25519'

/** What proved a link, as it is kept with it. */
export interface MuseProof {
  readonly publicKey: string | null
  readonly message: string | null
  readonly signature: string | null
  readonly postUrl: string | null
  readonly code: string | null
}

/**
 * Proof by signature: the key comes from the platform's identity document, strictly Ed25519 (RFC 8032).
 * @throws Refusal `unauthenticated` when the signature is not the Muse's; PlatformFault when the platform cannot be asked.
 */
export async function proveBySignature(museId: string, message: string, signature: string): Promise<MuseProof> {
  const { publicKey, keyAlgorithm } = await readIdentity(museId)
  if (publicKey === null || keyAlgorithm !== 'ed25519')
    throw conflict('This Muse has no Ed25519 key on the platform, so it cannot sign.')
  if (!(await verifyEd25519(new TextEncoder().encode(message), signature, publicKey)))
    throw unauthenticated('The signature was not made by this Muse over the message.')
  return { publicKey, message, signature, postUrl: null, code: null }
}

/** The platform tells the time of a post in whole seconds. */
const SECOND_MS = 1000

/**
 * Proof by a public post: by that Muse, checked by the platform, not older than the start, and nothing but the line. Words
 * around it or a quotation mark before it mean that somebody else's line is talked about. What is read here is read without
 * credentials, so it stands in public.
 * @throws Refusal `unauthenticated` when the post proves nothing; PlatformFault when the platform cannot be asked.
 */
export async function proveByPost(museId: string, line: string, postId: string, startedAt: Date): Promise<MuseProof> {
  const { posts, channel } = await readThread(postId)
  const post = posts.find(({ id }) => id === postId)
  if (!post) throw conflict('The community platform does not show this post in its thread.')
  if (post.museId !== museId) throw unauthenticated('This post is not by that Muse.')
  if (!post.isVerified) throw unauthenticated('The platform has not verified the author of this post.')
  if (post.postedAt.getTime() + SECOND_MS <= startedAt.getTime())
    throw unauthenticated('This post is older than the line.')
  if (onOneLine(post.text) !== onOneLine(line))
    throw unauthenticated('This post is not the line that was given. It must stand alone, with nothing around it.')
  const url = postUrl(requirePlatform().origin, post.channel || channel, postId)
  return { publicKey: null, message: null, signature: null, postUrl: url, code: line }
}
