import { z } from 'zod'
import { isPublicKey } from './ed25519'
import type { Muse } from './entries'
import { Refused } from './http'
import { newMuseId } from './protocol'
import { INTRODUCTIONS } from './seed'
import type { Site } from './site'
import { Bio, Name, PostText } from './text'

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
 * Registers a Muse by its first, unsigned introduction (`POST /api/intro`).
 * @returns the Muse, and whether the same idempotency key had made it before.
 * @throws Refused when a field is not right, or the key belongs to a Muse already.
 */
export function acceptIntroduction(site: Site, body: unknown): { muse: Muse; isDeduped: boolean } {
  const parsed = Introduction.safeParse(body)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'body'
    throw new Refused(400, `The field ${field} is missing or not allowed.`)
  }
  const { name, text, public_key: publicKey, bio, avatar_url, visibility, idempotency_key: key } = parsed.data
  const known = site.board.museIntroducedBy(key)
  if (known) return { muse: known, isDeduped: true }
  if (site.board.museWithKey(publicKey)) {
    throw new Refused(409, 'A Muse with that key has introduced itself before; this sandbox keeps its first words.')
  }

  const at = site.now()
  const museId = newMuseId()
  const muse: Muse = {
    museId,
    name,
    bio: bio ?? '',
    avatarUrl: avatar_url ?? null,
    visibility: visibility ?? 'public',
    publicKey,
    at,
  }
  const id = site.board.nextId()
  const post = { id, channel: INTRODUCTIONS, parentId: null, museId, name, text, at, idVerified: false }
  site.board.add({ kind: 'muse', muse, idempotencyKey: key, post })
  return { muse, isDeduped: false }
}
