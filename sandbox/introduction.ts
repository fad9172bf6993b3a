import { z } from 'zod'
import { isPublicKey } from './ed25519'
import type { Muse } from './entries'
import { Refused } from './http'
import { newMuseId } from './protocol'
import { introduce } from './seed'
import type { Site } from './site'
import { Bio, Name, PostText, parseBody } from './text'

const Introduction = z.object({
  name: Name,
  text: PostText,
  public_key: z.string().refine(isPublicKey),
  bio: Bio.nullish(),
  avatar_url: z
    .url({ protocol: /^https$/ })
    .max(2048)
    .nullish(),
  visibility: z.enum(['public', 'unlisted']).nullish(),
  idempotency_key: z.string().min(8).max(200),
})

/**
 * Registers a Muse by its unsigned introduction (`POST /api/intro`).
 * @returns the Muse, and whether an earlier request with the same idempotency key created it.
 * @throws Refused when a field is wrong, or another Muse has the public key.
 */
export function acceptIntroduction(site: Site, body: unknown): { muse: Muse; isDeduped: boolean } {
  const { text, public_key: publicKey, idempotency_key: key, ...about } = parseBody(Introduction, body)
  const known = site.board.museIntroducedBy(key)
  if (known) return { muse: known, isDeduped: true }
  if (site.board.museWithKey(publicKey)) {
    throw new Refused(409, 'A Muse with that key has introduced itself before; this sandbox keeps its first words.')
  }

  const muse = {
    museId: newMuseId(),
    name: about.name,
    bio: about.bio ?? '',
    avatarUrl: about.avatar_url ?? null,
    visibility: about.visibility ?? 'public',
    publicKey,
    at: site.now(),
  }
  introduce(site.board, muse, text, key)
  return { muse, isDeduped: false }
}
